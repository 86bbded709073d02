import { counts, expectRecord, misfit } from '../base/save/shape.ts'

/** A cell as it is remembered. */
export type PlainCell = number | string | boolean | null

/** The last rows of one series whose outcome is known, in the order in which outcomes came. Plain data. */
export interface TimelineState {
  /** Whether rows have times. */
  readonly timed: boolean
  /** Rows ever observed. */
  count: number
  /** Milliseconds, as the clock on the wall shows them; where rows have no time, their number. */
  readonly times: number[]
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
export function createTimeline(columns: number, timed: boolean): TimelineState {
  return { timed, count: 0, times: [], y: [], cells: Array.from({ length: columns }, () => []) }
}

/** @param time where rows have none, the number of the row */
export function observeRow(
  state: TimelineState,
  time: number,
  cells: readonly (PlainCell | undefined)[],
  y: number,
): void {
  const { times, y: outcomes } = state
  times.push(time)
  outcomes.push(y)
  state.cells.forEach((column, c) => {
    column.push(cells[c] ?? null)
  })
  state.count++
  const gone = droppedRows(state.count) - (state.count - times.length)
  if (gone > 0) for (const column of [times, outcomes, ...state.cells]) column.splice(0, gone)
}

/** Refuses what is not such a state. @param columns how many beside the time */
export function acceptTimeline(state: unknown, columns: number): void {
  const { times } = state as TimelineState
  const isList = (name: string, list: unknown, fits: (value: unknown) => boolean): void => {
    if (!Array.isArray(list) || list.length !== times.length || !list.every(fits))
      misfit(name, 'a list with a value for each row', list)
  }
  expectRecord(state, { timed: true }, 'timeline', {
    count: counts('timeline.count'),
    times: (list) => isList('timeline.times', list, Number.isFinite),
    y: (list) => isList('timeline.y', list, Number.isFinite),
    cells: (lists) => {
      if (!Array.isArray(lists) || lists.length !== columns)
        misfit('timeline.cells', `${columns} columns`, lists)
      for (const list of lists) isList('timeline.cells', list, isPlain)
    },
  })
}

function isPlain(cell: unknown): boolean {
  return cell === null || ['number', 'string', 'boolean'].includes(typeof cell)
}
