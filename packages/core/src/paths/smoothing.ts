import { wholePower } from '../math/powers.ts'
import type { Family } from './family.ts'
import { rowsOf, slopeOf, type Track, twoSeasons } from './track.ts'

/** How the level of an expert goes on. */
interface Setting {
  /** Gain of the level. */
  readonly level: number
  /** The last residual fades by this factor a row; 0: it is forgotten at once. */
  readonly fade: number
  /** Gain of a learnt trend over that of the level; 0: no learnt trend. */
  readonly trend: number
  /** Factor by which a learnt trend fades a row. */
  readonly damping: number
  /** Part of the least squares slope of all rows that is the trend; theta ½, drift 1. */
  readonly slope: number
  /** Gain of each season. */
  readonly season: number
}

export interface SmoothingGrid {
  /** Pairs of gain and fade. */
  readonly levels: readonly (readonly [number, number])[]
  /** Pairs of gain and damping. */
  readonly trends: readonly (readonly [number, number])[]
  readonly slopes: readonly number[]
  readonly seasons: readonly number[]
}

export interface SmoothingState {
  readonly level: Float64Array
  readonly trend: Float64Array
  readonly residual: Float64Array
  /** For each season: phase by phase, the experts side by side. */
  readonly seasons: readonly Float32Array[]
}

/** Rows that a least squares slope needs. */
const ENOUGH = 10

/**
 * Exponential smoothing in its error-correction form: level, trend and additive seasons, at every setting of a grid.
 *
 *     e = z − ℓ − b − s;   ℓ ← ℓ + b + αe;   b ← φb + αβe;   s ← s + γ(1 − α)e
 *
 * Gains begin as those of running means. After two of the first season, states are set from their means.
 */
export class Smoothing implements Family<SmoothingState> {
  readonly size: number
  readonly #steps: number
  readonly #periods: readonly number[]
  readonly #settings: readonly Setting[]
  /** Weight of the trend and of the last residual in each step: step by step, the experts side by side. */
  readonly #damped: Float64Array
  readonly #faded: Float64Array

  constructor(steps: number, periods: readonly number[], grid: SmoothingGrid) {
    this.#steps = steps
    this.#periods = periods
    this.#settings = settingsOf(grid)
    this.size = this.#settings.length
    this.#damped = new Float64Array(steps * this.size)
    this.#faded = new Float64Array(steps * this.size)
    this.#settings.forEach(({ trend, damping, slope, fade }, i) => {
      let sum = 0
      for (let k = 0; k < steps; k++) {
        sum += trend > 0 ? wholePower(damping, k + 1) : slope > 0 ? 1 : 0
        this.#damped[k * this.size + i] = sum
        this.#faded[k * this.size + i] = wholePower(fade, k + 1)
      }
    })
  }

  growth(i: number): Float64Array {
    const { level, trend, damping, season, fade } = this.#settings[i]
    const out = new Float64Array(this.#steps)
    let variance = 1
    let sum = 0
    for (let k = 1; k <= this.#steps; k++) {
      out[k - 1] = variance
      sum += wholePower(damping, k)
      const returns = this.#periods.some((period) => k % period === 0)
      const moved =
        level * (1 + trend * sum) + (returns ? season * (1 - level) : 0) + (1 - level) * wholePower(fade, k)
      variance += moved * moved
    }
    return out
  }

  init(): SmoothingState {
    return {
      level: new Float64Array(this.size),
      trend: new Float64Array(this.size),
      residual: new Float64Array(this.size),
      seasons: this.#periods.map((period) => new Float32Array(period * this.size)),
    }
  }

  write(
    { level, trend, residual, seasons }: SmoothingState,
    track: Track,
    out: Float64Array,
    width: number,
    at: number,
  ): void {
    const { size } = this
    const damped = this.#damped
    const faded = this.#faded
    for (let k = 0; k < this.#steps; k++) {
      const from = k * size
      const to = k * width + at
      for (let i = 0; i < size; i++) {
        out[to + i] = level[i] + damped[from + i] * trend[i] + faded[from + i] * residual[i]
      }
      this.#periods.forEach((period, q) => {
        const season = seasons[q]
        const phase = ((track.end + k) % period) * size
        for (let i = 0; i < size; i++) out[to + i] += season[phase + i]
      })
    }
  }

  learn(state: SmoothingState, track: Track, z: number): void {
    const rows = rowsOf(track)
    const [period = 0] = this.#periods
    if (rows === 0) state.level.fill(z)
    else if (period > 0 && rows === 2 * period - 1) this.#start(state, track, z)
    else this.#correct(state, track, z)
    if (rows >= ENOUGH && rows >= 2 * period) this.#follow(state, track)
  }

  pass(state: SmoothingState, track: Track, z: number): void {
    const { level, trend, residual } = state
    const [period = 0] = this.#periods
    if (period > 0 && rowsOf(track) === 2 * period - 1) {
      this.#start(state, track, z)
      return
    }
    this.#settings.forEach(({ trend: gain, damping, fade, slope }, i) => {
      if (gain > 0) trend[i] *= damping
      if (gain > 0 || slope > 0) level[i] += trend[i]
      residual[i] *= fade
    })
  }

  #correct({ level, trend, residual, seasons }: SmoothingState, track: Track, z: number): void {
    const { size } = this
    const periods = this.#periods
    const rows = rowsOf(track)
    const start = 1 / (rows + 1)
    for (let i = 0; i < size; i++) {
      const setting = this.#settings[i]
      const ahead = setting.trend > 0 ? setting.damping * trend[i] : trend[i]
      let error = z - level[i] - ahead
      for (let q = 0; q < periods.length; q++) error -= seasons[q][(track.end % periods[q]) * size + i]
      const gain = Math.max(setting.level, start)
      level[i] += ahead + gain * error
      if (setting.trend > 0) {
        const learnt = rows > 2 ? setting.level * Math.max(setting.trend, Math.min(0.3, 1 / rows)) : 0
        trend[i] = ahead + learnt * error
      }
      const rest = (1 - gain) * error
      for (let q = 0; q < periods.length; q++) {
        const cycles = Math.floor(rows / periods[q]) + 1
        const early = q > 0 || cycles <= 2 ? 0.5 / cycles : 1 / cycles
        seasons[q][(track.end % periods[q]) * size + i] += Math.max(setting.season, early) * rest
      }
      residual[i] = rest
    }
  }

  /** Trends that are a part of the slope of all rows. */
  #follow({ trend }: SmoothingState, track: Track): void {
    const slope = slopeOf(track)
    this.#settings.forEach((setting, i) => {
      if (setting.slope > 0) trend[i] = setting.slope * slope
    })
  }

  /** After two seasons: their means, the slope between these, and what is left of each phase. */
  #start({ level, trend, seasons }: SmoothingState, track: Track, last: number): void {
    const { size } = this
    const [period] = this.#periods
    const { z, one, two } = twoSeasons(track, period, last)
    const slope = (two - one) / period
    const middle = (period - 1) / 2
    const left = Float64Array.from(
      { length: period },
      (_, p) => 0.5 * (z(p) - one + z(p + period) - two) - slope * (p - middle),
    )
    const mean = left.reduce((sum, value) => sum + value, 0) / period
    for (let p = 0; p < period; p++) {
      left[p] -= mean
      const phase = ((track.first + p) % period) * size
      for (let i = 0; i < size; i++) seasons[0][phase + i] = left[p]
    }
    this.#settings.forEach((setting, i) => {
      const step = setting.trend > 0 ? slope : setting.slope * slope
      let value = two - (step === 0 ? 0 : slope * middle)
      for (let p = 0; p < period; p++) {
        const error = z(period + p) - left[p] - value - step
        value += step + Math.max(setting.level, 1 / (period + p)) * error
      }
      level[i] = value
      trend[i] = step
    })
  }
}

/** The grid, without pairs of a fading residual and a trend. */
function settingsOf({ levels, trends, slopes, seasons }: SmoothingGrid): readonly Setting[] {
  return levels.flatMap(([level, fade]) =>
    seasons.flatMap((season) => {
      const base = { level, fade, trend: 0, damping: 1, slope: 0, season }
      if (fade > 0) return [base]
      return [
        base,
        ...trends.map(([trend, damping]) => ({ ...base, trend, damping })),
        ...slopes.map((slope) => ({ ...base, slope })),
      ]
    }),
  )
}
