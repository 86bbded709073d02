import { type Options, options } from '../../base/options.ts'
import { counter, real, shape } from '../../base/shape.ts'
import { finiteNumber, keptRounds, positiveNumber, record } from '../../base/values.ts'
import type { Rule } from '../../nouns/panel.ts'
import { certainOf } from '../../panels/certain.ts'
import { describeRule } from '../../panels/describeRule.ts'
import { type OrderStore, orderStoreOf } from './orderStore.ts'
import { rangeOf, remember, within } from './scoreRange.ts'

export interface PidOptions {
  /** Proportional rate, as a fraction of the range of the last scores. @default 0.1 */
  readonly learningRate?: number
  /** How many scores that range looks back on. @default 100 */
  readonly window?: number
  /** The integral term: gain K_I in units of the score, and saturation C. @default none */
  readonly integral?: PidIntegral
  /** The first threshold. @default 0 */
  readonly start?: number
}

export interface PidIntegral {
  /** K_I, in units of the score. */
  readonly gain: number
  /** C: the larger, the later the tangent grows without bound. */
  readonly saturation: number
}

const INTEGRAL: Options<PidIntegral> = options('integral', {
  gain: { value: positiveNumber },
  saturation: {
    value: positiveNumber,
  },
})

export const PID: Options<PidOptions, 'integral'> = options('pid', {
  learningRate: {
    value: positiveNumber,
    default: 0.1,
  },
  window: { value: keptRounds, default: 100 },
  integral: {
    value: record(INTEGRAL),
    absent: 'none',
  },
  start: { value: finiteNumber, default: 0 },
})

export interface PidState {
  round: number
  misses: number
  /** The proportional part. */
  tracked: number
  /** The integral part; infinite beyond saturation. */
  integral: number
  readonly recent: OrderStore
}

/**
 * Conformal PID control, Angelopoulos, Candès and Tibshirani (2023): one expert.
 *
 *     θ = p + K_I tan(E·log t / (C·t)) + scorecast,   p ← p − η·range·ℓ′(θ),   E = misses − α(t − 1)
 *
 * The scorecast is x[0], a forecast of the score; without features there is none. The tangent is infinite beyond ±π/2.
 */
export function pid(given: PidOptions = {}): Rule<PidState> {
  const { learningRate, window, integral, start } = PID.read(given)
  const { gain = 0, saturation = null } = integral ?? {}
  const settings = [{ learningRate, window, gain, saturation, start }]
  return {
    description: describeRule('pid', settings),
    bind: ({ loss, dimension }) => {
      const alpha = loss.slope(0, -1, 0)
      return {
        capacity: 1,
        settings: () => settings,
        init: shape<PidState>({
          round: counter,
          misses: counter,
          tracked: real(start),
          integral: real(),
          recent: orderStoreOf(window),
        }),
        predict(state, x, out) {
          certainOf(state.tracked + state.integral + (dimension > 0 ? x[0] : 0), out)
        },
        update(state, _x, y, beliefs) {
          const t = ++state.round
          if (integral) {
            const excess = state.misses - (t - 1) * alpha
            const x = (excess * Math.log(t)) / (integral.saturation * t)
            state.integral = integral.gain * saturated(x)
          }
          const next =
            state.tracked - learningRate * rangeOf(state.recent) * loss.slope(beliefs.mean[0], y, 0)
          state.tracked = within(next)
          if (y > beliefs.mean[0]) state.misses++
          remember(state.recent, y)
        },
      }
    },
  }
}

function saturated(x: number): number {
  if (x >= Math.PI / 2) return Infinity
  return x <= -Math.PI / 2 ? -Infinity : Math.tan(x)
}
