import { type Options, options } from '../base/options.ts'
import { openFraction } from '../base/values.ts'
import type { MetaLearner } from '../nouns/metaLearner.ts'
import { SINCE_START } from './conditions.ts'
import { logGains } from './logGains.ts'
import { keepAwake, keepAwakeLog } from './logWeights.ts'
import { enterShare, leaveShare, withRoom } from './slots.ts'

export interface SoftBayesOptions {
  /** Learning rate η in (0, 1). @default √(log K / 2Kt), and at most ½ */
  readonly rate?: number
}

export const SOFT_BAYES: Options<SoftBayesOptions, 'rate'> = options('softBayes', {
  rate: {
    value: openFraction,
    absent: '√(log K / 2Kt), and at most ½',
  },
})

export interface SoftBayesState {
  /** Rounds seen. */
  round: number
  /** K when it began: the rate must not change with later entries. */
  readonly size: number
  readonly prior: Float64Array
  readonly weights: Float64Array
  /** log(1/πₖ), and what the entries of others have cost since. */
  readonly prices: Float64Array
  /** Σ(own + log M): what the learner lost beyond its mixture. */
  excess: number
  /** The excess when each expert entered. */
  readonly starts: Float64Array
}

/** Smallest weight of an expert that has a prior: from 0 it could not come back. */
const LEAST = 1e-300

/**
 * Soft-Bayes (Orseau, Lattimore and Legg 2017): competes with the best mixture under log loss.
 *
 *     ωₖ ← ωₖ(1 − η + η pₖ/M),   pₖ = exp(−lossₖ),   M = Σω·p,   then ω ← (η′/η)ω + (1 − η′/η)π for the next rate η′
 *     regret to one expert ≤ η⁻¹ log(1/πₖ),   to the best mixture O(√(KT log K)), however large single losses are
 *
 * With η = 1 this would be Bayes' rule, which competes with the best expert only. Made for losses that are −log of a
 * density: annealed scores of a log-density, whose rate is 1.
 */
export function softBayes(given: SoftBayesOptions = {}): MetaLearner<SoftBayesState> {
  const { rate } = SOFT_BAYES.read(given)
  let gains = new Float64Array(0)
  const rateOf = (round: number, size: number): number => rate ?? fallingRate(round, size)
  return {
    name: 'soft-bayes',
    settings: { rate: rate ?? null },
    init: begin,
    rate: () => 1,
    weigh: ({ weights }, awake, out) => keepAwake(weights, awake, out),
    weighLog: ({ weights }, awake, out) => keepAwakeLog(weights, awake, out),
    update(state, { losses, own, awake }) {
      const { weights, prior } = state
      const size = weights.length
      if (gains.length !== size) gains = new Float64Array(size)
      const mixture = logGains(weights, losses, own, awake, gains)
      const now = rateOf(state.round + 1, state.size)
      const kept = rateOf(state.round + 2, state.size) / now
      for (let k = 0; k < size; k++) {
        // ω·p/M at once: p/M alone may overflow, and the product is at most 1.
        const posterior = weights[k] > 0 ? Math.exp(Math.log(weights[k]) + gains[k]) : 0
        const mixed = kept * ((1 - now) * weights[k] + now * posterior) + (1 - kept) * prior[k]
        weights[k] = prior[k] > 0 ? Math.max(LEAST, mixed) : mixed
      }
      state.excess += own + mixture
      state.round++
    },
    bound({ round, prices, excess, starts, size }, expert, { after }) {
      return after > 0 ? SINCE_START : excess - starts[expert] + prices[expert] / rateOf(round + 1, size)
    },
    slots: {
      enter(state, expert, share) {
        enterShare(state.weights, expert, share)
        enterShare(state.prior, expert, share)
        const rest = -Math.log1p(-share)
        for (let k = 0; k < state.prices.length; k++) state.prices[k] += rest
        state.prices[expert] = -Math.log(share)
        state.starts[expert] = state.excess
      },
      leave(state, expert) {
        leaveShare(state.weights, expert)
        leaveShare(state.prior, expert)
        // No bound is to an expert that is gone, though it may still be judged by a late outcome.
        state.prices[expert] = Infinity
      },
      resize: (state, size) => ({
        ...state,
        prior: withRoom(state.prior, size, 0),
        weights: withRoom(state.weights, size, 0),
        prices: withRoom(state.prices, size, Infinity),
        starts: withRoom(state.starts, size, 0),
      }),
    },
  }
}

function begin(size: number, given?: Float64Array): SoftBayesState {
  const prior = given?.slice() ?? new Float64Array(size).fill(1 / size)
  return {
    round: 0,
    size,
    prior,
    weights: prior.slice(),
    prices: prior.map((weight) => -Math.log(weight)),
    excess: 0,
    starts: new Float64Array(size),
  }
}

function fallingRate(round: number, size: number): number {
  const experts = Math.max(2, size)
  return Math.min(0.5, Math.sqrt(Math.log(experts) / (2 * experts * round)))
}
