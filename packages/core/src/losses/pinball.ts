import { openUnit } from '../check.ts'
import type { Loss } from './loss.ts'
import { linearAnnealed, linearAt, linearCurvature, linearMean, linearSlope } from './piecewiseLinear.ts'

/**
 * Pinball loss whose minimiser is the `level` quantile of y; with α = 1 − level
 *
 *     ℓ(z, y) = α(z − y)₊ + (1 − α)(y − z)₊
 *     mean      √v φ(b) + (y − u)(Φ(b) − α),   b = (y − u)/√v
 *
 * At z = y the slope is α: adaptive conformal inference counts a miss only where y > z.
 */
export function pinball(level: number): Loss {
  openUnit('level', level)
  // 0.1 for a level of 0.9, and not 0.09999999999999998: levels of past scores meet their ranks exactly.
  const miss = Number((1 - level).toPrecision(15))
  return {
    name: `pinball(${level})`,
    outcomes: 'real',
    likelihood: false,
    at: (z, y) => linearAt(level, miss, y - z),
    slope: (z, y) => (y > z ? -level : miss),
    mean: (u, v, y) => linearMean(level, miss, y - u, v),
    du: (u, v, y) => (v === 0 ? (y > u ? -level : miss) : -linearSlope(level, miss, y - u, v)),
    dv: (u, v, y) => linearCurvature(level, miss, y - u, v),
    annealed: (u, v, y, _noise, rate) => linearAnnealed(level, miss, y - u, v, rate),
  }
}
