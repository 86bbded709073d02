/**
 * h(z) = √(1 + z²) − z, the factor by which a KL-regularised step multiplies σ.
 *
 * For z > 1 as 1/(√(1 + z²) + z): the difference cancels there. Below it does not, and saves a division.
 */
export function shrink(z: number): number {
  const root = Math.sqrt(1 + z * z)
  return z > 1 ? 1 / (root + z) : root - z
}
