import { unit } from '../base/check.ts'
import { type Options, options } from '../base/options.ts'
import { either, fraction, ofRound } from '../base/values.ts'
import { exp } from '../math/exp.ts'
import type { MetaLearner, Round } from '../nouns/metaLearner.ts'
import { type EwaState, ewa } from './ewa.ts'
import { chargedLoss, keepAwake, keepAwakeLog } from './logWeights.ts'
import { type Rate, rateValue, toRateSchedule } from './rates.ts'
import { enterShare, leaveShare, withRoom } from './slots.ts'

export interface FixedShareOptions {
  /** Meta-rate γ: a number, or a schedule such as `rollingRate()`. @default 1 */
  readonly rate?: Rate
  /** Share σ: weight spread evenly each round so that no expert dies; a number or a function of the round. @default 0 */
  readonly share?: number | ((round: number) => number)
}

export const FIXED_SHARE: Options<FixedShareOptions> = options('fixedShare', {
  rate: {
    value: rateValue,
    default: 1,
  },
  share: {
    value: either<number | ((round: number) => number)>(
      'in [0, 1], or a function of the round',
      fraction,
      ofRound,
    ),
    default: 0,
  },
})

export interface FixedShareState {
  /** Rounds seen. */
  round: number
  readonly weights: Float64Array
  readonly rate: unknown
}

/** Below this share a weight may underflow before the share catches it: then the weights live in log space. */
const LEAST_SHARE = 1e-200

/**
 * Exponential weights with fixed share: the weights of Algorithm 1.
 *
 *     ω̄ₖ ∝ ωₖ exp(−γ·lossₖ),   ω ← (1 − σ)ω̄ + σ/K
 *
 * An expert that sleeps is charged the learner's own loss, so that its weight waits for it.
 * Every weight stays above σ/K, so no logarithm is needed; without a share this is `ewa`.
 */
export function fixedShare(given: FixedShareOptions = {}): MetaLearner<FixedShareState | EwaState> {
  const { rate, share } = FIXED_SHARE.read(given)
  if (typeof share === 'number' && share < LEAST_SHARE) {
    return { ...ewa({ rate }), name: 'fixed-share', settings: settingsOf(rate, share) }
  }
  return sharedWeights(rate, share) as MetaLearner<FixedShareState | EwaState>
}

function sharedWeights(
  rate: Rate,
  share: number | ((round: number) => number),
): MetaLearner<FixedShareState> {
  const schedule = toRateSchedule(rate)
  const shareOf = (state: FixedShareState): number =>
    typeof share === 'number' ? share : unit('share', share(state.round + 1))
  return {
    name: 'fixed-share',
    settings: settingsOf(rate, share),
    init: (size, prior) => ({
      round: 0,
      weights: startOf(size, prior),
      rate: schedule.init(size),
    }),
    rate: (state) => schedule.rate(state.rate),
    share: shareOf,
    weigh: (state, awake, out) => keepAwake(state.weights, awake, out),
    weighLog: (state, awake, out) => keepAwakeLog(state.weights, awake, out),
    update(state, round) {
      const sigma = shareOf(state)
      const total = multiplyWeights(state.weights, schedule.rate(state.rate), round)
      mix(state.weights, sigma, total)
      schedule.update(state.rate, round)
      state.round++
    },
    slots: {
      enter: (state, expert, fraction) => enterShare(state.weights, expert, fraction),
      leave: (state, expert) => leaveShare(state.weights, expert),
      resize: (state, size) => ({ ...state, weights: withRoom(state.weights, size, 0) }),
    },
  }
}

/** ω₁; what is too small to be a number of full precision is none. */
function startOf(size: number, prior: Float64Array | undefined): Float64Array {
  return prior?.map((weight) => (weight > 1e-300 ? weight : 0)) ?? new Float64Array(size).fill(1 / size)
}

/** ω̄ₖ ∝ ωₖ exp(−γ·lossₖ), up to a factor; returns their sum. */
export function multiplyWeights(weights: Float64Array, rate: number, { losses, own, awake }: Round): number {
  // From the least loss among experts with weight, so that the sum neither overflows nor vanishes.
  let least = Infinity
  for (let k = 0; k < weights.length; k++) {
    const loss = awake[k] === 1 ? losses[k] : chargedLoss(losses[k], own, awake[k])
    if (loss < least && weights[k] > 0) least = loss
  }
  let total = 0
  for (let k = 0; k < weights.length; k++) {
    const loss = awake[k] === 1 ? losses[k] : chargedLoss(losses[k], own, awake[k])
    const weight = weights[k] > 0 ? weights[k] * exp(rate * (least - loss)) : 0
    weights[k] = weight
    total += weight
  }
  return total
}

/** ω ← (1 − σ)ω̄/Σω̄ + σ/K. */
function mix(weights: Float64Array, share: number, total: number): void {
  const kept = (1 - share) / total
  const spread = share / weights.length
  for (let k = 0; k < weights.length; k++) weights[k] = kept * weights[k] + spread
}

function settingsOf(rate: Rate, share: FixedShareOptions['share']): MetaLearner['settings'] {
  return {
    rate: toRateSchedule(rate).label,
    share: typeof share === 'function' ? share.name || 'a function of t' : (share ?? 0),
  }
}
