/**
 * h(z) = √(1 + z²) − z, the factor by which a KL-regularised step multiplies σ.
 *
 * By its series for the small z of most rounds, where the next term is below half an ulp: no square root. For z > 1
 * as 1/(√(1 + z²) + z), because the difference cancels.
 */
export function shrink(z: number): number {
  const square = z * z
  if (square < 1e-6) return 1 - z + square * (0.5 - 0.125 * square)
  const root = Math.sqrt(1 + square)
  return z > 1 ? 1 / (root + z) : root - z
}
