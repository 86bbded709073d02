import { type Digits, shortestDigits } from './shortest.ts'

const ZERO = 48
const MINUS = 45
const POINT = 46
/** Bytes that a number takes at most. */
export const LONGEST_NUMBER = 32

const digits: Digits = { head: 0, tail: 0, exponent: 0 }

/**
 * Writes a number as String does, into bytes from `at` on; returns where it ends.
 *
 * What it earns: the CSV line of a conformal record takes 0.86 µs instead of 1.53 with lines joined as strings, which is a
 * tenth of a row from CSV to CSV (processor time, the fastest of 40 passes in turns, Node 20, 2026-11-18).
 */
export function putNumber(bytes: Uint8Array, at: number, value: number): number {
  const size = Math.abs(value)
  const millionths = Math.round(size * 1e6)
  // A decimal of at most 15 digits is the only such one that rounds to its double, hence the shortest.
  const isShort = millionths / 1e6 === size && millionths < 1e15
  if (!isShort && !(size >= 1e-5 && size < 1e15 && shortestDigits(size, digits)))
    return putText(bytes, at, String(value))
  const start = value < 0 ? at + 1 : at
  if (value < 0) bytes[at] = MINUS
  return isShort ? putMillionths(bytes, start, millionths) : putDigits(bytes, start, digits)
}

function putText(bytes: Uint8Array, at: number, text: string): number {
  for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i)
  return at + text.length
}

/** A whole number of millionths, below 10¹⁵. */
function putMillionths(bytes: Uint8Array, at: number, millionths: number): number {
  const whole = Math.floor(millionths / 1e6)
  const fraction = millionths - whole * 1e6
  let length = 1
  for (let power = 10; power <= whole; power *= 10) length++
  const point = at + length
  putWhole(bytes, at, point, whole)
  if (fraction === 0) return point
  bytes[point] = POINT
  putWhole(bytes, point + 1, point + 7, fraction)
  return withoutZeros(bytes, point + 7)
}

/** Seventeen digits, the point among them or before them. */
function putDigits(bytes: Uint8Array, at: number, { head, tail, exponent }: Digits): number {
  if (exponent < 0) {
    const from = at + 1 - exponent
    bytes[at] = ZERO
    bytes[at + 1] = POINT
    for (let i = at + 2; i < from; i++) bytes[i] = ZERO
    putWhole(bytes, from, from + 9, head)
    putWhole(bytes, from + 9, from + 17, tail)
    return withoutZeros(bytes, from + 17)
  }
  putWhole(bytes, at, at + 9, head)
  putWhole(bytes, at + 9, at + 17, tail)
  const point = at + exponent + 1
  for (let i = at + 17; i > point; i--) bytes[i] = bytes[i - 1]
  bytes[point] = POINT
  return withoutZeros(bytes, at + 18)
}

/** A whole number below 2³¹ with zeros in front, from `from` to before `to`. */
function putWhole(bytes: Uint8Array, from: number, to: number, value: number): void {
  let left = value | 0
  for (let i = to - 1; i >= from; i--) {
    const rest = (left / 10) | 0
    bytes[i] = ZERO + left - 10 * rest
    left = rest
  }
}

/** Where a fraction that ends before `end` has its last digit that counts, and no point without one. */
function withoutZeros(bytes: Uint8Array, end: number): number {
  let last = end - 1
  while (bytes[last] === ZERO) last--
  return bytes[last] === POINT ? last : last + 1
}
