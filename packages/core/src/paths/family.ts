import type { Track } from './track.ts'

/** Columns whose future values are known, in standard units. */
export interface KnownColumns {
  /** Of the next rows, one after the other. */
  readonly future: Float64Array
  /** Of the last row. */
  readonly now: Float64Array
}

/**
 * Experts that each forecast a whole path, in O(1) a row.
 *
 * All of them see the series on one scale, as z. Step k, from 0, of expert i stands at `out[k · width + at + i]`.
 */
export interface Family<State = unknown> {
  /** How many experts. */
  readonly size: number
  /** Variance of the error of each step that expert i expects, over that of step 1. */
  growth(i: number): Float64Array
  init(): State
  write(state: State, track: Track, out: Float64Array, width: number, at: number, known: KnownColumns): void
  /** Keeps what was written last, to learn from it when outcomes come. @default nothing is kept */
  open?(state: State, track: Track): void
  /** Takes the outcome of the next row, before it is put on the track. */
  learn(state: State, track: Track, z: number): void
  /** The next row has no outcome; z is the forecast in its place. */
  pass(state: State, track: Track, z: number): void
}
