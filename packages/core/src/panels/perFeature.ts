import type { Rule } from '../nouns/panel.ts'
import { expectRule } from './expectRule.ts'
import { type FeatureMap, onFeatures } from './onFeatures.ts'

/**
 * The rule on x/√(d + 1): the distance between two rows does not grow with the number of their features.
 *
 * So the bandwidths of `gp` can be the same for few features and for many, if all are on a common scale.
 */
export function perFeature<State>(rule: Rule<State>): Rule<State> {
  expectRule('perFeature', rule)
  const mapOf = (dimension: number): FeatureMap => {
    const factor = 1 / Math.sqrt(dimension + 1)
    return {
      size: dimension,
      write(x, out) {
        for (let j = 0; j < dimension; j++) out[j] = factor * x[j]
      },
    }
  }
  return onFeatures(rule, mapOf, { kind: 'per-feature' })
}
