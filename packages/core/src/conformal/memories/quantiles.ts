/**
 * Order statistics of a memory: n numbers s₁ ≤ … ≤ sₙ.
 *
 * The quantile at miss level b is what a next number exceeds with probability b, by exchangeability; h = (n + 1)(1 − b):
 *
 *     s₁                                     h ≤ 1
 *     s_⌊h⌋ + (h − ⌊h⌋)(s_⌊h⌋₊₁ − s_⌊h⌋)      1 < h ≤ n
 *     sₙ + d·(((n + 1)b)^(−½) − 1)            h > n: a power tail
 *
 * d is sₙ − s₁, or |s₁| of a single number; of sizes |s| it is the largest of them.
 */

/** The quantile of the numbers. */
export function above(s: Float64Array, n: number, b: number): number {
  const h = (n + 1) * (1 - b)
  const i = h | 0
  if (h > n) return s[n - 1] + range(s, n) * tail(n, b)
  if (h <= 1) return s[0]
  const low = s[i - 1]
  return i >= n ? low : low + (h - i) * (s[i] - low)
}

/** The quantile of the negated numbers. */
export function aboveNegated(s: Float64Array, n: number, b: number): number {
  const h = (n + 1) * (1 - b)
  const i = h | 0
  if (h > n) return -s[0] + range(s, n) * tail(n, b)
  if (h <= 1) return -s[n - 1]
  const low = -s[n - i]
  return i >= n ? low : low + (h - i) * (-s[n - 1 - i] - low)
}

/** The quantile of the sizes |s|. */
export function aboveSizes(s: Float64Array, n: number, b: number): number {
  const h = (n + 1) * (1 - b)
  const i = h | 0
  if (i >= n) {
    const largest = Math.max(-s[0], s[n - 1])
    return h > n ? largest + largest * tail(n, b) : largest
  }
  if (h <= 1) return nextSize(s, n, smallest(s, n, 0), 0)
  const start = smallest(s, n, i)
  const size = lastSize(s, start, i)
  return size + (h - i) * (nextSize(s, n, start, i) - size)
}

/** The median: the mean of the two middle numbers. */
export function median(s: Float64Array, n: number): number {
  return 0.5 * s[(n - 1) >> 1] + 0.5 * s[n >> 1]
}

/** The median of the sizes |s|. */
export function medianSize(s: Float64Array, n: number): number {
  const half = n >> 1
  const start = smallest(s, n, half)
  const next = nextSize(s, n, start, half)
  return n === 2 * half ? 0.5 * lastSize(s, start, half) + 0.5 * next : next
}

function range(s: Float64Array, n: number): number {
  return n > 1 ? s[n - 1] - s[0] : Math.abs(s[0])
}

function tail(n: number, b: number): number {
  return 1 / Math.sqrt((n + 1) * b) - 1
}

/** The m numbers of the smallest sizes stand together: where they start, by bisection. */
function smallest(s: Float64Array, n: number, m: number): number {
  let from = 0
  let to = n - m
  while (from < to) {
    const middle = (from + to) >> 1
    if (-s[middle] > s[middle + m]) from = middle + 1
    else to = middle
  }
  return from
}

/** The largest size among the m numbers from `start` on. */
function lastSize(s: Float64Array, start: number, m: number): number {
  return Math.max(-s[start], s[start + m - 1])
}

/** The smallest size among the others. */
function nextSize(s: Float64Array, n: number, start: number, m: number): number {
  const before = start > 0 ? -s[start - 1] : Infinity
  return start + m < n ? Math.min(before, s[start + m]) : before
}

/** How many of the numbers are < x. */
export function countBelow(s: Float64Array, n: number, x: number): number {
  let from = 0
  let to = n
  while (from < to) {
    const middle = (from + to) >> 1
    if (s[middle] < x) from = middle + 1
    else to = middle
  }
  return from
}

/** How many of the numbers are ≤ x. */
export function countUpTo(s: Float64Array, n: number, x: number): number {
  let from = 0
  let to = n
  while (from < to) {
    const middle = (from + to) >> 1
    if (s[middle] > x) to = middle
    else from = middle + 1
  }
  return from
}
