import { type Options, options } from '../../base/options.ts'
import { counter, real, shape } from '../../base/shape.ts'
import { choice, finiteNumber, keptRounds, positiveNumber } from '../../base/values.ts'
import { square } from '../../math/powers.ts'
import type { Rule } from '../../nouns/panel.ts'
import { certainOf } from '../../panels/certain.ts'
import { describeRule } from '../../panels/describeRule.ts'
import { type OrderStore, orderStoreOf } from './orderStore.ts'
import { rangeOf, remember, within } from './scoreRange.ts'

export interface EciOptions {
  /** Learning rate, as a fraction of the range of the last scores. @default 0.1 */
  readonly learningRate?: number
  /** How many scores that range looks back on. @default 100 */
  readonly window?: number
  /** c, one over the score: how steep the sigmoid is that stands for a miss. @default 1 */
  readonly sharpness?: number
  /** Which errors are quantified: the last; only one larger than the range; or all, fading. @default 'last' */
  readonly errors?: 'last' | 'large' | 'fading'
  /** The first threshold. @default 0 */
  readonly start?: number
}

export const ECI: Options<EciOptions> = options('eci', {
  learningRate: { value: positiveNumber, default: 0.1 },
  window: { value: keptRounds, default: 100 },
  sharpness: { value: positiveNumber, default: 1 },
  errors: { value: choice('last', 'large', 'fading'), default: 'last' },
  start: { value: finiteNumber, default: 0 },
})

export interface EciState {
  round: number
  /** What gradient descent alone would answer. */
  tracked: number
  /** The threshold for the coming round. */
  value: number
  /** Σ 0.95^age of past errors, and of 1. */
  faded: number
  weight: number
  readonly recent: OrderStore
}

/** How fast errors fade, as in the authors' code. */
const FADE = 0.95

/**
 * Error-quantified conformal inference, Wu and others (2025): gradient descent, and a term for how large the error was.
 *
 *     p ← p − η·range·ℓ′(θ),   θ = p + η·range·EQ,   EQ = (r − θ)·σ′(c(r − θ))·c,   σ the logistic function
 *
 * The authors call the three ways of `errors` ECI, ECI-cutoff and ECI-integral.
 */
export function eci(given: EciOptions = {}): Rule<EciState> {
  const { learningRate, window, sharpness, errors, start } = ECI.read(given)
  const settings = [{ learningRate, window, sharpness, start }]

  function quantified(state: EciState, error: number, range: number): number {
    const own = error * sharpness * logisticDensity(sharpness * error)
    if (errors === 'last') return own
    if (errors === 'large') return Math.abs(error) < range ? 0 : own
    const faded = state.weight > 0 ? state.faded / state.weight : 0
    state.faded = FADE * state.faded + own
    state.weight = FADE * state.weight + 1
    return faded
  }

  return {
    description: describeRule('eci', settings, { errors }),
    bind: ({ loss }) => ({
      capacity: 1,
      settings: () => settings,
      init: shape<EciState>({
        round: counter,
        tracked: real(start),
        value: real(start),
        faded: real(),
        weight: real(),
        recent: orderStoreOf(window),
      }),
      predict: ({ value }, _x, out) => certainOf(value, out),
      update(state, _x, y) {
        const { recent } = state
        const range = rangeOf(recent)
        const step = learningRate * range
        // Without a past score nothing is large, and the authors do not move at all.
        if (errors !== 'large' || state.round > 0) {
          state.tracked = within(state.tracked - step * loss.slope(state.value, y, 0))
          state.value = within(state.tracked + step * quantified(state, y - state.value, range))
        }
        state.round++
        remember(recent, y)
      },
    }),
  }
}

/** σ′(z) = e^−|z| / (1 + e^−|z|)²: the same on both sides, and never a quotient of infinities. */
function logisticDensity(z: number): number {
  const tail = Math.exp(-Math.abs(z))
  return tail / square(1 + tail)
}
