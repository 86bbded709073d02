import { openUnit } from '../check.ts'
import { cdfOf, integralOf, normalTable, REACH } from '../math/normalTable.ts'
import type { Loss } from './loss.ts'
import { linearAnnealed, linearAt, linearCurvature, linearMean, linearSlope } from './piecewiseLinear.ts'

/**
 * Pinball loss whose minimiser is the `level` quantile of y; with α = 1 − level
 *
 *     ℓ(z, y) = α(z − y)₊ + (1 − α)(y − z)₊
 *     mean      √v G(b) − α(y − u),   G(b) = bΦ(b) + φ(b),   b = (y − u)/√v
 *
 * At z = y the slope is α: adaptive conformal inference counts a miss only where y > z.
 */
export function pinball(level: number): Loss {
  openUnit('level', level)
  // 0.1 for a level of 0.9, and not 0.09999999999999998: levels of past scores meet their ranks exactly.
  const miss = Number((1 - level).toPrecision(15))
  const table = normalTable()
  return {
    name: `pinball(${level})`,
    outcomes: 'real',
    likelihood: false,
    lipschitz: Math.max(level, miss),
    at: (z, y) => linearAt(level, miss, y - z),
    slope: (z, y) => (y > z ? -level : miss),
    mean(u, v, y) {
      const s = Math.sqrt(v)
      const b = (y - u) / s
      if (!(Math.abs(b) < REACH)) return linearMean(level, miss, y - u, v)
      return (level + miss) * s * integralOf(table, b) - miss * (y - u)
    },
    du(u, v, y) {
      if (v === 0) return y > u ? -level : miss
      const b = (y - u) / Math.sqrt(v)
      if (!(Math.abs(b) < REACH)) return -linearSlope(level, miss, y - u, v)
      return miss - (level + miss) * cdfOf(table, b)
    },
    dv: (u, v, y) => linearCurvature(level, miss, y - u, v),
    annealed: (u, v, y, _noise, rate) => linearAnnealed(level, miss, y - u, v, rate),
  }
}
