/**
 * Order statistics of a memory: n numbers s₁ ≤ … ≤ sₙ, which stand in an array from `at` on.
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
export function above(s: Float64Array, at: number, n: number, b: number): number {
  const h = (n + 1) * (1 - b)
  const i = h | 0
  if (h > n) return s[at + n - 1] + range(s, at, n) * tail(n, b)
  if (h <= 1) return s[at]
  const low = s[at + i - 1]
  return i >= n ? low : low + (h - i) * (s[at + i] - low)
}

/** The quantile of the negated numbers. */
export function aboveNegated(s: Float64Array, at: number, n: number, b: number): number {
  const h = (n + 1) * (1 - b)
  const i = h | 0
  if (h > n) return -s[at] + range(s, at, n) * tail(n, b)
  if (h <= 1) return -s[at + n - 1]
  const low = -s[at + n - i]
  return i >= n ? low : low + (h - i) * (-s[at + n - 1 - i] - low)
}

/** The quantile of the sizes |s|. */
export function aboveSizes(s: Float64Array, at: number, n: number, b: number): number {
  const h = (n + 1) * (1 - b)
  const i = h | 0
  if (i >= n) {
    const largest = Math.max(-s[at], s[at + n - 1])
    return h > n ? largest + largest * tail(n, b) : largest
  }
  if (h <= 1) return nextSize(s, at, n, smallest(s, at, n, 0), 0)
  const start = smallest(s, at, n, i)
  const size = lastSize(s, at, start, i)
  return size + (h - i) * (nextSize(s, at, n, start, i) - size)
}

/** The median: the mean of the two middle numbers. */
export function median(s: Float64Array, at: number, n: number): number {
  return 0.5 * s[at + ((n - 1) >> 1)] + 0.5 * s[at + (n >> 1)]
}

/** The median of the sizes |s|. */
export function medianSize(s: Float64Array, at: number, n: number): number {
  const half = n >> 1
  const start = smallest(s, at, n, half)
  const next = nextSize(s, at, n, start, half)
  return n === 2 * half ? 0.5 * lastSize(s, at, start, half) + 0.5 * next : next
}

function range(s: Float64Array, at: number, n: number): number {
  return n > 1 ? s[at + n - 1] - s[at] : Math.abs(s[at])
}

function tail(n: number, b: number): number {
  return 1 / Math.sqrt((n + 1) * b) - 1
}

/** The m numbers of the smallest sizes stand together: where they start, by bisection. */
function smallest(s: Float64Array, at: number, n: number, m: number): number {
  let from = 0
  let to = n - m
  while (from < to) {
    const middle = (from + to) >> 1
    if (-s[at + middle] > s[at + middle + m]) from = middle + 1
    else to = middle
  }
  return from
}

/** The largest size among the m numbers from `start` on. */
function lastSize(s: Float64Array, at: number, start: number, m: number): number {
  return Math.max(-s[at + start], s[at + start + m - 1])
}

/** The smallest size among the others. */
function nextSize(s: Float64Array, at: number, n: number, start: number, m: number): number {
  const before = start > 0 ? -s[at + start - 1] : Infinity
  return start + m < n ? Math.min(before, s[at + start + m]) : before
}

/** How many of the numbers are < x. */
export function countBelow(s: Float64Array, at: number, n: number, x: number): number {
  let from = 0
  let to = n
  while (from < to) {
    const middle = (from + to) >> 1
    if (s[at + middle] < x) from = middle + 1
    else to = middle
  }
  return from
}

/** How many of the numbers are ≤ x. */
export function countUpTo(s: Float64Array, at: number, n: number, x: number): number {
  let from = 0
  let to = n
  while (from < to) {
    const middle = (from + to) >> 1
    if (s[at + middle] > x) to = middle
    else from = middle + 1
  }
  return from
}
