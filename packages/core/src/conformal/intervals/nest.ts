import type { Thresholds } from './band.ts'

/** Sorts the thresholds of each side by coverage: rearranged quantiles are never worse (Chernozhukov and others 2010). */
export function rearrange(all: readonly Thresholds[], order: readonly number[]): void {
  for (const which of ['given', 'atMean'] as const) {
    for (let side = 0; side < all[0].given.length; side++) {
      for (let i = 1; i < order.length; i++) {
        for (let j = i; j > 0; j--) {
          const narrow = all[order[j - 1]][which]
          const wide = all[order[j]][which]
          if (narrow[side] <= wide[side]) break
          const swap = narrow[side]
          narrow[side] = wide[side]
          wide[side] = swap
        }
      }
    }
  }
}

/**
 * Raises the thresholds of a higher coverage to those of the lower ones. Unlike sorting it narrows no interval, so
 * that one which the governor wants to be infinite stays so, and what is proven stays true.
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
