import { openUnit } from '../base/check.ts'
import { normalCdf } from '../math/normal.ts'
import { cdfOf, integralOf, normalTable, REACH } from '../math/normalTable.ts'
import type { Loss } from '../nouns/loss.ts'
import { linearAnnealed, linearAt, linearCurvature, linearMean } from './piecewiseLinear.ts'

/** A class, because its methods are then the same functions for every level, which compiled loops can take in. */
class Pinball implements Loss {
  readonly name: string
  readonly outcomes = 'real'
  readonly likelihood = false
  readonly #level: number
  readonly #miss: number
  readonly #table = normalTable()

  constructor(level: number) {
    this.name = `pinball(${level})`
    this.#level = level
    // 0.1 for a level of 0.9, and not 0.09999999999999998: levels of past scores meet their ranks exactly.
    this.#miss = Number((1 - level).toPrecision(15))
  }

  at(z: number, y: number): number {
    return linearAt(this.#level, this.#miss, y - z)
  }

  slope(z: number, y: number): number {
    return y > z ? -this.#level : this.#miss
  }

  mean(u: number, v: number, y: number): number {
    const s = Math.sqrt(v)
    const b = (y - u) / s
    if (!(Math.abs(b) < REACH)) return linearMean(this.#level, this.#miss, y - u, v)
    return (this.#level + this.#miss) * s * integralOf(this.#table, b) - this.#miss * (y - u)
  }

  du(u: number, v: number, y: number): number {
    if (v === 0) return this.slope(u, y)
    const b = (y - u) / Math.sqrt(v)
    const below = Math.abs(b) < REACH ? cdfOf(this.#table, b) : normalCdf(b)
    return this.#miss - (this.#level + this.#miss) * below
  }

  dv(u: number, v: number, y: number): number {
    return linearCurvature(this.#level, this.#miss, y - u, v)
  }

  annealed(u: number, v: number, y: number, _noise: number, rate: number): number {
    return linearAnnealed(this.#level, this.#miss, y - u, v, rate)
  }
}

/**
 * Pinball loss whose minimiser is the `level` quantile of y; with α = 1 − level
 *
 *     ℓ(z, y) = α(z − y)₊ + (1 − α)(y − z)₊
 *     mean      √v G(b) − α(y − u),   G(b) = bΦ(b) + φ(b),   b = (y − u)/√v
 *
 * At z = y the slope is α: adaptive conformal inference counts a miss only where y > z.
 */
export function pinball(level: number): Loss {
  return new Pinball(openUnit('level', level))
}
