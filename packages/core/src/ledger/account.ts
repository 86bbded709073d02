import type { BoundedRounds } from '../nouns/metaLearner.ts'
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
  /** How many rounds each was awake for. */
  readonly awake: readonly number[]
  /** The expert compared with: of those that were awake, the one to which regret is largest, unless one was named. */
  readonly best: number
  readonly regret: number
  /** A proven upper bound of `regret`; undefined where its conditions fail, and `reason` says which. */
  readonly bound: number | undefined
  /** Σγ(own − loss) to the best expert: what is bounded when rates change. */
  readonly weightedRegret: number
  readonly weightedBound: number | undefined
  readonly reason: string | undefined
}

/** What the ledger needs to know of score and meta-learner. */
export interface Terms {
  /** Whether the score pays the second-order term of the mean bound. */
  readonly secondOrder: boolean
  /** Whether the meta-learner spreads its share evenly over the experts. */
  readonly sharesEvenly: boolean
  /** What the meta-learner itself guarantees of the regret to an expert, or why it does not. */
  bound(expert: number, rounds: BoundedRounds): number | string | undefined
}

/**
 * The account of a stretch of n rounds. For meta-learners with a share
 *
 *     Σγ(own − lossₖ) ≤ log(1/ωₖ) − Σ log(1 − σ), and Σγ²Σω·loss² more for scores of second order
 *
 * with the shares of the n − 1 updates between the rounds, and 1e-14·Σγ|own| for rounding. Others state their own bound, or have none.
 *
 * @param expert the one to compare with. @default the best
 */
export function account(stretch: Stretch, terms: Terms, expert: number = bestOf(stretch)): Account {
  const { after, rounds, own, rate } = stretch
  const changed = Number.isNaN(rate)
  const { bound, weightedBound, reason } = guarantee(stretch, terms, expert)
  return {
    from: after + 1,
    to: after + rounds,
    loss: own,
    losses: Array.from(rowOf(stretch, 'losses')),
    awake: Array.from(rowOf(stretch, 'asleep'), (asleep) => rounds - asleep),
    best: expert,
    regret: rowOf(stretch, 'regrets')[expert],
    bound: bound ?? (weightedBound === undefined || changed ? undefined : weightedBound / rate),
    weightedRegret: rowOf(stretch, 'weighted')[expert],
    weightedBound: weightedBound ?? (bound === undefined || changed ? undefined : bound * rate),
    reason:
      reason ??
      (changed && bound === undefined
        ? 'the rate changed: the bound is on the rate-weighted regret'
        : undefined),
  }
}

interface Guarantee {
  readonly bound?: number
  readonly weightedBound?: number
  readonly reason?: string
}

function guarantee(stretch: Stretch, terms: Terms, expert: number): Guarantee {
  const { rounds, shared, logWeights, quadratic, size } = stretch
  if (rounds === 0) return { reason: 'no rounds yet' }
  if (rowOf(stretch, 'asleep')[expert] >= rounds) return { reason: 'this expert slept in all these rounds' }
  if (Number.isNaN(shared + stretch.before)) return ownGuarantee(stretch, terms, expert)
  const reason = whyNoBound(stretch, expert, terms.secondOrder)
  if (reason !== undefined) return { reason }
  // A weight of 1 may be above it by rounding, which a small rate would make large.
  const paid = shared + Math.max(0, -logWeights[expert]) + (terms.secondOrder ? quadratic : 0)
  return { weightedBound: paid + ROUNDING * size }
}

/** What a regret may have lost, of the numbers that it is a difference of. */
const ROUNDING = 1e-14

/** Rules cut off regrets near the largest number there is, and sums may overflow. */
const LARGEST = 1e299
export const OUTSIZED = 'losses of 1e299 and more are too large for it'

/** Whether the learner or one of these experts lost so much that regrets cannot be told. @param experts all, if absent */
export function isOutsized(stretch: Stretch, experts?: readonly number[]): boolean {
  const rows = [rowOf(stretch, 'losses'), rowOf(stretch, 'regrets')]
  const told = rows.flatMap((row) => experts?.map((k) => row[k]) ?? Array.from(row))
  return [stretch.own, ...told].some((sum) => !(Math.abs(sum) < LARGEST))
}

/** What a meta-learner without a share says of itself. */
function ownGuarantee(stretch: Stretch, terms: Terms, expert: number): Guarantee {
  const { after, rounds, late, above } = stretch
  if (isOutsized(stretch)) return { reason: OUTSIZED }
  const bound = terms.bound(expert, { after, rounds, late, above }) ?? 'this meta-learner has no certificate'
  if (typeof bound === 'string') return { reason: bound }
  return Number.isFinite(bound) ? { bound } : { reason: 'this expert started without any weight' }
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
  const { shared, late, broken, logWeights } = stretch
  if (isOutsized(stretch, [best])) return OUTSIZED
  if (late > 0) return 'outcomes came late: they were scored with weights no longer current'
  if (secondOrder && broken > 0)
    return 'a loss was negative or too large to square, or the loss is not convex: the mean bound needs it so'
  if (logWeights[best] === -Infinity) return 'the best expert started without any weight'
  if (shared === Infinity) return 'a share of 1 forgot all weights on the way'
  return undefined
}
