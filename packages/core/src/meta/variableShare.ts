import { type Options, options } from '../base/options.ts'
import { number, positiveNumber } from '../base/values.ts'
import { logAddExp, logSumExp } from '../math/logSumExp.ts'
import type { MetaLearner, Round } from '../nouns/metaLearner.ts'
import { FIXED_SHARE } from './fixedShare.ts'
import { chargeLosses, logPrior, weighAwake, weighAwakeLog } from './logWeights.ts'
import { type Rate, toRateSchedule } from './rates.ts'
import { enterLogShare, leaveLogShare, withRoom } from './slots.ts'

export interface VariableShareOptions {
  /** Meta-rate γ: a number, or a schedule such as `rollingRate()`. @default 1 */
  readonly rate?: Rate
  /** Share σ in [0, 1): what an expert gives away in a round in which it loses `range`. @default 0.01 */
  readonly share?: number
  /** The loss that counts as one. @default 1 */
  readonly range?: number
}

export const VARIABLE_SHARE: Options<VariableShareOptions> = options('variableShare', {
  rate: FIXED_SHARE.declared.rate,
  share: {
    value: number('in [0, 1)', { atLeast: 0, below: 1 }),
    default: 0.01,
  },
  range: { value: positiveNumber, default: 1 },
})

export interface VariableShareState {
  readonly logWeights: Float64Array
  readonly rate: unknown
}

/**
 * Exponential weights in which an expert shares in proportion to its loss (Herbster and Warmuth 1998).
 *
 *     ω̄ₖ ∝ ωₖ exp(−γ·lossₖ),   ωₖ ← (1 − σ)^ℓₖ ω̄ₖ + (1/K) Σⱼ (1 − (1 − σ)^ℓⱼ) ω̄ⱼ,   ℓ = a·loss/range
 *
 * An expert that loses nothing shares nothing, so one that stays perfect keeps its weight. Made for losses of at
 * least 0: a negative one shares nothing. The pool goes to all experts, its givers too.
 */
export function variableShare(given: VariableShareOptions = {}): MetaLearner<VariableShareState> {
  const { rate, share, range } = VARIABLE_SHARE.read(given)
  const schedule = toRateSchedule(rate)
  const slope = Math.log1p(-share) / range
  let scratch = new Float64Array(0)
  return {
    name: 'variable-share',
    settings: { rate: schedule.label, share, range },
    init: (size, prior) => ({ logWeights: logPrior(size, prior), rate: schedule.init(size) }),
    rate: (state) => schedule.rate(state.rate),
    weigh: (state, awake, out) => weighAwake(state.logWeights, awake, out),
    weighLog: (state, awake, out) => weighAwakeLog(state.logWeights, awake, out),
    update({ logWeights, rate }, round) {
      if (scratch.length !== logWeights.length) scratch = new Float64Array(logWeights.length)
      chargeLosses(logWeights, schedule.rate(rate), round.losses, round.own, round.awake)
      shareLosses(logWeights, slope, round, scratch)
      schedule.update(rate, round)
    },
    slots: {
      enter: (state, expert, fraction) => enterLogShare(state.logWeights, expert, fraction),
      leave: (state, expert) => leaveLogShare(state.logWeights, expert),
      resize: (state, size) => ({ ...state, logWeights: withRoom(state.logWeights, size, -Infinity) }),
    },
  }
}

function shareLosses(log: Float64Array, slope: number, { losses, awake }: Round, given: Float64Array): void {
  const size = log.length
  for (let k = 0; k < size; k++) {
    const kept = Math.min(0, slope * awake[k] * losses[k])
    given[k] = log[k] + Math.log(-Math.expm1(kept))
    log[k] += kept
  }
  const pool = logSumExp(given) - Math.log(size)
  for (let k = 0; k < size; k++) if (pool > -Infinity) log[k] = logAddExp(log[k], pool)
}
