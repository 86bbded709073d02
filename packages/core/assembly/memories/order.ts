import { HIGHEST, LOWEST } from './desk'

/**
 * The twins of `memories/fast/quantiles.ts`: order statistics of a memory, n numbers in order that stand in `values` at `places`.
 */

function nth(values: usize, places: usize, i: i32): f64 {
  return load<f64>(whereIs(values, places, i))
}

function whereIs(values: usize, places: usize, i: i32): usize {
  return values + ((<usize>load<u16>(places + ((<usize>i) << 1))) << 3)
}

export function above(v: usize, s: usize, n: i32, b: f64): f64 {
  const h = <f64>(n + 1) * (1 - b)
  if (h > n) return nth(v, s, n - 1) + range(v, s, n) * tail(n, b)
  if (h <= 1) return nth(v, s, 0)
  const i = <i32>h
  const low = nth(v, s, i - 1)
  return i >= n ? low : low + (h - <f64>i) * (nth(v, s, i) - low)
}

export function aboveNegated(v: usize, s: usize, n: i32, b: f64): f64 {
  const h = <f64>(n + 1) * (1 - b)
  if (h > n) return -nth(v, s, 0) + range(v, s, n) * tail(n, b)
  if (h <= 1) return -nth(v, s, n - 1)
  const i = <i32>h
  const low = -nth(v, s, n - i)
  return i >= n ? low : low + (h - <f64>i) * (-nth(v, s, n - 1 - i) - low)
}

export function aboveSizes(v: usize, s: usize, n: i32, b: f64): f64 {
  const h = <f64>(n + 1) * (1 - b)
  const i = <i32>h
  if (i >= n) {
    const size = lastSize(v, s, 0, n)
    return h > n ? size + size * tail(n, b) : size
  }
  if (h <= 1) return nextSize(v, s, n, smallest(v, s, n, 0), 0)
  const start = smallest(v, s, n, i)
  const size = lastSize(v, s, start, i)
  return size + (h - <f64>i) * (nextSize(v, s, n, start, i) - size)
}

export function median(v: usize, s: usize, n: i32): f64 {
  return 0.5 * nth(v, s, (n - 1) >> 1) + 0.5 * nth(v, s, n >> 1)
}

export function medianSize(v: usize, s: usize, n: i32): f64 {
  const half = n >> 1
  const start = smallest(v, s, n, half)
  const next = nextSize(v, s, n, start, half)
  return n === 2 * half ? 0.5 * lastSize(v, s, start, half) + 0.5 * next : next
}

function range(v: usize, s: usize, n: i32): f64 {
  return n > 1 ? nth(v, s, n - 1) - nth(v, s, 0) : abs(nth(v, s, 0))
}

function tail(n: i32, b: f64): f64 {
  return 1 / sqrt(<f64>(n + 1) * b) - 1
}

/** The m numbers of the smallest sizes stand together: where they start, by a bisection whose steps n and m decide. */
function smallest(v: usize, s: usize, n: i32, m: i32): i32 {
  let from = 0
  let left = n - m
  while (left > 1) {
    const half = left >> 1
    from = select(from + half, from, isFurther(v, s, from + half - 1, m))
    left -= half
  }
  return left === 1 ? from + i32(isFurther(v, s, from, m)) : 0
}

function isFurther(v: usize, s: usize, i: i32, m: i32): bool {
  return -nth(v, s, i) > nth(v, s, i + m)
}

function lastSize(v: usize, s: usize, start: i32, m: i32): f64 {
  return largest(-nth(v, s, start), nth(v, s, start + m - 1))
}

function nextSize(v: usize, s: usize, n: i32, start: i32, m: i32): f64 {
  const before = select(whereIs(v, s, start - 1), LOWEST, start > 0)
  const after = select(whereIs(v, s, start + m), HIGHEST, start + m < n)
  return least(-load<f64>(before), load<f64>(after))
}

/** Math.min of numbers, without the branches that f64.min is made of: of two zeros, the negative one. */
function least(a: f64, b: f64): f64 {
  const x = f64x2.splat(a)
  const y = f64x2.splat(b)
  return f64x2.extract_lane(v128.bitselect(v128.or(x, y), f64x2.pmin(x, y), f64x2.eq(x, y)), 0)
}

/** Math.max, likewise. */
function largest(a: f64, b: f64): f64 {
  const x = f64x2.splat(a)
  const y = f64x2.splat(b)
  return f64x2.extract_lane(v128.bitselect(v128.and(x, y), f64x2.pmax(x, y), f64x2.eq(x, y)), 0)
}
