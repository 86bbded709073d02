import type { Thresholds } from './band.ts'

/**
 * Raises the thresholds of a higher coverage to those of the lower ones. Unlike sorting it narrows no interval, so
 * that one which the governor wants to be infinite stays so, and what is proven of each coverage stays true.
 */
export function widen(all: readonly Thresholds[], order: readonly number[]): void {
  for (const which of ['given', 'atMean'] as const) {
    for (let i = 1; i < order.length; i++) {
      const narrow = all[order[i - 1]][which]
      const wide = all[order[i]][which]
      for (let side = 0; side < wide.length; side++) wide[side] = Math.max(wide[side], narrow[side])
    }
  }
}
