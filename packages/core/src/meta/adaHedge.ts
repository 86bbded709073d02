import { type NoOptions, type Options, options } from '../base/options.ts'
import type { MetaLearner } from '../nouns/metaLearner.ts'
import {
  awakeLogits,
  createHedge,
  enterHedge,
  type HedgeState,
  hedgeBound,
  resizeHedge,
  updateHedge,
} from './hedge.ts'
import { fromLogits, regretTo } from './logWeights.ts'

export const ADA_HEDGE: Options<NoOptions> = options('adaHedge', {})

export type AdaHedgeState = HedgeState

/**
 * AdaHedge (de Rooij, van Erven, Grünwald and Koolen 2014): exponential weights that tune their rate by the past.
 *
 *     ωₖ ∝ πₖ exp(ηRₖ),   η = log K / Δ,   Δ the sum of η⁻¹ log Σω exp(η(r − Σωr)) so far
 *     regret to k ≤ Δ(1 + log(1/πₖ) / log K) ≤ √(T log K)·S + (⁴⁄₃ log K + 2)·S for equal priors and losses in a range S
 *
 * No option, no range to know: losses may be of any size and sign. While one expert was best in every round Δ is 0,
 * and the leaders have all the weight.
 */
export function adaHedge(given: NoOptions = {}): MetaLearner<AdaHedgeState> {
  ADA_HEDGE.read(given)
  let steps = new Float64Array(0)
  let weights = new Float64Array(0)
  return {
    name: 'ada-hedge',
    settings: {},
    init: createHedge,
    rate: () => 1,
    ...fromLogits<AdaHedgeState>((state, awake, out) => awakeLogits(state, rateOf(state), awake, out)),
    update(state, { losses, own, awake }) {
      if (steps.length !== losses.length) {
        steps = new Float64Array(losses.length)
        weights = new Float64Array(losses.length)
      }
      for (let k = 0; k < losses.length; k++) steps[k] = regretTo(losses[k], own, awake[k])
      updateHedge(state, rateOf(state), steps, weights)
    },
    bound: (state, expert, rounds) => hedgeBound(state, state.gap / state.logSize, expert, rounds),
    ahead(rounds, size, prior) {
      const logSize = Math.log(Math.max(2, size))
      const gap = 0.5 * Math.sqrt(rounds * logSize) + (2 / 3) * logSize + 1
      return gap * (1 - Math.log(prior) / logSize)
    },
    slots: {
      enter: (state, expert, share) => enterHedge(state, rateOf(state), expert, share),
      leave(state, expert) {
        state.logPrior[expert] = -Infinity
      },
      resize: resizeHedge,
    },
  }
}

function rateOf({ gap, logSize }: AdaHedgeState): number {
  return logSize / gap
}
