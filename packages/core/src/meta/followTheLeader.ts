import { type NoOptions, type Options, options } from '../base/options.ts'
import type { MetaLearner } from '../nouns/metaLearner.ts'
import { fromLogits, logPrior, regretTo } from './logWeights.ts'

export const FOLLOW_THE_LEADER: Options<NoOptions> = options('followTheLeader', {})

export interface FollowTheLeaderState {
  readonly logPrior: Float64Array
  /** R = Σr: greatest for the expert with the least loss so far. */
  readonly regrets: Float64Array
}

/**
 * All weight on the expert that did best so far among those awake; ties share it as the prior does.
 *
 * Hard selection, for comparison: its regret can grow as fast as the number of rounds.
 */
export function followTheLeader(given: NoOptions = {}): MetaLearner<FollowTheLeaderState> {
  FOLLOW_THE_LEADER.read(given)
  return {
    name: 'follow-the-leader',
    settings: {},
    init: (size, prior) => ({ logPrior: logPrior(size, prior), regrets: new Float64Array(size) }),
    rate: () => 1,
    ...fromLogits<FollowTheLeaderState>(({ logPrior, regrets }, awake, out) => {
      let lead = -Infinity
      for (let k = 0; k < out.length; k++) {
        if (awake[k] > 0 && logPrior[k] > -Infinity) lead = Math.max(lead, regrets[k])
      }
      for (let k = 0; k < out.length; k++) out[k] = regrets[k] === lead ? logPrior[k] : -Infinity
    }),
    update({ regrets }, { losses, own, awake }) {
      for (let k = 0; k < regrets.length; k++) regrets[k] += regretTo(losses[k], own, awake[k])
    },
  }
}
