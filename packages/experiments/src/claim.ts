import { type Estimate, estimate } from './statistics.ts'

export type Verdict = 'holds' | 'inconclusive' | 'not reproduced'

/** A sentence of the paper made into a number, and what that number was. */
export interface Claim {
  /** What the paper says, in its words or close to them. */
  readonly says: string
  /** What was measured to see it, one number per replication. */
  readonly measured: string
  /** Which side of `than` the sentence claims. */
  readonly side: 'above' | 'below'
  readonly than: number
  readonly estimate: Estimate
  readonly verdict: Verdict
}

export interface ClaimOptions {
  readonly says: string
  readonly measured: string
  readonly side: 'above' | 'below'
  /** @default 0 */
  readonly than?: number
  readonly values: readonly number[]
}

export function claim({ says, measured, side, than = 0, values }: ClaimOptions): Claim {
  const found = estimate(values)
  return { says, measured, side, than, estimate: found, verdict: judge(found, side, than) }
}

/**
 * The rule, not an opinion.
 *
 *     holds            the whole 95 % interval lies on the claimed side
 *     inconclusive     the interval contains the threshold, or there is none: a single replication
 *     not reproduced   the whole interval lies on the other side, or there is no number
 */
export function judge({ mean, low, high }: Estimate, side: 'above' | 'below', than: number): Verdict {
  if (Number.isNaN(mean)) return 'not reproduced'
  const [worst, best] = side === 'above' ? [low - than, high - than] : [than - high, than - low]
  if (worst > 0) return 'holds'
  // An interval without width that lies on the threshold is not beyond it.
  return best < 0 || (best === 0 && worst === 0) ? 'not reproduced' : 'inconclusive'
}

/** A claim with its rows: one sentence of the paper is often measured in several ways, or on several data sets. */
export interface ClaimGroup {
  readonly says: string
  readonly rows: readonly Claim[]
  readonly verdict: Verdict | 'in part'
}

/** Claims by sentence, each with one verdict: `in part` where some rows hold and others do not. */
export function groupClaims(claims: readonly Claim[]): readonly ClaimGroup[] {
  const groups = new Map<string, Claim[]>()
  for (const one of claims) groups.set(one.says, [...(groups.get(one.says) ?? []), one])
  return Array.from(groups, ([says, rows]) => ({ says, rows, verdict: verdictOf(rows) }))
}

function verdictOf(rows: readonly Claim[]): ClaimGroup['verdict'] {
  const holding = rows.filter(({ verdict }) => verdict === 'holds').length
  if (holding === rows.length) return 'holds'
  if (holding > 0) return 'in part'
  return rows.some(({ verdict }) => verdict === 'not reproduced') ? 'not reproduced' : 'inconclusive'
}
