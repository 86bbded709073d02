/** 10⁰ … 10²²: the powers of ten that doubles hold exactly. */
export const powersOfTen: Float64Array = Float64Array.from({ length: 23 }, (_, e) => Number(`1e${e}`))

/** What `decimal` gives where it does not decide. */
export const undecided: number = Number.NaN

/** Where `decimal` stopped. */
export interface Cursor {
  end: number
}

/**
 * The number that begins at bytes[start], read without making a string; NaN where it does not decide.
 *
 * Where it decides, it equals Number(text) for the text up to `cursor.end`. A mantissa below 2⁵³ times or over a
 * power of ten up to 10²² is one correctly rounded operation (Clinger 1990); 16 to 18 digits over such a power
 * take one step of long division in double-double. Other shapes (`Infinity`, huge exponents) are the caller's.
 */
export function decimal(bytes: Uint8Array, start: number, cursor: Cursor): number {
  let i = start
  const sign = bytes[i]
  if (sign === 45 || sign === 43) i++
  const first = i
  while (bytes[i] === 48) i++
  let from = i
  let head = 0
  let tail = 0
  let point = -1
  // Nine digits fit an int32, and two such numbers hold all the digits of a double.
  for (let digit = bytes[i] - 48; digit >= 0 && digit <= 9; digit = bytes[++i] - 48) {
    if (i - from < 9) head = (head * 10 + digit) | 0
    else tail = (tail * 10 + digit) | 0
  }
  let digits = i - from
  if (bytes[i] === 46) {
    point = ++i
    if (digits === 0) while (bytes[i] === 48) i++
    from = i - digits
    const stop = from + 9
    let digit = bytes[i] - 48
    for (; i < stop && digit >= 0 && digit <= 9; digit = bytes[++i] - 48) head = (head * 10 + digit) | 0
    for (; digit >= 0 && digit <= 9; digit = bytes[++i] - 48) tail = (tail * 10 + digit) | 0
    digits = i - from
  }
  cursor.end = i
  if (digits > 18 || i - first === (point < 0 ? 0 : 1)) return undecided
  let exponent = point < 0 ? 0 : point - i
  if ((bytes[i] | 32) === 101) exponent += exponentPart(bytes, i + 1, cursor)
  const magnitude =
    digits <= 9
      ? scaled(head, exponent)
      : digits <= 15
        ? scaled(head * powersOfTen[digits - 9] + tail, exponent)
        : divided(head, tail, digits - 9, -exponent)
  return sign === 45 ? -magnitude : magnitude
}

/** The whole number after an `e`; NaN where there is none. */
function exponentPart(bytes: Uint8Array, start: number, cursor: Cursor): number {
  let i = start
  const sign = bytes[i]
  if (sign === 45 || sign === 43) i++
  const first = i
  let value = 0
  for (let digit = bytes[i] - 48; digit >= 0 && digit <= 9; digit = bytes[++i] - 48)
    value = value * 10 + digit
  cursor.end = i
  if (i === first) return undecided
  return sign === 45 ? -value : value
}

function scaled(mantissa: number, exponent: number): number {
  if (exponent === 0) return mantissa
  if (exponent < 0) return exponent >= -22 ? mantissa / powersOfTen[-exponent] : undecided
  return exponent <= 22 ? mantissa * powersOfTen[exponent] : undecided
}

const splitter = 134217729 // 2²⁷ + 1

/** The error of a·b in double arithmetic, exactly (Dekker 1971). */
export function productError(a: number, b: number, product: number): number {
  const p = a * splitter
  const aHigh = p - (p - a)
  const aLow = a - aHigh
  const q = b * splitter
  const bHigh = q - (q - b)
  const bLow = b - bHigh
  return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow)
}

/** (head·10^extra + tail) / 10^exponent, undecided within 2⁻⁴⁸ of a tie between two doubles. */
function divided(head: number, tail: number, extra: number, exponent: number): number {
  if (!(exponent >= 0 && exponent <= 22)) return undecided
  const product = head * powersOfTen[extra]
  const high = product + tail
  const low = productError(head, powersOfTen[extra], product) + (tail - (high - product))
  const divisor = powersOfTen[exponent]
  const quotient = high / divisor
  const back = quotient * divisor
  const correction = (high - back - productError(quotient, divisor, back) + low) / divisor
  const slack = Math.abs(correction) * 3.552713678800501e-15
  const value = quotient + (correction - slack)
  return value === quotient + (correction + slack) ? value : undecided
}
