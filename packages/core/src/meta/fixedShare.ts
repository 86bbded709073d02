import { unit } from '../check.ts'
import type { Weights } from '../weights.ts'
import { inSleepersPlace, logPrior, weighAwake } from './logWeights.ts'
import type { MetaLearner, Round } from './metaLearner.ts'
import { type Rate, toRateSchedule } from './rates.ts'

export interface FixedShareOptions {
  /** Meta-rate γ: a number, or a schedule such as `rollingRate()`. @default 1 */
  readonly rate?: Rate
  /** Share σ: mass spread evenly each round so that no weight dies; a number or a function of the round. @default 0 */
  readonly share?: number | ((round: number) => number)
}

export interface FixedShareState {
  /** Rounds seen. */
  round: number
  readonly logWeights: Float64Array
  /** The weights themselves, where `settled`: after a share, which needs them anyway. */
  readonly weights: Float64Array
  settled: boolean
  readonly rate: unknown
}

/**
 * Exponential weights with fixed share: the weights of Algorithm 1, in log space.
 *
 *     ω̄ₖ ∝ ωₖ exp(−γ·lossₖ),   ω ← (1 − σ)ω̄ + σ/K
 *
 * Who sleeps is charged what the learner itself incurred, so its weight waits for it.
 */
export function fixedShare({ rate = 1, share = 0 }: FixedShareOptions = {}): MetaLearner<FixedShareState> {
  const schedule = toRateSchedule(rate)
  if (typeof share === 'number') unit('share', share)
  const shareOf = (state: FixedShareState): number =>
    typeof share === 'number' ? share : unit('share', share(state.round + 1))
  return {
    name: 'fixed-share',
    settings: {
      rate: schedule.label,
      share: typeof share === 'number' ? share : share.name || 'a function of t',
    },
    init: (size, prior) => ({
      round: 0,
      logWeights: logPrior(size, prior),
      weights: new Float64Array(size),
      settled: false,
      rate: schedule.init(size),
    }),
    rate: (state) => schedule.rate(state.rate),
    share: shareOf,
    weigh(state, awake, out) {
      if (state.settled && allAwake(awake)) copy(state, out)
      else weighAwake(state.logWeights, awake, out)
    },
    update(state, round) {
      chargeLosses(state.logWeights, schedule.rate(state.rate), round)
      mix(state, shareOf(state))
      schedule.update(state.rate, round)
      state.round++
    },
  }
}

/** Exponential weights without share. */
export function ewa({ rate = 1 }: { readonly rate?: Rate } = {}): MetaLearner<FixedShareState> {
  return fixedShare({ rate })
}

/** How far below 0 the largest log-weight may drift before all are measured from it again. */
const DRIFT = 64

/** ω̄ₖ ∝ ωₖ exp(−γ·lossₖ), up to a factor. */
export function chargeLosses(logWeights: Float64Array, rate: number, { losses, own, awake }: Round): void {
  let least = Infinity
  for (let k = 0; k < logWeights.length; k++) {
    least = Math.min(least, inSleepersPlace(losses[k], own, awake[k]))
  }
  let largest = -Infinity
  for (let k = 0; k < logWeights.length; k++) {
    // Measured from the least, γ·loss cannot overflow for all experts at once.
    logWeights[k] -= rate * (inSleepersPlace(losses[k], own, awake[k]) - least)
    largest = Math.max(largest, logWeights[k])
  }
  if (largest > -DRIFT) return
  for (let k = 0; k < logWeights.length; k++) logWeights[k] -= largest
}

/** ω ← (1 − σ)ω̄/Σω̄ + σ/K. Linear in between: beside a share, what is too small for that is too small to see. */
function mix(state: FixedShareState, share: number): void {
  state.settled = share > 0
  if (share === 0) return
  const { logWeights, weights } = state
  let total = 0
  for (let k = 0; k < weights.length; k++) {
    weights[k] = Math.exp(logWeights[k])
    total += weights[k]
  }
  const kept = (1 - share) / total
  const spread = share / weights.length
  for (let k = 0; k < weights.length; k++) {
    weights[k] = kept * weights[k] + spread
    logWeights[k] = Math.log(weights[k])
  }
}

function allAwake(awake: Float64Array): boolean {
  for (let k = 0; k < awake.length; k++) if (awake[k] !== 1) return false
  return true
}

function copy({ logWeights, weights }: FixedShareState, { linear, log }: Weights): void {
  for (let k = 0; k < weights.length; k++) {
    linear[k] = weights[k]
    log[k] = logWeights[k]
  }
}
