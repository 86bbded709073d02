import { hypotenuse } from './hypotenuse.ts'
import { normalCdf, normalPdf } from './normal.ts'

/** Relative differences below this go through the derivative: subtracting would leave no digits. */
const CLOSE = 1e-5

/**
 * Continuous ranked probability score of Σ ωₖ N(uₖ, sₖ²) at y.
 *
 *     E|X − y| − ½E|X − X′| = ½ΣΣ ωⱼωₖ (Aⱼ(y) + Aₖ(y) − Aⱼₖ)
 *     Aₖ(y) = E|N(y − uₖ, sₖ²)|,   Aⱼₖ = E|N(uⱼ − uₖ, sⱼ² + sₖ²)|
 *
 * Pair by pair, so that an expert of weight 1e-62 that believes 1e100 adds next to nothing. In the two sums by
 * themselves it adds 1e38 to each.
 */
export function mixtureCrps(
  weights: Float64Array,
  means: Float64Array,
  deviations: Float64Array,
  y: number,
): number {
  let sum = 0
  for (let k = 0; k < weights.length; k++) {
    if (weights[k] === 0) continue
    for (let j = 0; j <= k; j++) {
      if (weights[j] === 0) continue
      const far = Math.abs(y - means[k]) + deviations[k] >= Math.abs(y - means[j]) + deviations[j]
      const pair = far ? excess(means, deviations, j, k, y) : excess(means, deviations, k, j, y)
      sum += (j === k ? 1 : 2) * weights[k] * weights[j] * pair
    }
  }
  return sum
}

/** ½(Aⱼ(y) + (Aₖ(y) − Aⱼₖ)), where k is the farther of the two; halved first, lest it overflow. */
function excess(means: Float64Array, deviations: Float64Array, j: number, k: number, y: number): number {
  const [a, s] = [y - means[k], deviations[k]]
  const r = deviations[j]
  const wide = hypotenuse(s, r)
  const shift = y - means[j]
  const near = 0.5 * Math.abs(shift) + tail(shift, r)
  const narrower = wide > 0 ? -r * (r / (wide + s)) : 0
  if (Math.abs(shift) + Math.abs(narrower) < CLOSE * s) {
    const z = (a - 0.5 * shift) / (s - 0.5 * narrower)
    return near + (normalCdf(z) - 0.5) * shift + normalPdf(z) * narrower
  }
  // |a| − |b| without the part that they share, and then what the moments have beyond these.
  const b = means[j] - means[k]
  const straight = a > 0 !== b > 0 ? Math.abs(a) - Math.abs(b) : a > 0 ? shift : -shift
  return near + 0.5 * straight + (tail(a, s) - tail(b, wide))
}

/** (E|N(μ, s²)| − |μ|)/2. */
function tail(mu: number, s: number): number {
  if (s === 0) return 0
  const z = Math.abs(mu) / s
  return z < 40 ? s * normalPdf(z) - Math.abs(mu) * normalCdf(-z) : 0
}
