/**
 * h(z) = √(1 + z²) − z, the factor by which a KL-regularised step multiplies σ.
 *
 * For z > 1 as 1/(√(1 + z²) + z): the difference cancels there. Below it does not, and saves a division.
 */
export function shrink(z: number): number {
  const root = Math.sqrt(1 + z * z)
  return z > 1 ? 1 / (root + z) : root - z
}

/** Below this |z| the series of h ends before rounding does. */
export const SMALL_SHRINK = 1e-3

/** h(z) for |z| < SMALL_SHRINK by its series 1 − z + z²/2 − z⁴/8: no square root. */
export function shrinkLittle(z: number): number {
  const square = z * z
  return 1 - z + square * (0.5 - 0.125 * square)
}
