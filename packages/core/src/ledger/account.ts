import { rowOf, type Stretch } from './roundSums.ts'

/** Losses and regret over some rounds, beside what is guaranteed. */
export interface Account {
  /** First and last round, counted from 1. */
  readonly from: number
  readonly to: number
  /** What the learner itself incurred. */
  readonly loss: number
  /** What each expert incurred while awake. */
  readonly losses: readonly number[]
  /** The best expert in hindsight: of those that were awake, the one to which regret is largest. */
  readonly best: number
  readonly regret: number
  /** A proven upper bound of `regret`; undefined where its conditions fail, and `reason` says which. */
  readonly bound: number | undefined
  /** Σγ(own − loss) to the best expert: what is bounded when rates change. */
  readonly weightedRegret: number
  readonly weightedBound: number | undefined
  readonly reason: string | undefined
}

/**
 * The account of a stretch of n rounds.
 *
 *     Σγ(own − lossₖ) ≤ log(1/ωₖ) − Σ log(1 − σ), and Σγ²Σω·loss² more for scores of second order
 *
 * The shares are those of the n − 1 updates between the rounds.
 *
 * @param secondOrder whether the score pays the second-order term of the mean bound
 */
export function account(stretch: Stretch, secondOrder: boolean): Account {
  const { after, rounds, own, rate } = stretch
  const best = bestOf(stretch)
  const reason = whyNoBound(stretch, best, secondOrder)
  const weightedBound =
    reason === undefined
      ? stretch.shared - stretch.logWeights[best] + (secondOrder ? stretch.quadratic : 0)
      : undefined
  const changed = Number.isNaN(rate)
  return {
    from: after + 1,
    to: after + rounds,
    loss: own,
    losses: Array.from(rowOf(stretch, 'losses')),
    best,
    regret: rowOf(stretch, 'regrets')[best],
    bound: weightedBound === undefined || changed ? undefined : weightedBound / rate,
    weightedRegret: rowOf(stretch, 'weighted')[best],
    weightedBound,
    reason: reason ?? (changed ? 'the rate changed: the bound is on the rate-weighted regret' : undefined),
  }
}

function bestOf(stretch: Stretch): number {
  const regrets = rowOf(stretch, 'regrets')
  const asleep = rowOf(stretch, 'asleep')
  let best = -1
  for (let k = 0; k < regrets.length; k++) {
    if (asleep[k] < stretch.rounds && (best < 0 || regrets[k] > regrets[best])) best = k
  }
  return Math.max(best, 0)
}

function whyNoBound(stretch: Stretch, best: number, secondOrder: boolean): string | undefined {
  const { rounds, shared, late, broken, logWeights } = stretch
  if (rounds === 0) return 'no rounds yet'
  if (Number.isNaN(shared + stretch.before)) return 'this meta-learner has no certificate'
  if (late > 0) return 'outcomes came late: they were scored with weights no longer current'
  if (secondOrder && broken > 0)
    return 'a loss was negative or too large to square, or the loss is not convex: the mean bound needs it so'
  if (logWeights[best] === -Infinity) return 'the best expert started without any weight'
  if (shared === Infinity) return 'a share of 1 forgot all weights on the way'
  return undefined
}
