import { floats, shape, shapeOf } from '../base/shape.ts'
import type { Rule } from '../nouns/panel.ts'
import { createBeliefs } from './beliefs.ts'
import { expectRule } from './expectRule.ts'
import { withinSquares } from './withinSquares.ts'

/** How much of the sums of products of errors a round keeps. */
const KEEP = 0.99

export interface CorrectedState<Inner = unknown> {
  readonly inner: Inner
  /** Last error of each expert. */
  readonly errors: Float64Array
  /** Σ e·e₋₁ and Σ e₋₁², discounted. */
  readonly products: Float64Array
  readonly squares: Float64Array
}

/**
 * Each expert of a rule, and each again with the part of its last error that errors have repeated so far.
 *
 *     m + ρ·e₋₁,   ρ = Σ e·e₋₁ / Σ e₋₁²  within [0, 1]
 *
 * For outcomes that arrive before the next forecast: where they come late there is no last error.
 */
export function corrected<Inner>(rule: Rule<Inner>): Rule<CorrectedState<Inner>> {
  expectRule('corrected', rule)
  return {
    description: { kind: 'corrected', of: rule.description ?? null },
    bind(context) {
      const inner = rule.bind(context)
      const size = inner.capacity
      const believed = createBeliefs(size)
      return {
        capacity: 2 * size,
        settings(state) {
          const settings = inner.settings(state.inner)
          return [...settings, ...settings.map((setting) => ({ ...setting, corrected: 'by the last error' }))]
        },
        init: shape<CorrectedState<Inner>>({
          inner: shapeOf(inner),
          errors: floats(size),
          products: floats(size),
          squares: floats(size),
        }),
        predict(state, x, out) {
          inner.predict(state.inner, x, believed)
          for (let k = 0; k < size; k++) {
            const again = size + k
            const ratio = state.squares[k] > 0 ? state.products[k] / state.squares[k] : 0
            out.mean[k] = believed.mean[k]
            out.mean[again] = believed.mean[k] + Math.max(0, Math.min(1, ratio)) * state.errors[k]
            out.variance[k] = out.variance[again] = believed.variance[k]
            out.noise[k] = out.noise[again] = believed.noise[k]
            out.awake[k] = out.awake[again] = believed.awake[k]
          }
        },
        update(state, x, y) {
          const { errors, products, squares } = state
          for (let k = 0; k < size; k++) {
            const error = withinSquares(y - believed.mean[k])
            products[k] = KEEP * products[k] + error * errors[k]
            squares[k] = KEEP * squares[k] + errors[k] * errors[k]
            errors[k] = error
          }
          inner.update(state.inner, x, y, believed)
        },
      }
    },
  }
}
