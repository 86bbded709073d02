import { finite, positive, positiveInteger, refuseUnknown } from '../check.ts'
import { describeRule } from '../describeRule.ts'
import type { Rule } from '../panel.ts'
import { createOrderStore, insert, type OrderStore, select } from './orderStore.ts'

export interface PidOptions {
  /** Proportional rate, as a fraction of the range of the last scores. @default 0.1 */
  readonly learningRate?: number
  /** How many scores that range looks back on. @default 100 */
  readonly window?: number
  /** The integral term: gain K_I in units of the score, and saturation C. @default none */
  readonly integral?: { readonly gain: number; readonly saturation: number }
  /** The first threshold. @default 0 */
  readonly start?: number
}

export const PID_OPTIONS: readonly (keyof PidOptions)[] = ['learningRate', 'window', 'integral', 'start']

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
export function pid(options: PidOptions = {}): Rule<PidState> {
  refuseUnknown('pid', options, PID_OPTIONS)
  const { learningRate = 0.1, window = 100, integral, start = 0 } = options
  positive('learningRate', learningRate)
  positiveInteger('window', window)
  finite('start', start)
  if (integral) {
    refuseUnknown('integral', integral, ['gain', 'saturation'])
    positive('integral.gain', integral.gain)
    positive('integral.saturation', integral.saturation)
  }
  const { gain = 0, saturation = null } = integral ?? {}
  const settings = [{ learningRate, window, gain, saturation, start }]
  return {
    description: describeRule('pid', settings),
    bind: ({ loss, dimension }) => {
      const alpha = loss.slope(0, -1, 0)
      return {
        capacity: 1,
        settings: () => settings,
        init: () => ({ round: 0, misses: 0, tracked: start, integral: 0, recent: createOrderStore(window) }),
        predict(state, x, out) {
          out.mean[0] = state.tracked + state.integral + (dimension > 0 ? x[0] : 0)
          out.variance[0] = 0
          out.noise[0] = 0
          out.awake[0] = 1
        },
        update(state, _x, y, beliefs) {
          const t = ++state.round
          if (integral) {
            const excess = state.misses - (t - 1) * alpha
            const x = (excess * Math.log(t)) / (integral.saturation * t)
            state.integral = integral.gain * saturated(x)
          }
          const { recent } = state
          const range = t === 1 ? 1 : select(recent, recent.size) - select(recent, 1)
          state.tracked -= learningRate * range * loss.slope(beliefs.mean[0], y, 0)
          if (y > beliefs.mean[0]) state.misses++
          insert(recent, y)
        },
      }
    },
  }
}

function saturated(x: number): number {
  if (x >= Math.PI / 2) return Infinity
  return x <= -Math.PI / 2 ? -Infinity : Math.tan(x)
}
