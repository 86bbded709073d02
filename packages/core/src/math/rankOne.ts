/** gain ← Px, where x stands at `at` in f; returns base + xᵀPx. */
export function gainOf(
  covariance: Float64Array,
  f: Float64Array,
  at: number,
  gain: Float64Array,
  base: number,
): number {
  const d = gain.length
  let scale = base
  for (let i = 0; i < d; i++) {
    let sum = 0
    for (let j = 0, row = i * d; j < d; j++) sum += covariance[row + j] * f[at + j]
    gain[i] = sum
    scale += sum * f[at + i]
  }
  return scale
}

/** P ← P − gain·gainᵀ / scale: P⁻¹ has one more row (Sherman and Morrison). */
export function absorb(covariance: Float64Array, gain: Float64Array, scale: number): void {
  const d = gain.length
  for (let i = 0; i < d; i++) {
    const part = gain[i] / scale
    for (let j = 0; j < d; j++) covariance[i * d + j] -= part * gain[j]
  }
}
