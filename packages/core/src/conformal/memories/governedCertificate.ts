import type { CoverageCertificate } from '../diagnostics/certificate.ts'
import type { CoverageState } from '../diagnostics/coverage.ts'
import { type Governor, mostExcessMisses } from './governor.ts'

/**
 * Misses of the intervals that were given, beside αT + G/κ + 1 + D, which no sequence of outcomes exceeds: D outcomes came
 * between a forecast and its own, 0 where each is learnt before the next forecast.
 *
 * @param governors g of each series
 * @param slack how far overlapping groups may lower the level, in logits: g may rise as much further
 */
export function governedCertificate(
  governor: Governor,
  governors: Float64Array,
  { given, waited, latest }: CoverageState,
  slack = 0,
): CoverageCertificate {
  const rounds = given.count
  if (rounds === 0) return { about: 'given', error: undefined, bound: undefined, reason: 'no rounds yet' }
  const misses = given.sum
  // Every series has a governor of its own, and the bound allows each its excess.
  const excess = mostExcessMisses(governor) + slack / governor.gain + latest
  const mostMisses = governor.alpha * rounds + governors.length * excess
  let governed = 0
  for (const g of governors) governed += g / governor.gain
  return {
    about: 'given',
    error: Math.max(0, misses / rounds - governor.alpha),
    bound: Math.max(0, mostMisses / rounds - governor.alpha),
    reason: undefined,
    misses,
    mostMisses,
    excess: misses - governor.alpha * (rounds - waited),
    governed,
  }
}
