/** At most this many bins a feature. */
export const BINS = 32

/**
 * Thresholds between the quantiles of a column, each halfway between two values that follow each other.
 *
 * @param column its first `count` entries, which are sorted in place
 * @param out room for them, in ascending order
 * @returns how many there are, fewer than `BINS`
 */
export function thresholdsOf(column: Float64Array, count: number, out: Float64Array): number {
  const sorted = column.subarray(0, count).sort()
  let found = 0
  for (let b = 1; b < BINS; b++) {
    let next = Math.floor((b * count) / BINS)
    if (next < 1) continue
    const below = sorted[next - 1]
    while (next < count && sorted[next] === below) next++
    if (next === count) break
    const middle = below + 0.5 * (sorted[next] - below)
    if (found === 0 || middle > out[found - 1]) out[found++] = middle
  }
  return found
}

/** How many of the thresholds are below a value: its bin. */
export function binOf(value: number, thresholds: Float64Array, from: number, count: number): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (value > thresholds[from + middle]) low = middle + 1
    else high = middle
  }
  return low
}

/** 1 if a bin is above another, else 0: by the sign of the difference, for half of such branches would be guessed wrong. */
export function isAbove(bin: number, last: number): number {
  return (last - bin) >>> 31
}
