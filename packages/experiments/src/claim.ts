import { type Estimate, estimate } from './statistics.ts'

export type Verdict = 'holds' | 'holds in direction' | 'not reproduced'

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
 *     holds                the whole 95 % interval lies on the claimed side
 *     holds in direction   only the mean does
 *     not reproduced       not even the mean
 */
export function judge({ mean, low, high }: Estimate, side: 'above' | 'below', than: number): Verdict {
  const sign = side === 'above' ? 1 : -1
  if (sign * (mean - than) > 0) {
    const worst = side === 'above' ? low : high
    return sign * (worst - than) > 0 ? 'holds' : 'holds in direction'
  }
  return 'not reproduced'
}
