import type { Rule } from '../nouns/panel.ts'
import { expectRule } from './expectRule.ts'
import { type FeatureMap, onFeatures } from './onFeatures.ts'

/** The rule with one more feature that is always 1. */
export function intercept<State>(rule: Rule<State>): Rule<State> {
  expectRule('intercept', rule)
  const mapOf = (dimension: number): FeatureMap => ({
    size: dimension + 1,
    write(x, out) {
      for (let j = 0; j < dimension; j++) out[j] = x[j]
      out[dimension] = 1
    },
  })
  return onFeatures(rule, mapOf, { kind: 'intercept' })
}
