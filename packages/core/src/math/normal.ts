import { exp } from './exp.ts'

export { normalQuantile } from './normalQuantile.ts'

const INV_SQRT_PI = 0.5641895835477563
const INV_SQRT_2PI = 0.3989422804014327
const LOG_SQRT_2PI = 0.9189385332046728

// Cody's boundary between erf by its odd series and erfc by its tail.
const SMALL = 0.46875

/**
 * exp(s x²) for s < 0 to the last digit, where exp(s * x * x) loses a digit for each factor ten in x².
 *
 * The rounding error of x² is recovered exactly from halves of x (Dekker 1971) and enters to first
 * order: one exponential, no call more than the naive form.
 */
function expSquare(x: number, s: number): number {
  // Beyond 40 the answer is settled, and Math.fround would overflow.
  if (x > 40 || x < -40) return 0
  const square = x * x
  const high = Math.fround(x)
  const low = x - high
  const lost = high * high - square + 2 * high * low + low * low
  return exp(s * square) * (1 + s * lost)
}

/** erf x for |x| ≤ 0.46875, Cody (1969). */
function erfSmall(x: number): number {
  const s = x * x
  return (
    (x *
      ((((0.1857777061846032 * s + 3.1611237438705655) * s + 113.86415415105016) * s + 377.485237685302) * s +
        3209.3775891384694)) /
    ((((s + 23.601290952344122) * s + 244.02463793444417) * s + 1282.6165260773723) * s + 2844.236833439171)
  )
}

/** exp(x²) erfc x for x > 0.46875, Cody (1969). */
function erfcxLarge(x: number): number {
  if (x <= 4) {
    return (
      ((((((((2.1531153547440383e-8 * x + 0.5641884969886701) * x + 8.883149794388375) * x +
        66.11919063714163) *
        x +
        298.6351381974001) *
        x +
        881.952221241769) *
        x +
        1712.0476126340707) *
        x +
        2051.0783778260716) *
        x +
        1230.3393547979972) /
      ((((((((x + 15.744926110709835) * x + 117.6939508913125) * x + 537.1811018620099) * x +
        1621.3895745666903) *
        x +
        3290.7992357334597) *
        x +
        4362.619090143247) *
        x +
        3439.3676741437216) *
        x +
        1230.3393548037493)
    )
  }
  return erfcxFar(x)
}

/** The same for x > 4: apart, so that what most calls need is small enough to be compiled into their loop. */
function erfcxFar(x: number): number {
  const s = 1 / (x * x)
  const rest =
    (s *
      (((((0.016315387137302097 * s + 0.30532663496123236) * s + 0.36034489994980445) * s +
        0.12578172611122926) *
        s +
        0.01608378514874228) *
        s +
        0.0006587491615298378)) /
    (((((s + 2.568520192289822) * s + 1.8729528499234673) * s + 0.5279051029514285) * s +
      0.06051834131244132) *
      s +
      0.0023352049762686918)
  return (INV_SQRT_PI - rest) / x
}

/** Complementary error function 1 − erf x, accurate relative to itself out to x = 26. */
export function erfc(x: number): number {
  if (Math.abs(x) <= SMALL) return 1 - erfSmall(x)
  if (x < 0) return 2 - erfc(-x)
  return expSquare(x, -1) * erfcxLarge(x)
}

/** Scaled complementary error function exp(x²) erfc x, which neither under- nor overflows for x > −26. */
export function erfcx(x: number): number {
  if (Math.abs(x) <= SMALL) return Math.exp(x * x) * (1 - erfSmall(x))
  if (x < 0) return 2 / expSquare(x, -1) - erfcxLarge(-x)
  return erfcxLarge(x)
}

/** Standard normal density φ(z) = exp(−z²/2) / √(2π). */
export function normalPdf(z: number): number {
  return INV_SQRT_2PI * expSquare(z, -0.5)
}

/** log φ(z) = −z²/2 − log √(2π). */
export function normalLogPdf(z: number): number {
  return -0.5 * z * z - LOG_SQRT_2PI
}

/**
 * Standard normal distribution function.
 *
 *     Φ(z) = ½ exp(−z²/2) erfcx(−z/√2)
 *
 * Written so, and not as ½ erfc(−z/√2), the rounding of z/√2 is never multiplied by z².
 */
export function normalCdf(z: number): number {
  const x = Math.abs(z) * Math.SQRT1_2
  if (x <= SMALL) return 0.5 + 0.5 * erfSmall(z * Math.SQRT1_2)
  const tail = 0.5 * expSquare(z, -0.5) * erfcxLarge(x)
  return z > 0 ? 1 - tail : tail
}

/** log Φ(z), accurate relative to itself in both tails: −5e19 at z = −1e10, −2.9e-316 at z = 38. */
export function normalLogCdf(z: number): number {
  // Adding zero turns the −0 of the far right into 0.
  if (z > 0) return Math.log1p(-normalCdf(-z)) + 0
  const x = -z * Math.SQRT1_2
  if (x <= SMALL) return Math.log(0.5 - 0.5 * erfSmall(x))
  return Math.log(0.5 * erfcxLarge(x)) - 0.5 * z * z
}
