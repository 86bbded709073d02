import { square } from '../math/powers.ts'
import type { Cells } from './cells.ts'
import type { Family, KnownColumns } from './family.ts'
import { Ridge, type RidgeState } from './ridge.ts'
import { rowsOf, samePhase, type Track, zAt } from './track.ts'

export interface DirectOptions {
  readonly steps: number
  readonly seasons: readonly number[]
  /** Columns whose future values are known. */
  readonly known: number
  /** Rows in a year whose sine and cosine are features; 0: none. */
  readonly year: number
}

export interface DirectState {
  /** For each forgetting a regression for each step. */
  readonly ridges: readonly RidgeState[]
  /** Outcomes that each step has learnt. */
  readonly learnt: Float64Array
  /** Features of open paths, and what their forecasts are changes of. */
  readonly features: Float32Array
  readonly bases: Float64Array
  /** For each origin: the row after it, and the unit of its features. 0: no path is open. */
  readonly origins: Float64Array
  readonly units: Float64Array
  /** Slow mean of all rows; mean square of a change. */
  level: number
  change: number
  changes: number
  /** For each season a slow mean of every phase, and how many rows it has seen. */
  readonly phases: readonly Float64Array[]
  readonly counts: readonly Float64Array[]
}

const FORGETTINGS = [1, 0.995]
const BASE_FEATURES = 5
const SEASON_FEATURES = 5
/** Rows before the regressions are asked. */
const ENOUGH = 4
const SLOW = 0.1
/** Holds the regressions to the season before while they have few rows: each has far more features than it needs. */
const RIDGE = 10
/** Rows that the mean square of a change remembers. */
const MEMORY = 300

/**
 * For each step a ridge regression of z(t + k) − z(same phase before) on what is known at the origin: the last values
 * and changes, the same phase one and two seasons before, slow means of the phase, known columns at their future
 * values, the time of the year.
 */
export class Direct implements Family<DirectState> {
  readonly size: number = FORGETTINGS.length
  readonly #options: DirectOptions
  readonly #cells: Cells
  readonly #ridges: readonly Ridge[]
  readonly #dimension: number
  readonly #features: Float64Array
  readonly #bases: Float64Array
  #unit = 1

  constructor(options: DirectOptions, cells: Cells) {
    const { steps, seasons, known, year } = options
    this.#options = options
    this.#cells = cells
    this.#dimension = BASE_FEATURES + SEASON_FEATURES * seasons.length + 2 * known + (year > 0 ? 4 : 0)
    const base = { dimension: this.#dimension, ridge: RIDGE, limit: 8 }
    this.#ridges = FORGETTINGS.map((forgetting) => new Ridge({ ...base, forgetting }))
    this.#features = new Float64Array(steps * this.#dimension)
    this.#bases = new Float64Array(steps)
  }

  growth(): Float64Array {
    return Float64Array.from({ length: this.#options.steps }, (_, k) => 1 + 0.3 * Math.sqrt(k))
  }

  init(): DirectState {
    const { steps, seasons } = this.#options
    const { size, period } = this.#cells
    return {
      ridges: this.#ridges.map((ridge) => ridge.init(steps)),
      learnt: new Float64Array(steps),
      features: new Float32Array(size * this.#dimension),
      bases: new Float64Array(size),
      origins: new Float64Array(period),
      units: new Float64Array(period),
      level: 0,
      change: 0,
      changes: 0,
      phases: seasons.map((season) => new Float64Array(season)),
      counts: seasons.map((season) => new Float64Array(season)),
    }
  }

  write(
    state: DirectState,
    track: Track,
    out: Float64Array,
    width: number,
    at: number,
    known: KnownColumns,
  ): void {
    const { steps } = this.#options
    const rows = rowsOf(track)
    if (rows < ENOUGH) {
      const last = rows > 0 ? zAt(track, track.end - 1) : 0
      for (let k = 0; k < steps; k++) out.fill(last, k * width + at, k * width + at + this.size)
      return
    }
    this.#fill(state, track, known)
    for (let k = 0; k < steps; k++) {
      for (let i = 0; i < this.size; i++) {
        const change =
          state.learnt[k] >= ENOUGH
            ? this.#ridges[i].predict(state.ridges[i], k, this.#features, k * this.#dimension)
            : 0
        out[k * width + at + i] = this.#bases[k] + change / this.#unit
      }
    }
  }

  open(state: DirectState, track: Track): void {
    if (rowsOf(track) < ENOUGH) return
    const d = this.#dimension
    const place = track.end % this.#cells.period
    state.origins[place] = track.end + 1
    state.units[place] = this.#unit
    for (let k = 0; k < this.#options.steps; k++) {
      const cell = this.#cells.at(track.end, k + 1)
      state.bases[cell] = this.#bases[k]
      for (let i = 0; i < d; i++) state.features[cell * d + i] = this.#features[k * d + i]
    }
  }

  learn(state: DirectState, track: Track, z: number): void {
    const { end } = track
    const { period } = this.#cells
    for (let step = 1; step <= this.#options.steps && step <= end + 1; step++) {
      const origin = end - step + 1
      if (state.origins[origin % period] !== origin + 1) continue
      const cell = this.#cells.at(origin, step)
      const y = (z - state.bases[cell]) * state.units[origin % period]
      state.learnt[step - 1]++
      this.#ridges.forEach((ridge, i) => {
        ridge.learn(state.ridges[i], step - 1, state.features, cell * this.#dimension, y)
      })
    }
    this.pass(state, track, z)
  }

  pass(state: DirectState, track: Track, z: number): void {
    const rows = rowsOf(track)
    if (rows > 0) {
      const squared = square(z - zAt(track, track.end - 1))
      const most = ++state.changes > 20 ? 25 * state.change : Infinity
      state.change += (Math.min(squared, most) - state.change) / Math.min(state.changes, MEMORY)
    }
    state.level += Math.max(SLOW, 1 / (rows + 1)) * (z - state.level)
    this.#options.seasons.forEach((season, q) => {
      const phase = track.end % season
      const count = ++state.counts[q][phase]
      state.phases[q][phase] += Math.max(SLOW, 1 / count) * (z - state.phases[q][phase])
    })
  }

  /** Features of all steps from here, in units of a usual change. */
  #fill(state: DirectState, track: Track, known: KnownColumns): void {
    const { steps, seasons } = this.#options
    const { end } = track
    const x = this.#features
    const unit = state.change > 0 ? 1 / Math.sqrt(state.change) : 1
    const [last, before, third] = [zAt(track, end - 1), zAt(track, end - 2), zAt(track, end - 3)]
    this.#unit = unit
    for (let k = 0, o = 0; k < steps; k++) {
      const row = end + k
      const base = seasons.length > 0 ? zAt(track, samePhase(row, end, seasons[0])) : last
      this.#bases[k] = base
      x[o++] = 1
      x[o++] = (last - base) * unit
      x[o++] = (last - before) * unit
      x[o++] = (before - third) * unit
      x[o++] = (state.level - base) * unit
      for (let q = 0; q < seasons.length; q++) {
        const season = seasons[q]
        const then = samePhase(row, end, season)
        const slow = state.phases[q]
        const change = q > 0 ? zAt(track, then) - base : last - zAt(track, end - 1 - season)
        x[o++] = change * unit
        x[o++] = (zAt(track, then - season) - base) * unit
        x[o++] = (slow[row % season] - base) * unit
        x[o++] = (slow[row % season] - slow[(end - 1) % season]) * unit
        x[o++] = (before - zAt(track, end - 2 - season)) * unit
      }
      o = this.#fillKnown(known, k, row, end, o)
    }
  }

  #fillKnown({ future, now }: KnownColumns, k: number, row: number, end: number, from: number): number {
    const { known, year } = this.#options
    const x = this.#features
    let o = from
    for (let c = 0; c < known; c++) {
      x[o++] = future[k * known + c]
      x[o++] = future[k * known + c] - now[c]
    }
    if (year === 0) return o
    const angle = (2 * Math.PI * row) / year
    const origin = (2 * Math.PI * (end - 1)) / year
    x[o++] = Math.sin(angle)
    x[o++] = Math.cos(angle)
    x[o++] = Math.sin(angle) - Math.sin(origin)
    x[o++] = Math.cos(angle) - Math.cos(origin)
    return o
  }
}
