import type { Family } from './family.ts'
import { Ridge, type RidgeState } from './ridge.ts'
import { rowsOf, type Track, zAt } from './track.ts'

export interface AutoregressionState {
  readonly ridge: RidgeState
  /** Mean square of a change, and how many changes are in it. */
  square: number
  changes: number
}

/** Changes that the next one is regressed on. */
const LAGS = 3
/** The feature of the drift: below 1, so that the ridge holds it harder than what changes tell about each other. */
const DRIFT = 0.3
/** Rows that the mean square of a change remembers. */
const MEMORY = 300
/** Changes before a large one is no longer taken in full. */
const FEW = 10
/** The largest change that is forecast, in usual ones. */
const LARGE = 6
const NO_SEASON = new Float64Array(1)

/**
 * A recursive ridge regression of the next change on the last three, which goes on with its own forecasts.
 *
 * One regression serves all steps, so it needs fewer rows than one for each step. What each phase of a season is above the
 * level may be taken off before, and is put back on.
 */
export class Autoregression implements Family<AutoregressionState> {
  readonly size: number = 1
  readonly #steps: number
  readonly #ridge: Ridge = new Ridge({ dimension: 1 + LAGS, forgetting: 1, ridge: 1, limit: 4 })
  readonly #x: Float64Array = new Float64Array(1 + LAGS)

  constructor(steps: number) {
    this.#steps = steps
  }

  growth(): Float64Array {
    return Float64Array.from({ length: this.#steps }, (_, k) => k + 1)
  }

  init(): AutoregressionState {
    return { ridge: this.#ridge.init(1), square: 0, changes: 0 }
  }

  write(state: AutoregressionState, track: Track, out: Float64Array, width: number, at: number): void {
    this.writeAbove(NO_SEASON, state, track, out, width, at)
  }

  /** The same of what is left of a series above this season, which is added again. */
  writeAbove(
    season: Float64Array,
    { ridge, square }: AutoregressionState,
    track: Track,
    out: Float64Array,
    width: number,
    at: number,
  ): void {
    const unit = Math.sqrt(square)
    const x = this.#x
    const isReady = rowsOf(track) > LAGS + 1 && unit > 0
    if (isReady) this.#fill(track, season, unit)
    let rest = rowsOf(track) > 0 ? restOf(track, season, track.end - 1) : 0
    for (let k = 0; k < this.#steps; k++) {
      if (isReady) {
        const change = Math.max(-LARGE, Math.min(LARGE, this.#ridge.predict(ridge, 0, x, 0)))
        rest += unit * change
        x.copyWithin(2, 1, LAGS)
        x[1] = change
      }
      out[k * width + at] = rest + season[(track.end + k) % season.length]
    }
  }

  learn(state: AutoregressionState, track: Track, z: number, season: Float64Array = NO_SEASON): void {
    if (rowsOf(track) === 0) return
    const change = z - season[track.end % season.length] - restOf(track, season, track.end - 1)
    const unit = Math.sqrt(state.square)
    if (unit > 0 && rowsOf(track) > LAGS) {
      this.#fill(track, season, unit)
      this.#ridge.learn(state.ridge, 0, this.#x, 0, change / unit)
    }
    const most = ++state.changes > FEW ? 25 * state.square : Infinity
    state.square += (Math.min(change * change, most) - state.square) / Math.min(state.changes, MEMORY)
  }

  /** The track goes on by itself. */
  pass(): void {}

  /** Forgets everything. */
  reset(state: AutoregressionState): void {
    const { ridge } = this.init()
    state.ridge.inverse.set(ridge.inverse)
    state.ridge.weights.set(ridge.weights)
    state.square = 0
    state.changes = 0
  }

  #fill(track: Track, season: Float64Array, unit: number): void {
    this.#x[0] = DRIFT
    for (let lag = 1; lag <= LAGS; lag++) {
      const row = track.end - lag
      this.#x[lag] = (restOf(track, season, row) - restOf(track, season, row - 1)) / unit
    }
  }
}

function restOf(track: Track, season: Float64Array, row: number): number {
  return zAt(track, row) - season[Math.max(row, track.first) % season.length]
}
