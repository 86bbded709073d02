import { unit } from '../check.ts'
import { exp } from '../math/exp.ts'
import { type Options, options } from '../options.ts'
import { either, fraction, ofRound } from '../values.ts'
import { isSafe, type Weights } from '../weights.ts'
import { inSleepersPlace, keepAwake, logPrior, weighAwake } from './logWeights.ts'
import type { MetaLearner, Round } from './metaLearner.ts'
import { type Rate, rateValue, toRateSchedule } from './rates.ts'

export interface FixedShareOptions {
  /** Meta-rate γ: a number, or a schedule such as `rollingRate()`. @default 1 */
  readonly rate?: Rate
  /** Share σ: mass spread evenly each round so that no weight dies; a number or a function of the round. @default 0 */
  readonly share?: number | ((round: number) => number)
}

export const FIXED_SHARE: Options<FixedShareOptions> = options('fixedShare', {
  rate: {
    value: rateValue,
    about: 'Meta-rate γ: a number, or a schedule such as `rollingRate()`.',
    default: 1,
  },
  share: {
    value: either<number | ((round: number) => number)>(
      'in [0, 1], or a function of the round',
      fraction,
      ofRound,
    ),
    about:
      'Share σ: mass spread evenly each round so that no weight dies; a number or a function of the round.',
    default: 0,
  },
})

export interface FixedShareState {
  /** Rounds seen. */
  round: number
  /** The log-weights, unless `settled`. */
  readonly logWeights: Float64Array
  /** The weights themselves, where `settled`: after a share, beside which what they cannot hold cannot be seen. */
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
export function fixedShare(given: FixedShareOptions = {}): MetaLearner<FixedShareState> {
  const { rate, share } = FIXED_SHARE.read(given)
  const schedule = toRateSchedule(rate)
  let charged = new Float64Array(0)
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
      if (!state.settled) weighAwake(state.logWeights, awake, out)
      else if (!copyIfAwake(state.weights, awake, out)) {
        takeLogs(state.weights, out.exponents)
        keepAwake(awake, out)
      }
    },
    update(state, round) {
      const share = shareOf(state)
      const rate = schedule.rate(state.rate)
      if (share > 0) {
        if (charged.length !== state.weights.length) charged = new Float64Array(state.weights.length)
        mix(state, share, charged, charge(state, rate, round, charged))
      } else {
        unsettle(state)
        chargeLosses(state.logWeights, rate, round)
      }
      schedule.update(state.rate, round)
      state.round++
    },
  }
}

export interface EwaOptions {
  /** Meta-rate γ: a number, or a schedule such as `rollingRate()`. @default 1 */
  readonly rate?: Rate
}

export const EWA: Options<EwaOptions> = options('ewa', { rate: FIXED_SHARE.declared.rate })

/** Exponential weights without share. */
export function ewa(given: EwaOptions = {}): MetaLearner<FixedShareState> {
  return fixedShare(EWA.read(given))
}

/** The least weight from which the weights themselves can go on: no loss makes all of them underflow. */
const LEAST = 1e-200
/** How far below 0 the largest log-weight may drift before all are measured from it again. */
const DRIFT = 64
/** The least log-weight of who has any: losses beyond all numbers must not leave nobody. */
const FLOOR = -1e300

/** ω̄ₖ ∝ ωₖ exp(−γ·lossₖ), up to a factor. */
export function chargeLosses(logWeights: Float64Array, rate: number, { losses, own, awake }: Round): void {
  const largest = subtractLosses(logWeights, rate, losses, own, awake)
  if (largest > -DRIFT) return
  for (let k = 0; k < logWeights.length; k++) logWeights[k] -= largest
}

/** Returns the largest log-weight after the losses. */
function subtractLosses(
  logWeights: Float64Array,
  rate: number,
  losses: Float64Array,
  own: number,
  awake: Float64Array,
): number {
  // From the least, so that a loss of 1e20 does not drown what is known of those who lost nothing.
  const least = leastLoss(losses, own, awake)
  let largest = -Infinity
  for (let k = 0; k < logWeights.length; k++) {
    const before = logWeights[k]
    const after = before - rate * (inSleepersPlace(losses[k], own, awake[k]) - least)
    const logWeight = after > FLOOR ? after : Math.min(before, FLOOR)
    if (logWeight > largest) largest = logWeight
    logWeights[k] = logWeight
  }
  return largest
}

function leastLoss(losses: Float64Array, own: number, awake: Float64Array): number {
  let least = Infinity
  for (let k = 0; k < losses.length; k++) {
    const loss = inSleepersPlace(losses[k], own, awake[k])
    if (loss < least) least = loss
  }
  return least
}

/** ω̄ into `out`, up to a factor; returns their sum. */
function charge(state: FixedShareState, rate: number, round: Round, out: Float64Array): number {
  const { weights, logWeights } = state
  if (state.settled) {
    const total = multiply(weights, rate, round.losses, round.own, round.awake, out)
    if (isSafe(total)) return total
    unsettle(state)
  }
  chargeLosses(logWeights, rate, round)
  let total = 0
  for (let k = 0; k < out.length; k++) {
    out[k] = exp(logWeights[k])
    total += out[k]
  }
  return total
}

/** ω exp(γr): regret differs from −loss by what is the same for all. Returns the sum. */
function multiply(
  weights: Float64Array,
  rate: number,
  losses: Float64Array,
  own: number,
  awake: Float64Array,
  out: Float64Array,
): number {
  let total = 0
  for (let k = 0; k < out.length; k++) {
    const product = weights[k] * exp(rate * awake[k] * (own - losses[k]))
    out[k] = product
    total += product
  }
  return total
}

/** ω ← (1 − σ)ω̄/Σω̄ + σ/K. */
function mix(state: FixedShareState, share: number, charged: Float64Array, total: number): void {
  const { weights } = state
  const kept = (1 - share) / total
  const spread = share / weights.length
  for (let k = 0; k < weights.length; k++) weights[k] = kept * charged[k] + spread
  state.settled = true
  if (spread < LEAST) unsettle(state)
}

function unsettle(state: FixedShareState): void {
  if (state.settled) takeLogs(state.weights, state.logWeights)
  state.settled = false
}

function takeLogs(weights: Float64Array, out: Float64Array): void {
  for (let k = 0; k < out.length; k++) out[k] = Math.log(weights[k])
}

/** Copies the weights if everybody is awake, and says whether that is so. */
function copyIfAwake(weights: Float64Array, awake: Float64Array, out: Weights): boolean {
  const { linear } = out
  for (let k = 0; k < linear.length; k++) {
    if (awake[k] !== 1) return false
    linear[k] = weights[k]
  }
  out.logsLack('everything')
  return true
}
