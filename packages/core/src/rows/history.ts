import { roomOf, widened } from '../base/room.ts'
import { expectLength } from '../base/save/shape.ts'
import { also, floats, from, type StateShape, shape, whole } from '../base/shape.ts'

/** Most rows that are counted: a search halves sums of two of them as 32-bit numbers. */
const MOST_ROWS = 1_000_000_000

/** The last rows as numbers, in a ring whose room grows as they come. Plain data. */
export interface HistoryState {
  /** Rows seen in all. */
  count: number
  /** Rows that are kept. */
  readonly capacity: number
  /** Row-major: a number for each column. */
  cells: Float64Array
  /** Row-major: for each column its flag «was missing» or its word's target statistic; empty while all are 0. */
  notes: Float64Array
  outcomes: Float64Array
  /** Empty where rows have no time. */
  times: Float64Array
}

/** @param timed whether rows have times */
export function historyOf(capacity: number, columns: number, timed: boolean): StateShape<HistoryState> {
  const room = ({ count }: HistoryState): number => roomOf(Math.min(count, capacity), capacity)
  const cells = (history: HistoryState): number => room(history) * columns
  const fields = shape<HistoryState>({
    count: whole(0, MOST_ROWS),
    capacity: whole(capacity, capacity),
    cells: floats(cells),
    notes: also(floats(), (notes, path, history) => {
      if (notes.length > 0) expectLength(path, notes, cells(history as HistoryState))
    }),
    outcomes: floats(room),
    times: timed ? floats(room) : floats(0),
  })
  return from(fields, () => {
    const start = roomOf(0, capacity)
    return {
      count: 0,
      capacity,
      cells: new Float64Array(start * columns),
      notes: new Float64Array(0),
      outcomes: new Float64Array(start),
      times: new Float64Array(timed ? start : 0),
    }
  })
}

/** @param cells a number for each column, then for each a note */
export function remember(history: HistoryState, cells: Float64Array, time: number, y: number): void {
  const columns = cells.length >> 1
  const { count, capacity } = history
  if (count === history.outcomes.length && count < capacity) widen(history, roomOf(count + 1, capacity))
  const place = count % capacity
  const notes = cells.subarray(columns)
  if (history.notes.length === 0 && notes.some((note) => note !== 0))
    history.notes = new Float64Array(history.cells.length)
  history.cells.set(cells.subarray(0, columns), place * columns)
  if (history.notes.length > 0) history.notes.set(notes, place * columns)
  history.outcomes[place] = y
  if (history.times.length > 0) history.times[place] = time
  history.count++
}

/** Puts another note where that of a column in a row that is still there was. */
export function rewriteNote(history: HistoryState, row: number, column: number, note: number): void {
  if (history.notes.length === 0) history.notes = new Float64Array(history.cells.length)
  const columns = history.cells.length / history.outcomes.length
  history.notes[(row % history.capacity) * columns + column] = note
}

/** Puts the same cell and note where those of a column were, in all rows that are still there. */
export function rewriteColumn(history: HistoryState, column: number, cell: number, note: number): void {
  const columns = history.cells.length / history.outcomes.length
  for (let row = firstKept(history); row < history.count; row++) {
    history.cells[(row % history.capacity) * columns + column] = cell
    rewriteNote(history, row, column, note)
  }
}

/** The note of a column in a row that is still there. */
export function noteOf(history: HistoryState, row: number, column: number): number {
  const columns = history.cells.length / history.outcomes.length
  return history.notes.length > 0 ? history.notes[(row % history.capacity) * columns + column] : 0
}

function widen(history: HistoryState, room: number): void {
  const { cells, notes, outcomes, times } = history
  const columns = cells.length / outcomes.length
  history.cells = widened(cells, room * columns)
  if (notes.length > 0) history.notes = widened(notes, room * columns)
  history.outcomes = widened(outcomes, room)
  if (times.length > 0) history.times = widened(times, room)
}

/** Writes the cells of a row that is still there, then its notes. */
export function recallCells(history: HistoryState, row: number, out: Float64Array): void {
  const columns = out.length >> 1
  const from = (row % history.capacity) * columns
  out.set(history.cells.subarray(from, from + columns))
  if (history.notes.length > 0) out.set(history.notes.subarray(from, from + columns), columns)
  else out.fill(0, columns)
}

/** The time of a row that is still there; NaN where there is none. */
export function timeOf({ capacity, times }: HistoryState, row: number): number {
  return times.length > 0 ? times[row % capacity] : Number.NaN
}

/** The first row that is still there. */
export function firstKept({ count, capacity }: HistoryState): number {
  return Math.max(0, count - capacity)
}

/** The outcome of a row, counted from 0; NaN if it is gone or not there yet. */
export function outcomeOf(history: HistoryState, row: number): number {
  if (row < firstKept(history) || row >= history.count) return Number.NaN
  return history.outcomes[row % history.capacity]
}

/** The outcomes of the last rows, so many as are there. */
export function lastOutcomes(history: HistoryState, most: number): number[] {
  const first = Math.max(firstKept(history), history.count - most)
  return Array.from({ length: history.count - first }, (_, i) => outcomeOf(history, first + i))
}

/** The last row before `before` whose time is not after `time`; −1 if there is none. Times must not decrease. */
export function rowAt(history: HistoryState, time: number, before: number): number {
  const { capacity } = history
  let low = firstKept(history) - 1
  let high = Math.min(before, history.count)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (history.times[middle % capacity] <= time) low = middle
    else high = middle
  }
  return low < firstKept(history) ? -1 : low
}
