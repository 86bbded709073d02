import type { KnownColumns } from './family.ts'

export interface KnownState {
  /** For each column: mean and mean square about it of the rows so far, and the value of the last row. */
  readonly mean: Float64Array
  readonly variance: Float64Array
  readonly last: Float64Array
  count: number
}

/** Rows before a cell can be told to be absurd. */
const ENOUGH = 4
/** Deviations beyond which a cell says nothing, and up to which it is learnt: if more come, the range has grown. */
const ABSURD = 100
const LEARNT = 10
/** Beyond it squares overflow. */
const LARGEST = 1e100

/** Columns whose future values are known, brought to standard units by their past. */
export class Known {
  readonly #size: number
  readonly #steps: number
  readonly #columns: KnownColumns

  constructor(size: number, steps: number) {
    this.#size = size
    this.#steps = steps
    this.#columns = { future: new Float64Array(size * steps), now: new Float64Array(size) }
  }

  init(): KnownState {
    const each = (): Float64Array => new Float64Array(this.#size)
    return { mean: each(), variance: each(), last: each(), count: 0 }
  }

  /** The next rows in standard units. Rows that are not given are as the last that is. */
  standardise(state: KnownState, rows: readonly ArrayLike<number>[]): KnownColumns {
    const size = this.#size
    const { future, now } = this.#columns
    for (let c = 0; c < size; c++) {
      now[c] = this.#unit(state, c, state.count > 0 ? state.last[c] : (rows[0]?.[c] ?? 0))
      for (let k = 0; k < this.#steps; k++) {
        const row = rows[Math.min(k, rows.length - 1)]
        future[k * size + c] = row ? this.#unit(state, c, row[c]) : now[c]
      }
    }
    return this.#columns
  }

  learn(state: KnownState, row: ArrayLike<number>): void {
    state.count++
    for (let c = 0; c < this.#size; c++) {
      const cell = this.#learnable(state, c, bounded(row[c]))
      const change = cell - state.mean[c]
      state.mean[c] += change / state.count
      state.variance[c] += (change * (cell - state.mean[c]) - state.variance[c]) / state.count
      state.last[c] = row[c]
    }
  }

  #learnable({ mean, variance, count }: KnownState, c: number, value: number): number {
    const deviation = Math.sqrt(variance[c])
    if (!(deviation > 0 && count > ENOUGH && Math.abs(value - mean[c]) > ABSURD * deviation)) return value
    return mean[c] + Math.sign(value - mean[c]) * LEARNT * deviation
  }

  #unit({ mean, variance, count }: KnownState, c: number, value: number): number {
    if (count === 0) return 0
    // A column that never changed has no unit: its first change is as large as it is.
    const deviation = variance[c] > 0 ? Math.sqrt(variance[c]) : 1
    const unit = (bounded(value) - mean[c]) / deviation
    return count >= ENOUGH && variance[c] > 0 && Math.abs(unit) > ABSURD ? 0 : unit
  }
}

function bounded(value: number): number {
  return Math.max(-LARGEST, Math.min(LARGEST, value))
}
