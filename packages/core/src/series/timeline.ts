import { expectLength } from '../base/save/shape.ts'
import { also, bool, cell, counter, finite, listOf, type StateShape, shape } from '../base/shape.ts'

/** A cell as it is remembered. */
export type PlainCell = number | string | boolean | null

/** The last rows of one series whose outcome is known, in the order in which outcomes came. Plain data. */
export interface TimelineState {
  /** Whether rows have times. */
  readonly timed: boolean
  /** Rows ever observed. */
  count: number
  /**
   * Milliseconds, as the clock on the wall shows them; where rows have no time, their number: empty while there is no gap
   * between them.
   */
  times: number[]
  readonly y: number[]
  /** The other columns, each from the oldest row to the newest. */
  readonly cells: PlainCell[][]
}

/** Rows that are kept at most, and how many go at once: what is learnt from them need not start anew at every row. */
const MOST = 4096
const AT_ONCE = 1024

/** How many of the first of so many rows are no longer kept. */
export function droppedRows(count: number): number {
  return AT_ONCE * Math.max(0, Math.ceil((count - MOST) / AT_ONCE))
}

/** @param columns how many beside the time */
export function timelineOf(columns: number): StateShape<TimelineState> {
  const rows = ({ y }: TimelineState): number => y.length
  const fields = shape<TimelineState>({
    timed: bool,
    count: counter,
    y: listOf(finite),
    times: listOf(finite),
    cells: listOf(listOf(cell, rows), columns),
  })
  return also(fields, ({ timed, times, y }, path) => {
    if (timed || times.length > 0) expectLength(`${path}.times`, times, y.length)
  })
}

/** When the rows that are kept were; where they have no time, their number. */
export function timesOf({ timed, times, y, count }: TimelineState): readonly number[] {
  return timed || times.length > 0 ? times : y.map((_, i) => count - y.length + i)
}

export function createTimeline(columns: number, timed: boolean): TimelineState {
  return { ...timelineOf(columns)(), timed }
}

/** @param time where rows have none, the number of the row */
export function observeRow(
  state: TimelineState,
  time: number,
  cells: readonly (PlainCell | undefined)[],
  y: number,
): void {
  const { y: outcomes } = state
  if (state.timed || state.times.length > 0) state.times.push(time)
  else if (time !== state.count) state.times = [...timesOf(state), time]
  outcomes.push(y)
  state.cells.forEach((column, c) => {
    column.push(cells[c] ?? null)
  })
  state.count++
  const gone = droppedRows(state.count) - (state.count - outcomes.length)
  if (gone > 0) for (const column of [state.times, outcomes, ...state.cells]) column.splice(0, gone)
}
