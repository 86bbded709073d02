import { type Options, options } from '../base/options.ts'
import { floats, likeFresh, shape, sized } from '../base/shape.ts'
import { choice, openFraction } from '../base/values.ts'
import type { MetaLearner } from '../nouns/metaLearner.ts'
import { multiplyWeights } from './fixedShare.ts'
import { keepAwake, keepAwakeLog } from './logWeights.ts'
import {
  createPast,
  enterPast,
  leavePast,
  mixPast,
  type Past,
  type PastPosteriors,
  pastOf,
  pushPast,
  resizePast,
} from './pastPosteriors.ts'
import { type Rate, rateValue, toRateSchedule } from './rates.ts'
import { enterShare, leaveShare, withRoom } from './slots.ts'

export interface MixingPastOptions {
  /** Meta-rate γ: a number, or a schedule such as `rollingRate()`. @default 1 */
  readonly rate?: Rate
  /** α in (0, 1): how much of the weight comes from past posteriors. @default 0.01 */
  readonly share?: number
  /** Whether all past posteriors count alike, or recent ones more, as 1/age. @default 'decaying' */
  readonly past?: Past
}

export const MIXING_PAST: Options<MixingPastOptions> = options('mixingPast', {
  rate: {
    value: rateValue,
    default: 1,
  },
  share: {
    value: openFraction,
    default: 0.01,
  },
  past: {
    value: choice('uniform', 'decaying'),
    default: 'decaying',
  },
})

export interface MixingPastState {
  readonly weights: Float64Array
  readonly past: PastPosteriors
  readonly rate: unknown
}

/**
 * Mixing past posteriors (Bousquet and Warmuth 2002): fixed share for experts that come back.
 *
 *     vₖ ∝ ωₖ exp(−γ·lossₖ),   ω ← (1 − α)v + α Σ_q β(q)v_q,   v₀ the prior, β uniform or ∝ 1/age
 *
 * A switch back to an expert that was good q rounds ago costs log 1/αβ(q), not log K/σ: with few good experts among
 * many, returning is cheap. Regret to one expert over any n rounds: γ⁻¹(log 1/ωₖ − n log(1 − α)), as under fixed share.
 */
export function mixingPast(given: MixingPastOptions = {}): MetaLearner<MixingPastState> {
  const { rate, share, past } = MIXING_PAST.read(given)
  const schedule = toRateSchedule(rate)
  let posterior = new Float64Array(0)
  return {
    name: 'mixing-past',
    settings: { rate: schedule.label, share, past },
    init: sized(
      (size) =>
        shape<MixingPastState>({
          weights: floats(size),
          past: pastOf(size),
          rate: likeFresh(() => schedule.init(size)),
        }),
      (size, prior) => {
        const weights = prior?.slice() ?? new Float64Array(size).fill(1 / size)
        return { weights, past: createPast(weights), rate: schedule.init(size) }
      },
    ),
    rate: (state) => schedule.rate(state.rate),
    share: () => share,
    sharesUnevenly: true,
    weigh: (state, awake, out) => keepAwake(state.weights, awake, out),
    weighLog: (state, awake, out) => keepAwakeLog(state.weights, awake, out),
    update(state, round) {
      const { weights } = state
      if (posterior.length !== weights.length) posterior = new Float64Array(weights.length)
      multiplyWeights(weights, schedule.rate(state.rate), round)
      normalise(weights)
      posterior.set(weights)
      mixPast(state.past, past, share, weights)
      pushPast(state.past, past, posterior)
      schedule.update(state.rate, round)
    },
    slots: {
      enter(state, expert, fraction) {
        enterShare(state.weights, expert, fraction)
        enterPast(state.past, expert, fraction)
      },
      leave(state, expert) {
        leaveShare(state.weights, expert)
        leavePast(state.past, expert, state.weights)
      },
      resize: (state, size) => ({
        ...state,
        weights: withRoom(state.weights, size, 0),
        past: resizePast(state.past, size),
      }),
    },
  }
}

function normalise(weights: Float64Array): void {
  let total = 0
  for (let k = 0; k < weights.length; k++) total += weights[k]
  for (let k = 0; k < weights.length; k++) weights[k] /= total
}
