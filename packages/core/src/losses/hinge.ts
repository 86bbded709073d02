import type { Loss } from '../nouns/loss.ts'
import { linearAnnealed, linearCurvature, linearMean, linearSlope } from './piecewiseLinear.ts'

/**
 * Hinge loss ℓ(z, y) = (1 − yz)₊ for y = ±1.
 *
 *     mean  aΦ(c) + √v φ(c),   a = 1 − yu,   c = a/√v
 *
 * At the kink yz = 1 the slope is 0.
 */
export const hinge: Loss = {
  name: 'hinge',
  outcomes: 'sign',
  likelihood: false,
  at: (z, y) => Math.max(0, 1 - y * z),
  slope: (z, y) => (y * z < 1 ? -y : 0),
  mean: (u, v, y) => linearMean(1, 0, 1 - y * u, v),
  du: (u, v, y) => (v === 0 ? hinge.slope(u, y, 0) : -y * linearSlope(1, 0, 1 - y * u, v)),
  dv: (u, v, y) => linearCurvature(1, 0, 1 - y * u, v),
  annealed: (u, v, y, _noise, rate) => linearAnnealed(1, 0, 1 - y * u, v, rate),
}
