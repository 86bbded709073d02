import type { Axis } from '../base/grid.ts'
import { type Options, options } from '../base/options.ts'
import { floats, from, shape } from '../base/shape.ts'
import { positiveNumber } from '../base/values.ts'
import type { Rule } from '../nouns/panel.ts'
import { describeRule } from './describeRule.ts'

export interface ThinRidgeOptions {
  /** Variance of xᵀθ before any outcome, for features of size 1: each coefficient has an equal part of it. @default 1 */
  readonly signal?: Axis<number>
  /** Standard deviation ς of y given z. @default 0.5 */
  readonly noise?: Axis<number>
}

const THIN_RIDGE: Options<ThinRidgeOptions> = options('thinRidge', {
  signal: { axis: positiveNumber, default: 1 },
  noise: { axis: positiveNumber, default: 0.5 },
})

/** Expert by expert, mean and variance of each coefficient. Plain data. */
export interface ThinRidgeState {
  readonly means: Float64Array
  readonly variances: Float64Array
}

/**
 * A linear model that keeps a variance for each coefficient, not how they go together: a round costs O(d).
 *
 *     v = Σ Pⱼxⱼ² + ς²,   θⱼ ← θⱼ + Pⱼxⱼ(y − xᵀθ)/v,   Pⱼ ← Pⱼ − (Pⱼxⱼ)²/v
 *
 * It is the Kalman filter's step with the covariances left out. Where features are not alike it is close to the full one.
 */
export function thinRidge(given: ThinRidgeOptions = {}): Rule<ThinRidgeState> {
  const points = THIN_RIDGE.points(given)
  const settings = points.map(({ signal, noise }) => ({ signal, noise }))
  return {
    description: describeRule('thin-ridge', settings),
    bind({ dimension }) {
      const capacity = points.length
      const all = floats(capacity * dimension)
      const prior = (k: number): number => points[k].signal / dimension
      return {
        capacity,
        settings: () => settings,
        init: shape<ThinRidgeState>({
          means: all,
          variances: from(all, () =>
            Float64Array.from({ length: capacity * dimension }, (_, i) => prior(Math.floor(i / dimension))),
          ),
        }),
        restart({ means, variances }, k) {
          means.fill(0, k * dimension, (k + 1) * dimension)
          variances.fill(prior(k), k * dimension, (k + 1) * dimension)
        },
        predict({ means, variances }, x, out) {
          for (let k = 0; k < capacity; k++) {
            let mean = 0
            let variance = 0
            for (let j = 0, i = k * dimension; j < dimension; j++, i++) {
              mean += means[i] * x[j]
              variance += variances[i] * x[j] * x[j]
            }
            out.mean[k] = mean
            out.variance[k] = variance
            out.noise[k] = points[k].noise
            out.awake[k] = 1
          }
        },
        update({ means, variances }, x, y, beliefs) {
          for (let k = 0; k < capacity; k++) {
            const noise = points[k].noise
            const whole = beliefs.variance[k] + noise * noise
            const pull = (y - beliefs.mean[k]) / whole
            for (let j = 0, i = k * dimension; j < dimension; j++, i++) {
              const gain = variances[i] * x[j]
              means[i] += gain * pull
              variances[i] -= (gain * gain) / whole
            }
          }
        },
      }
    },
  }
}
