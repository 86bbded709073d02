import type { PathState } from './parts.ts'

/** A state and known columns, as they were when a path was drafted from them. */
export class Standing {
  readonly #state: PathState
  readonly #row: number
  readonly #outcomes: number
  readonly #known: readonly Float64Array[]

  constructor(state: PathState, known: readonly ArrayLike<number>[]) {
    this.#state = state
    this.#row = state.row
    this.#outcomes = state.outcomes
    this.#known = known.map((row) => Float64Array.from(row))
  }

  isOf(state: PathState, known: readonly ArrayLike<number>[]): boolean {
    if (state !== this.#state || state.row !== this.#row || state.outcomes !== this.#outcomes) return false
    if (known.length !== this.#known.length) return false
    return this.#known.every((row, k) => row.every((value, c) => value === known[k][c]))
  }
}
