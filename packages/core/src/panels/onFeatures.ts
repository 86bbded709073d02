import type { Description } from '../nouns/model.ts'
import type { Features, Panel, Rule } from '../nouns/panel.ts'
import { foresee } from './foresee.ts'

/** How a rule's features are made from those given. */
export interface FeatureMap {
  /** Length of the made x. */
  readonly size: number
  write(x: Features, out: Float64Array): void
}

/** A rule that sees features made from those it is given. */
export function onFeatures<State>(
  rule: Rule<State>,
  mapOf: (dimension: number) => FeatureMap,
  description: { readonly [name: string]: Description },
): Rule<State> {
  return {
    description: { ...description, of: rule.description ?? null },
    bind(context) {
      const map = mapOf(context.dimension)
      const made = new Float64Array(map.size)
      const inner: Panel<State> = rule.bind({ ...context, dimension: map.size })
      return {
        ...inner,
        predict(state, x, out) {
          map.write(x, made)
          inner.predict(state, made, out)
        },
        foresee(state, x, out) {
          map.write(x, made)
          foresee(inner, state, made, out)
        },
        update(state, x, y, beliefs, turnover) {
          map.write(x, made)
          inner.update(state, made, y, beliefs, turnover)
        },
      }
    },
  }
}
