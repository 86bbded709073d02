import type { Axis } from '../base/grid.ts'
import { type Options, options } from '../base/options.ts'
import { inverseSqrtHorizon, needHorizon } from '../base/schedule.ts'
import { counter, floats, shape } from '../base/shape.ts'
import { interval, record } from '../base/values.ts'
import type { Rule } from '../nouns/panel.ts'
import { describeRule } from './describeRule.ts'
import {
  describe,
  describeBox,
  expectOneRate,
  LINEAR,
  noiseOf,
  RATE,
  type RateOptions,
  rateSchedule,
} from './linear.ts'

export interface OgdOptions extends RateOptions {
  /** Standard deviation of y given z. @default 1 for losses with a noise model, else 0 */
  readonly noise?: Axis<number>
  /** Projection of every coefficient. @default none */
  readonly box?: OgdBox
}

/** The interval onto which every coefficient is projected. */
export interface OgdBox {
  /** Of every coefficient. */
  readonly mean: readonly [number, number]
}

const BOX: Options<OgdBox> = options('ogdBox', { mean: { value: interval } })

export const OGD: Options<OgdOptions, keyof RateOptions | 'noise' | 'box'> = options('ogd', {
  ...RATE,
  noise: LINEAR.noise,
  box: { value: record(BOX), absent: 'none' },
})

export interface OgdState {
  round: number
  readonly mean: Float64Array
}

/**
 * Online gradient descent: a point expert, v = 0.
 *
 *     m ← m − η∇ℓ(xᵀm)
 *
 * `scale` G means η = G/√T.
 */
export function ogd(given: OgdOptions): Rule<OgdState> {
  const points = OGD.points(given)
  expectOneRate(given)
  const schedules = points.map((point) => rateSchedule(point, inverseSqrtHorizon))
  const { box } = given
  const [lower, upper] = box?.mean ?? [-Infinity, Infinity]
  const settings = points.map(describe)
  return {
    needsHorizon: needHorizon(schedules),
    description: describeRule('ogd', settings, describeBox(box)),
    bind(context) {
      const { loss, dimension: d, horizon } = context
      const capacity = points.length
      const rates = schedules.map((schedule) => schedule.resolve(horizon))
      const noises = Float64Array.from(points, (point) => noiseOf(point.noise, context))
      return {
        capacity,
        settings: () => settings,
        init: shape<OgdState>({ round: counter, mean: floats(capacity * d) }),
        restart: ({ mean }, expert) => void mean.fill(0, expert * d, (expert + 1) * d),
        predict({ mean }, x, out) {
          for (let k = 0; k < capacity; k++) {
            let u = 0
            for (let j = 0, i = k * d; j < d; j++, i++) u += x[j] * mean[i]
            out.mean[k] = u
          }
          out.variance.fill(0)
          out.noise.set(noises)
          out.awake.fill(1)
        },
        update(state, x, y, beliefs) {
          state.round++
          for (let k = 0; k < capacity; k++) {
            const shift = rates[k](state.round) * loss.slope(beliefs.mean[k], y, noises[k])
            for (let j = 0, i = k * d; j < d; j++, i++) {
              state.mean[i] = Math.min(upper, Math.max(lower, state.mean[i] - shift * x[j]))
            }
          }
        },
      }
    },
  }
}
