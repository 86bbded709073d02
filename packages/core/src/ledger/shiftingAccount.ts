import { pathCost } from '../oracles/shiftingBound.ts'
import { leastCost, type Switching } from '../oracles/switching.ts'
import { isOutsized, OUTSIZED, type Terms } from './account.ts'
import { rowOf, type Stretch } from './roundSums.ts'

/** The learner beside the best sequence of experts that switches at most so often. */
export interface ShiftingAccount {
  readonly switches: number
  /** Total loss of that sequence. */
  readonly loss: number
  readonly regret: number
  /** A proven upper bound of `regret`; undefined where its conditions fail, and `reason` says which. */
  readonly bound: number | undefined
  readonly reason: string | undefined
}

/**
 * The shifting regret of fixed share, with a constant rate and a constant share above 0, all experts awake:
 *
 *     γ⁻¹ [ log(1/min ω₁) + m log(K/σ) − (T − 1 − m) log(1 − σ + σ/K) ], and γΣΣω·loss² more for scores of second order
 *
 * @param shared −log(1 − σ) of the last update
 */
export function shiftingAccounts(
  total: Stretch,
  shared: number,
  terms: Terms,
  switching: Switching,
): readonly ShiftingAccount[] {
  const { secondOrder } = terms
  const reason = whyNoBound(total, shared, terms)
  const { rounds, own, rate, quadratic, logWeights } = total
  const experts = logWeights.length
  const share = -Math.expm1(-shared)
  const start = Math.max(0, ...logWeights.map((log) => -log))
  return Array.from({ length: switching.switches + 1 }, (_, switches) => {
    const loss = leastCost(switching, switches)
    const moves = Math.min(switches, Math.max(0, rounds - 1))
    const paid = start + pathCost(moves, rounds, experts, share)
    return {
      switches,
      loss,
      regret: own - loss,
      bound: reason === undefined ? (paid + (secondOrder ? quadratic : 0)) / rate : undefined,
      reason,
    }
  })
}

function whyNoBound(
  total: Stretch,
  shared: number,
  { secondOrder, sharesEvenly }: Terms,
): string | undefined {
  const { rounds, rate, late, broken } = total
  if (rounds === 0) return 'no rounds yet'
  if (isOutsized(total)) return OUTSIZED
  if (Number.isNaN(shared)) return 'this meta-learner has no certificate'
  if (!(shared > 0 && shared < Infinity))
    return 'without a share there is no bound against sequences that switch'
  if (!sharesEvenly) return 'the share goes to past weights: the bound needs it spread evenly'
  if (Math.abs(total.shared - (rounds - 1) * shared) > 1e-9 * rounds * shared) return 'the share changed'
  if (Number.isNaN(rate)) return 'the rate changed'
  if (late > 0) return 'outcomes came late: they were scored with weights no longer current'
  if (rowOf(total, 'asleep').some((count) => count > 0))
    return 'an expert slept: the bound needs all of them awake'
  if (secondOrder && broken > 0)
    return 'a loss was negative or too large to square, or the loss is not convex'
  return undefined
}
