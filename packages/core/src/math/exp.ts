/** 2^(j/64). */
const ROOTS = Float64Array.from({ length: 64 }, (_, j) => 2 ** (j / 64))
/** 2^(k − BIAS), for every power of 2 that a double can hold. */
const BIAS = 1088
const POWERS = Float64Array.from({ length: 2 * BIAS }, (_, k) => 2 ** (k - BIAS))
const PER_STEP = 64 * Math.LOG2E
/** (log 2)/64 in two parts: the first is so short that its multiples are exact. */
const STEP = 0.010830417275428772
const STEP_REST = 7.420820373486988e-9

/**
 * exp(x) to about one unit in the last place.
 *
 *     x = (64k + j)·(log 2)/64 + r with |r| ≤ (log 2)/128,   exp(x) = 2ᵏ · 2^(j/64) · (1 + r + … + r⁵/120)
 *
 * With steps so short five terms are enough, and no division (Tang 1989). In two thirds of the time of Math.exp,
 * because it compiles into the loop that needs it; and the same numbers on every engine.
 */
export function exp(x: number): number {
  if (!(x > -745.13321910194111 && x < 709)) return beyond(x)
  // Biased, so that truncating is rounding down.
  const n = (x * PER_STEP + (64 * BIAS + 0.5)) | 0
  const m = n - 64 * BIAS
  const r = x - m * STEP - m * STEP_REST
  const s = r * r
  const more = r + s * (0.5 + r * 0.16666666666666666 + s * (0.041666666666666664 + r * 0.008333333333333333))
  const root = ROOTS[n & 63]
  return (root + root * more) * POWERS[n >> 6]
}

function beyond(x: number): number {
  if (x > 0) return Math.exp(x)
  return Number.isNaN(x) ? x : 0
}
