import { square } from '../math/powers.ts'
import type { Loss } from '../nouns/loss.ts'

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
  at: (z, y, noise) => HALF_LOG_TWO_PI + Math.log(noise) + 0.5 * square((y - z) / noise),
  slope: (z, y, noise) => (z - y) / square(noise),
  mean: (u, v, y, noise) =>
    HALF_LOG_TWO_PI + Math.log(noise) + 0.5 * (square((y - u) / noise) + v / square(noise)),
  du: (u, _v, y, noise) => (u - y) / square(noise),
  dv: (_u, _v, _y, noise) => 0.5 / square(noise),
  annealed(u, v, y, noise, rate) {
    const s = square(noise)
    return (
      HALF_LOG_TWO_PI +
      Math.log(noise) +
      Math.log1p((rate * v) / s) / (2 * rate) +
      square(y - u) / (2 * (s + rate * v))
    )
  },
}
