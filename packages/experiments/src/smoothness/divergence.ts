import { normalPdf } from 'credence/random'

/** KL of N(f, ς²) from N(f − gap, ς² + v). */
export function normalDivergence(gap: number, noise: number, variance: number): number {
  const s = noise * noise
  return 0.5 * (Math.log1p(variance / s) + (s + gap * gap) / (s + variance) - 1)
}

const STEP = 0.25
const NODES = Array.from({ length: 57 }, (_, i) => (i - 28) * STEP)

/** KL of N(f, ς²) from the mixture, by the trapezoidal rule, which is exact to rounding for such integrands. */
export function mixtureDivergence(
  f: number,
  noise: number,
  means: Float64Array,
  variances: Float64Array,
  weights: Float64Array,
): number {
  let sum = 0
  for (const z of NODES) {
    const y = f + noise * z
    let density = 0
    for (let k = 0; k < weights.length; k++) {
      if (weights[k] < 1e-300) continue
      const s2 = variances[k] + noise * noise
      density += (weights[k] * Math.exp(-((y - means[k]) ** 2) / (2 * s2))) / Math.sqrt(s2)
    }
    // The factor √(2π) is left out of both densities.
    sum += normalPdf(z) * (-0.5 * z * z - Math.log(noise) - Math.log(density))
  }
  return sum * STEP
}
