import type { Band } from './band.ts'

/** Sorts the thresholds of each side by coverage: rearranged quantiles are never worse (Chernozhukov and others 2010). */
export function nest(bands: readonly Band[], order: readonly number[]): void {
  for (const which of ['given', 'atMean'] as const) {
    for (let side = 0; side < bands[0].sides.length; side++) {
      for (let i = 1; i < order.length; i++) {
        for (let j = i; j > 0; j--) {
          const narrow = bands[order[j - 1]][which]
          const wide = bands[order[j]][which]
          if (narrow[side] <= wide[side]) break
          const swap = narrow[side]
          narrow[side] = wide[side]
          wide[side] = swap
        }
      }
    }
  }
}
