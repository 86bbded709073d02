import { openUnit } from '../check.ts'
import { normalCdf } from '../math/normal.ts'
import { integralOf, normalTable, REACH } from '../math/normalTable.ts'
import type { Loss } from './loss.ts'
import { linearAnnealed, linearAt, linearCurvature, linearMean } from './piecewiseLinear.ts'

/** Numbers in the ring of a loss, four an expert: a power of 2. Beyond 64 experts slopes are computed anew. */
const RING = 256

/** A class, because its methods are then the same functions for every level, which compiled loops can take in. */
class Pinball implements Loss {
  readonly name: string
  readonly outcomes = 'real'
  readonly likelihood = false
  readonly lipschitz: number
  readonly #level: number
  readonly #miss: number
  readonly #table = normalTable()
  /**
   * The last (u, v, y, Φ(b)) of `mean`, a ring: next a round asks for the slopes at the same points in the same order.
   * Whether they are found there changes no digit.
   */
  readonly #asked = new Float64Array(RING + 1).fill(Number.NaN)
  #written = 0
  #read = 0

  constructor(level: number) {
    this.name = `pinball(${level})`
    this.#level = level
    // 0.1 for a level of 0.9, and not 0.09999999999999998: levels of past scores meet their ranks exactly.
    this.#miss = Number((1 - level).toPrecision(15))
    this.lipschitz = Math.max(level, this.#miss)
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
    const asked = this.#asked
    const at = this.#written
    // A new outcome is a new round: its slopes will be asked from here on.
    if (y !== asked[((at - 4) & (RING - 1)) + 2]) this.#read = at
    asked[at] = u
    asked[at + 1] = v
    asked[at + 2] = y
    this.#written = (at + 4) & (RING - 1)
    return (this.#level + this.#miss) * s * integralOf(this.#table, b, asked, at + 3) - this.#miss * (y - u)
  }

  du(u: number, v: number, y: number): number {
    if (v === 0) return this.slope(u, y)
    return this.#miss - (this.#level + this.#miss) * this.#cdf(u, v, y)
  }

  dv(u: number, v: number, y: number): number {
    return linearCurvature(this.#level, this.#miss, y - u, v)
  }

  annealed(u: number, v: number, y: number, _noise: number, rate: number): number {
    return linearAnnealed(this.#level, this.#miss, y - u, v, rate)
  }

  /** Φ(b). */
  #cdf(u: number, v: number, y: number): number {
    const asked = this.#asked
    const at = this.#read
    if (asked[at] === u && asked[at + 1] === v && asked[at + 2] === y) {
      this.#read = (at + 4) & (RING - 1)
      return asked[at + 3]
    }
    const b = (y - u) / Math.sqrt(v)
    if (!(Math.abs(b) < REACH)) return normalCdf(b)
    integralOf(this.#table, b, asked, RING)
    return asked[RING]
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
