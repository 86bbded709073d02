import type { Loss } from './loss.ts'

const HALF_LOG_TWO_PI = 0.9189385332046728

/**
 * Gaussian log-density loss ℓ(z, y) = −log N(y; z, ς²), with the noise ς of each expert.
 *
 *     mean      ½ log 2πς² + ((y − u)² + v) / 2ς²
 *     annealed  ½ log 2πς² + log(1 + γv/ς²) / 2γ + (y − u)² / 2(ς² + γv)
 *
 * At γ = 1 the annealed loss is −log N(y; u, v + ς²): the predictive log-loss.
 */
export const logDensity: Loss = {
  name: 'log-density',
  outcomes: 'real',
  likelihood: true,
  at: (z, y, noise) => HALF_LOG_TWO_PI + Math.log(noise) + 0.5 * ((y - z) / noise) ** 2,
  slope: (z, y, noise) => (z - y) / noise ** 2,
  mean: (u, v, y, noise) =>
    HALF_LOG_TWO_PI + Math.log(noise) + 0.5 * (((y - u) / noise) ** 2 + v / noise ** 2),
  du: (u, _v, y, noise) => (u - y) / noise ** 2,
  dv: (_u, _v, _y, noise) => 0.5 / noise ** 2,
  annealed(u, v, y, noise, rate) {
    const s = noise ** 2
    return (
      HALF_LOG_TWO_PI +
      Math.log(noise) +
      Math.log1p((rate * v) / s) / (2 * rate) +
      (y - u) ** 2 / (2 * (s + rate * v))
    )
  },
}
