import type { MemoryGroup } from './memoryGroups.ts'
import { countBelow, countUpTo } from './quantiles.ts'

/**
 * m of a score that equals the threshold of an end. With the mass of the tie between F⁻ and F⁺ of the memories of that end,
 *
 *     m = (F⁺ − 1 + b)/(F⁺ − F⁻), cut to [0, 1]
 *
 * so that scores that repeat themselves do not wind the governor up. The groups must be open at the series.
 *
 * @param upper whether it is the upper end; the lower one counts from above
 * @param from where the weights of the memories start
 * @param level b
 */
export function missAtTie(
  groups: readonly MemoryGroup[],
  upper: boolean,
  score: number,
  weights: Float64Array,
  from: number,
  level: number,
): number {
  let below = 0
  let upTo = 0
  let mass = 0
  for (let i = 0, k = 0; i < groups.length; i++) {
    // A residual that repeats itself has other scores under other distributions.
    if (groups[i].residuals) break
    const { sizes, sorted, starts, lengths } = groups[i].ladder
    for (let j = 0; j < sizes.length; j++, k++) {
      const n = lengths[j]
      if (n === 0) continue
      const less = countBelow(sorted[j], starts[j], n, score)
      const notMore = countUpTo(sorted[j], starts[j], n, score)
      const weight = weights[from + k]
      below += (weight * (upper ? less : n - notMore)) / (n + 1)
      upTo += (weight * ((upper ? notMore : n - less) + 1)) / (n + 1)
      mass += weight
    }
  }
  return Math.min(1, Math.max(0, (upTo / mass - 1 + level) / ((upTo - below) / mass)))
}

/** Whether a score equals a threshold but for rounding. */
export function isTie(score: number, threshold: number): boolean {
  return threshold < Infinity && Math.abs(score - threshold) <= 1e-9 * Math.abs(threshold)
}
