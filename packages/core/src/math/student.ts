/**
 * Student's t with ν degrees of freedom, scaled to variance 1, for whole ν ≥ 3.
 *
 *     density  c·(1 + z²/(ν − 2))^(−(ν + 1)/2)
 *
 * Sums in closed form instead of an incomplete beta function: a cdf costs one arctangent.
 */

/** log c. From c of t₁ or t₂ by Γ's recurrence, two degrees a step. */
export function studentLogConstant(degrees: number): number {
  let density = degrees % 2 === 1 ? 1 / Math.PI : 1 / (2 * Math.SQRT2)
  for (let nu = degrees % 2 === 1 ? 3 : 4; nu <= degrees; nu += 2) {
    density *= (nu - 1) / Math.sqrt(nu * (nu - 2))
  }
  return Math.log(density * Math.sqrt(degrees / (degrees - 2)))
}

export function studentLogPdf(z: number, degrees: number, logConstant: number): number {
  return logConstant - 0.5 * (degrees + 1) * Math.log1p((z * z) / (degrees - 2))
}

/** Products and a root instead of a logarithm and its exponential. */
export function studentPdf(z: number, degrees: number, logConstant: number): number {
  const base = (degrees - 2) / (degrees - 2 + z * z)
  let density = Math.exp(logConstant) * (degrees % 2 === 0 ? Math.sqrt(base) : 1)
  for (let power = (degrees + 1) >> 1; power > 0; power--) density *= base
  return density
}

/**
 * P(Z ≤ z), Abramowitz & Stegun 26.7.3 and 26.7.4 with θ = arctan(z/√(ν − 2)).
 *
 *     ν odd   ½ + (θ + sin θ (cos θ + ⅔cos³θ + … )) / π
 *     ν even  ½ + ½ sin θ (1 + ½cos²θ + (1·3)/(2·4) cos⁴θ + … )
 */
export function studentCdf(z: number, degrees: number): number {
  const scale = Math.sqrt(degrees - 2)
  const radius = Math.sqrt(scale * scale + z * z)
  if (radius === Infinity) return z > 0 ? 1 : 0
  const cosine = scale / radius
  const sine = z / radius
  const square = cosine * cosine
  const odd = degrees % 2 === 1
  let term = odd ? cosine : 1
  let sum = term
  for (let j = odd ? 2 : 1; j <= degrees - 3; j += 2) {
    term *= (square * j) / (j + 1)
    sum += term
  }
  const above = odd ? (Math.atan(z / scale) + sine * sum) / Math.PI : 0.5 * sine * sum
  // Far out rounding leads a little below 0 or above 1, and a weight that is multiplied by that is negative.
  return Math.max(0, Math.min(1, 0.5 + above))
}
