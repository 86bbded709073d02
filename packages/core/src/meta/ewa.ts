import { type Options, options } from '../base/options.ts'
import type { MetaLearner } from '../nouns/metaLearner.ts'
import { chargeLosses, logPrior, weighAwake, weighAwakeLog } from './logWeights.ts'
import { type Rate, rateValue, toRateSchedule } from './rates.ts'
import { enterLogShare, leaveLogShare, withRoom } from './slots.ts'

export interface EwaOptions {
  /** Meta-rate γ: a number, or a schedule such as `rollingRate()`. @default 1 */
  readonly rate?: Rate
}

export const EWA: Options<EwaOptions> = options('ewa', {
  rate: {
    value: rateValue,
    default: 1,
  },
})

export interface EwaState {
  /** log ω, up to a constant. */
  readonly logWeights: Float64Array
  readonly rate: unknown
}

/**
 * Exponential weights, in log space: a weight of e⁻⁸⁰⁰ can come back.
 *
 *     ωₖ ∝ ωₖ exp(−γ·lossₖ)
 */
export function ewa(given: EwaOptions = {}): MetaLearner<EwaState> {
  const { rate } = EWA.read(given)
  const schedule = toRateSchedule(rate)
  return {
    name: 'ewa',
    settings: { rate: schedule.label },
    init: (size, prior) => ({ logWeights: logPrior(size, prior), rate: schedule.init(size) }),
    rate: (state) => schedule.rate(state.rate),
    share: () => 0,
    weigh: (state, awake, out) => weighAwake(state.logWeights, awake, out),
    weighLog: (state, awake, out) => weighAwakeLog(state.logWeights, awake, out),
    update(state, round) {
      chargeLosses(state.logWeights, schedule.rate(state.rate), round.losses, round.own, round.awake)
      schedule.update(state.rate, round)
    },
    slots: {
      enter: (state, expert, share) => enterLogShare(state.logWeights, expert, share),
      leave: (state, expert) => leaveLogShare(state.logWeights, expert),
      resize: (state, size) => ({ ...state, logWeights: withRoom(state.logWeights, size, -Infinity) }),
    },
  }
}
