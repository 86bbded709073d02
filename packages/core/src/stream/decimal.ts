/** 10⁰ … 10²²: the powers of ten that doubles hold exactly. */
const powers: Float64Array = Float64Array.from({ length: 23 }, (_, e) => Number(`1e${e}`))

/** What `decimal` gives where it does not decide. */
export const undecided: number = Number.NaN

/**
 * The number written in bytes[start … end), read without making a string; NaN where it does not decide.
 *
 * Where it decides, it equals Number(text). A mantissa below 2⁵³ times or over a power of ten up to 10²² is one
 * correctly rounded operation (Clinger 1990); 16 to 19 digits over such a power take one step of long
 * division in double-double. Other shapes (`Infinity`, spaces, huge exponents) are left to the caller.
 */
export function decimal(bytes: Uint8Array, start: number, end: number): number {
  let i = start
  const sign = i < end ? bytes[i] : 0
  if (sign === 45 || sign === 43) i++
  let mantissa = 0
  let rest = 0
  let digits = 0
  let point = -1
  const first = i
  for (; i < end; i++) {
    const digit = bytes[i] - 48
    if (digit >= 0 && digit <= 9) {
      if (digits < 15) mantissa = mantissa * 10 + digit
      else rest = rest * 10 + digit
      if (digits > 0 || digit !== 0) digits++
    } else if (digit === -2 && point < 0) point = i
    else break
  }
  if (digits > 19 || i - first === (point < 0 ? 0 : 1)) return undecided
  let exponent = point < 0 ? 0 : point + 1 - i
  if (i < end) {
    const written = exponentPart(bytes, i, end)
    if (written > 999) return undecided
    exponent += written
  }
  const magnitude =
    digits <= 15 ? scaled(mantissa, exponent) : divided(mantissa, rest, digits - 15, -exponent)
  return sign === 45 ? -magnitude : magnitude
}

/** The exponent in `e-12`, or 1000 where the bytes are something else. */
function exponentPart(bytes: Uint8Array, start: number, end: number): number {
  let i = start + 1
  if ((bytes[start] | 32) !== 101 || i === end) return 1000
  const sign = bytes[i]
  if (sign === 45 || sign === 43) i++
  if (i === end || end - i > 3) return 1000
  let value = 0
  for (; i < end; i++) {
    const digit = bytes[i] - 48
    if (digit < 0 || digit > 9) return 1000
    value = value * 10 + digit
  }
  return sign === 45 ? -value : value
}

function scaled(mantissa: number, exponent: number): number {
  if (exponent === 0) return mantissa
  if (exponent < 0) return exponent >= -22 ? mantissa / powers[-exponent] : undecided
  return exponent <= 22 ? mantissa * powers[exponent] : undecided
}

const splitter = 134217729 // 2²⁷ + 1

/** The error of a·b in double arithmetic, exactly (Dekker 1971). */
function productError(a: number, b: number, product: number): number {
  const p = a * splitter
  const aHigh = p - (p - a)
  const aLow = a - aHigh
  const q = b * splitter
  const bHigh = q - (q - b)
  const bLow = b - bHigh
  return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow)
}

/** (mantissa·10^extra + rest) / 10^exponent, undecided within 2⁻⁴⁸ of a tie between two doubles. */
function divided(mantissa: number, rest: number, extra: number, exponent: number): number {
  if (exponent < 0 || exponent > 22) return undecided
  const product = mantissa * powers[extra]
  const high = product + rest
  const low = productError(mantissa, powers[extra], product) + (rest - (high - product))
  const divisor = powers[exponent]
  const quotient = high / divisor
  const back = quotient * divisor
  const correction = (high - back - productError(quotient, divisor, back) + low) / divisor
  const slack = Math.abs(correction) * 2 ** -48
  const value = quotient + (correction - slack)
  return value === quotient + (correction + slack) ? value : undecided
}
