import { type ColumnsOf, Groups } from '../../files/shelf/groups.ts'
import { beside, type List, repeated } from '../../files/shelf/list.ts'
import type { Shelf } from '../../files/shelf/shelf.ts'
import type { Keys } from './keys.ts'

/** The rows of a series, in the order of the table. */
export interface RowsOfKey {
  /** Which rows of the table they are. */
  readonly row: Float64Array
  /** Milliseconds; where rows have no times, which row it is. */
  readonly place: Float64Array
  /** NaN where it is not known. */
  readonly y: Float64Array
}

/** Times and outcomes of the rows of a table. */
export interface RowNumbers {
  readonly times: List<number> | undefined
  readonly y: List<number>
  readonly shelf: Shelf
}

/** The row, its place and its outcome. */
type Numbers = readonly [number, number, number]

/** The rows of each series, read series by series. */
export class KeyRows {
  /** Where the last outcome of each series is; −Infinity where it has none. */
  readonly ends: Float64Array
  /** Whether a series has an outcome to learn from. */
  readonly #learnt: Uint8Array
  readonly #groups: Groups<Numbers, ColumnsOf<Numbers>>

  constructor({ cells, ofRows }: Keys, { times, y, shelf }: RowNumbers) {
    this.ends = new Float64Array(cells.length).fill(-Infinity)
    this.#learnt = new Uint8Array(cells.length)
    this.#groups = Groups.numbers(shelf, 3)
    let row = 0
    for (const [key, outcome, time] of numbersOf(ofRows, y, times)) {
      const place = times ? time : row
      this.#groups.add(key, [row, place, outcome])
      if (!Number.isNaN(outcome)) this.ends[key] = Math.max(this.ends[key] as number, place)
      if (Number.isFinite(outcome)) this.#learnt[key] = 1
      row++
    }
  }

  of(key: number): RowsOfKey {
    const [row, place, y] = this.#groups.of(key)
    return { row, place, y }
  }

  /** The rows of one series after the other. */
  *[Symbol.iterator](): Generator<RowsOfKey, void, void> {
    for (let key = 0; key < this.ends.length; key++) yield this.of(key)
  }

  isLearnt(key: number): boolean {
    return this.#learnt[key] === 1
  }

  /** Whether a row comes after the last outcome of its series, and has none. A series without any outcome is left out. */
  isToCome(key: number, place: number, y: number): boolean {
    const end = this.ends[key] as number
    return Number.isNaN(y) && end > -Infinity && place > end
  }
}

/** The outcomes of each time of a series. @param wanted times, where not all are */
export function byTime(
  { place, y }: RowsOfKey,
  wanted?: { has(time: number): boolean },
): Map<number, number[]> {
  const found = new Map<number, number[]>()
  place.forEach((time, r) => {
    const outcome = y[r] as number
    if (Number.isNaN(outcome) || wanted?.has(time) === false) return
    const there = found.get(time)
    if (there) there.push(outcome)
    else found.set(time, [outcome])
  })
  return found
}

/** What a time with several outcomes is taken for. */
export function meanOf(outcomes: readonly number[]): number {
  return outcomes.reduce((sum, outcome) => sum + outcome, 0) / outcomes.length
}

/** Series, outcome and time of each row; 0 for a time where there are none. */
export function numbersOf(
  ofRows: List<number>,
  y: List<number>,
  times: List<number> | undefined,
): Iterable<Numbers> {
  return beside([ofRows, y, times ?? repeated(0, ofRows.length)])
}
