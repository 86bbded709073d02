import { Autoregression, type AutoregressionState } from './autoregression.ts'
import type { Family } from './family.ts'
import { Smoothing, type SmoothingGrid, type SmoothingState } from './smoothing.ts'
import { createTrack, put, rowsOf, type Track, twoSeasons, zAt } from './track.ts'

export interface AdjustedState {
  /** What each phase is above the mean of a season around it. */
  readonly season: Float64Array
  readonly smoothing: SmoothingState
  readonly autoregression: AutoregressionState
}

export interface AdjustedGrid extends Omit<SmoothingGrid, 'seasons'> {
  /** Seasons that the mean of a phase remembers. */
  readonly memory: number
}

/** Rows that learners of a replay look back on. */
const REPLAYED = 8

/**
 * Exponential smoothing, and an autoregression of the changes, of the series less a season that is found by classical
 * decomposition.
 *
 *     s(phase of t) ← mean over seasons of  z(t) − mean of the season around t
 *
 * The mean is of rows on both sides, so it is known half a season later; but what is left does not depend on how fast the
 * level is followed, as the residuals of a filter do. The first two seasons show a first season, and are replayed with it.
 */
export class Adjusted implements Family<AdjustedState> {
  readonly size: number
  readonly #steps: number
  readonly #period: number
  readonly #memory: number
  readonly #smoothing: Smoothing
  readonly #autoregression: Autoregression

  constructor(steps: number, period: number, grid: AdjustedGrid) {
    this.#steps = steps
    this.#period = period
    this.#memory = grid.memory
    this.#smoothing = new Smoothing(steps, [], { ...grid, seasons: [0] })
    this.#autoregression = new Autoregression(steps)
    this.size = this.#smoothing.size + 1
  }

  growth(i: number): Float64Array {
    return i < this.#smoothing.size ? this.#smoothing.growth(i) : this.#autoregression.growth()
  }

  init(): AdjustedState {
    return {
      season: new Float64Array(this.#period),
      smoothing: this.#smoothing.init(),
      autoregression: this.#autoregression.init(),
    }
  }

  write(
    { season, smoothing, autoregression }: AdjustedState,
    track: Track,
    out: Float64Array,
    width: number,
    at: number,
  ): void {
    const { size } = this.#smoothing
    this.#smoothing.write(smoothing, track, out, width, at)
    this.#autoregression.writeAbove(season, autoregression, track, out, width, at + size)
    for (let k = 0; k < this.#steps; k++) {
      const above = season[(track.end + k) % this.#period]
      for (let i = k * width + at; i < k * width + at + size; i++) out[i] += above
    }
  }

  learn(state: AdjustedState, track: Track, z: number): void {
    const { season } = state
    const rows = rowsOf(track)
    const period = this.#period
    if (rows === 2 * period - 1) this.#start(state, track, z)
    else {
      this.#smoothing.learn(state.smoothing, track, z - season[track.end % period])
      this.#autoregression.learn(state.autoregression, track, z, season)
    }
    if (rows - (period >> 1) >= 2 * period) this.#decompose(season, track, z)
  }

  pass(state: AdjustedState, track: Track, z: number): void {
    if (rowsOf(track) === 2 * this.#period - 1) this.#start(state, track, z)
    else this.#smoothing.pass(state.smoothing, track, z)
  }

  /** The row half a season ago has a whole season around it now. */
  #decompose(season: Float64Array, track: Track, last: number): void {
    const period = this.#period
    const half = period >> 1
    const z = (row: number): number => (row === track.end ? last : zAt(track, row))
    const centre = track.end - half
    // In an even season the two outermost rows have the same phase: each counts half.
    const outer = period % 2 === 0 ? 0.5 : 1
    let sum = outer * (z(centre - half) + z(centre + half))
    for (let row = centre - half + 1; row < centre + half; row++) sum += z(row)
    const phase = centre % period
    const seasons = Math.floor((centre - track.first) / period) + 1
    const change = (z(centre) - sum / period - season[phase]) / Math.min(seasons, this.#memory)
    for (let p = 0; p < period; p++) season[p] -= change / period
    season[phase] += change
  }

  /** After two seasons: what each phase is above the line through their means; then both are learnt anew. */
  #start({ season, smoothing, autoregression }: AdjustedState, track: Track, last: number): void {
    const period = this.#period
    const { z, one, two } = twoSeasons(track, period, last)
    const middle = (one + two) / 2
    const slope = (two - one) / period
    for (let p = 0; p < period; p++) {
      const line = middle + slope * (p - (period - 1) / 2)
      season[(track.first + p) % period] = (z(p) + z(p + period)) / 2 - line
    }
    const again = createTrack(REPLAYED)
    this.#autoregression.reset(autoregression)
    for (const part of [smoothing.level, smoothing.trend, smoothing.residual]) part.fill(0)
    for (let p = 0; p < 2 * period; p++) {
      const rest = z(p) - season[(track.first + p) % period]
      this.#smoothing.learn(smoothing, again, rest)
      this.#autoregression.learn(autoregression, again, rest)
      put(again, rest)
    }
  }
}
