import { square } from '../math/powers.ts'
import type { Loss } from '../nouns/loss.ts'

/**
 * Squared loss ℓ(z, y) = (y − z)².
 *
 *     mean      (y − u)² + v
 *     annealed  log(1 + 2γv) / 2γ  +  (y − u)² / (1 + 2γv)
 */
export const squared: Loss = {
  name: 'squared',
  outcomes: 'real',
  likelihood: false,
  at: (z, y) => square(y - z),
  slope: (z, y) => 2 * (z - y),
  mean: (u, v, y) => square(y - u) + v,
  du: (u, _v, y) => 2 * (u - y),
  dv: () => 1,
  annealed(u, v, y, _noise, rate) {
    const s = 2 * rate * v
    return Math.log1p(s) / (2 * rate) + square(y - u) / (1 + s)
  },
}
