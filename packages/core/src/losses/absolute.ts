import type { Loss } from '../nouns/loss.ts'
import { linearAnnealed, linearCurvature, linearMean, linearSlope } from './piecewiseLinear.ts'

/**
 * Absolute loss ℓ(z, y) = |y − z|: the pinball loss of the median, doubled.
 *
 *     mean  2√v φ(b) + (y − u)(2Φ(b) − 1),   b = (y − u)/√v
 *
 * Its annealed loss is twice the median's at rate 2γ. At z = y the slope is 0.
 */
export const absolute: Loss = {
  name: 'absolute',
  outcomes: 'real',
  likelihood: false,
  at: (z, y) => Math.abs(y - z),
  slope: (z, y) => Math.sign(z - y),
  mean: (u, v, y) => linearMean(1, 1, y - u, v),
  du: (u, v, y) => (v === 0 ? Math.sign(u - y) : -linearSlope(1, 1, y - u, v)),
  dv: (u, v, y) => linearCurvature(1, 1, y - u, v),
  annealed: (u, v, y, _noise, rate) => linearAnnealed(1, 1, y - u, v, rate),
}
