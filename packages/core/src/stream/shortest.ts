import { powersOfTen, productError } from './decimal.ts'

const double = new Float64Array(1)
const words = new Uint32Array(double.buffer)
const HIGH = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 1 : 0

/** The shortest digits that read back to a double: (head·10⁸ + tail)·10^(exponent − 16), head of nine digits and tail of eight. */
export interface Digits {
  head: number
  tail: number
  exponent: number
}

/**
 * Finds the digits of String(value) without making the string; false where it does not decide.
 *
 * P = value·10ᵏ in [10¹⁶, 10¹⁷) is exact as a sum of two doubles (Dekker 1971), because 10ᵏ is one. All decimals that
 * read back to the value lie within h of P, h half the distance of neighbouring doubles times 10ᵏ, which is exact too. So the
 * shortest is the multiple of the largest 10ʲ within h of P, and the nearest of them.
 *
 * @param value from 10⁻⁵ to 10¹⁵, not a power of two, whose neighbours are not equally far
 */
export function shortestDigits(value: number, out: Digits): boolean {
  double[0] = value
  const high = words[HIGH]
  if ((high & 0xfffff) === 0 && words[1 - HIGH] === 0) return false
  words[HIGH] = (high & 0x7ff00000) - (53 << 20)
  words[1 - HIGH] = 0
  let exponent = 0
  while (value >= powersOfTen[exponent + 1]) exponent++
  if (value < 1) for (exponent = -1; value * powersOfTen[-exponent] < 1; ) exponent--
  const power = powersOfTen[16 - exponent]
  const half = double[0] * power
  const product = value * power
  const rest = productError(value, power, product)
  if (!(product >= 1e16 && product < 1e17)) return false
  const head = Math.floor(product / 1e8)
  // Whole, and small beside the product: exact.
  const tail = product - head * 1e8
  let best = Math.round(tail + rest)
  let off = Math.abs(best - tail - rest)
  if (Math.abs(off - 0.5) < SLACK || off > half - SLACK) return false
  for (let step = 10; step < 1e8; step *= 10) {
    const next = step * Math.round((tail + rest) / step)
    off = Math.abs(next - tail - rest)
    if (off > half + SLACK) break
    // Too near to the end of the range, or to the middle of two multiples, for doubles to tell.
    if (off > half - SLACK || Math.abs(off - step / 2) < SLACK) return false
    best = next
  }
  if (best < 0 || best >= 1e8) return false
  out.head = head
  out.tail = best
  out.exponent = exponent
  return true
}

/** More than the rounding of sums below 10⁸ can be wrong by. */
const SLACK = 1e-6
