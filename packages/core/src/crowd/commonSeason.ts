import type { Family } from '../paths/family.ts'
import type { Track } from '../paths/track.ts'

/** What a series borrows from the others: their season and growth, as logarithms. */
export interface CommonCourse {
  /** Phase by phase, on the clock that all series share. */
  readonly season: Float64Array
  /** A row. */
  growth: number
  /** Place of the first row of this series on that clock. */
  start: number
  /** Whether outcomes of this series have logarithms. */
  positive: boolean
}

interface CommonState {
  /** For each gain: the level without the season. */
  readonly level: Float64Array
  rows: number
}

const GAINS = [0.05, 0.25, 0.6, 1]

/** Levels of one series with the season of all: what a series knows in its first rows. */
export class CommonSeason implements Family<CommonState> {
  readonly size: number = 2 * GAINS.length
  readonly #steps: number
  readonly #course: CommonCourse

  constructor(steps: number, course: CommonCourse) {
    this.#steps = steps
    this.#course = course
  }

  growth(i: number): Float64Array {
    const gain = GAINS[i >> 1]
    return Float64Array.from({ length: this.#steps }, (_, k) => 1 + k * gain * gain)
  }

  init(): CommonState {
    return { level: new Float64Array(GAINS.length), rows: 0 }
  }

  write({ level }: CommonState, track: Track, out: Float64Array, width: number, at: number): void {
    const { growth, positive } = this.#course
    for (let k = 0; k < this.#steps; k++) {
      const factor = this.factor(track.end + k)
      const grown = positive ? Math.exp(growth * (k + 1)) : 1
      for (let g = 0; g < GAINS.length; g++) {
        out[k * width + at + 2 * g] = level[g] * factor
        out[k * width + at + 2 * g + 1] = level[g] * factor * grown
      }
    }
  }

  learn(state: CommonState, track: Track, z: number): void {
    const bare = z / this.factor(track.end)
    const first = 1 / (state.rows + 1)
    for (let g = 0; g < GAINS.length; g++) {
      state.level[g] += Math.max(GAINS[g], first) * (bare - state.level[g])
    }
    state.rows++
  }

  pass(): void {}

  /** What the season makes of an outcome in this row. */
  factor(row: number): number {
    const { season, start, positive } = this.#course
    return positive ? Math.exp(season[(start + row) % season.length]) : 1
  }
}
