import { type Options, options } from '../base/options.ts'
import { floats, real, shape, shapeOf } from '../base/shape.ts'
import { positiveNumber } from '../base/values.ts'
import { square } from '../math/powers.ts'
import type { Rule } from '../nouns/panel.ts'
import { createBeliefs } from './beliefs.ts'
import { expectRule } from './expectRule.ts'
import { withinSquares } from './withinSquares.ts'

export interface LogScaleOptions {
  /** Distance from the least outcome up to which the scale is nearly even, in the units of y. @default 0.1 */
  readonly unit?: number
}

export const LOG_SCALE: Options<LogScaleOptions> = options('logScale', {
  unit: { value: positiveNumber, default: 0.1 },
})

export interface LogScaleState<Inner = unknown> {
  readonly inner: Inner
  /** The least outcome, and the largest on the scale. */
  least: number
  most: number
  /** Σ e² on the scale, discounted, for each expert; and Σ 1. */
  readonly squares: Float64Array
  count: number
}

/** Part of an error that a round keeps. */
const KEEP = 0.995

/**
 * The experts of a rule on a logarithmic scale, for prices and sizes: what doubles one of them doubles others.
 *
 *     z = log(1 + (y − least)/unit),   E[y] = least + unit·(exp(m + v/2) − 1),   v the mean of (z − m)²
 *
 * A forecast stays between the least and the largest outcome: a line on this scale soon leaves all reason.
 */
export function logScale<Inner>(rule: Rule<Inner>, given: LogScaleOptions = {}): Rule<LogScaleState<Inner>> {
  expectRule('logScale', rule)
  const { unit } = LOG_SCALE.read(given)
  return {
    description: { kind: 'log-scale', of: rule.description ?? null, unit },
    bind(context) {
      const inner = rule.bind(context)
      const believed = createBeliefs(inner.capacity)
      return {
        capacity: inner.capacity,
        settings: (state) => inner.settings(state.inner).map((setting) => ({ ...setting, on: 'logarithms' })),
        init: shape<LogScaleState<Inner>>({
          inner: shapeOf(inner),
          least: real(),
          most: real(),
          squares: floats(inner.capacity),
          count: real(),
        }),
        predict({ inner: own, least, most, squares, count }, x, out) {
          inner.predict(own, x, believed)
          for (let k = 0; k < inner.capacity; k++) {
            const noise = count > 0 ? squares[k] / count : 0
            const z = Math.max(0, Math.min(most, believed.mean[k] + 0.5 * noise))
            const slope = unit * Math.exp(z)
            out.mean[k] = least + slope - unit
            out.variance[k] = square(slope) * believed.variance[k]
            out.noise[k] = slope * believed.noise[k]
            out.awake[k] = believed.awake[k]
          }
        },
        update(state, x, outcome) {
          const y = withinSquares(outcome)
          if (state.count === 0 || y < state.least) state.least = y
          const z = Math.log1p((y - state.least) / unit)
          state.most = Math.max(state.most, z)
          state.count = KEEP * state.count + 1
          for (let k = 0; k < inner.capacity; k++)
            state.squares[k] = KEEP * state.squares[k] + square(withinSquares(z - believed.mean[k]))
          inner.update(state.inner, x, z, believed)
        },
      }
    },
  }
}
