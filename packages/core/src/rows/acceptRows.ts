import { roomOf } from '../base/room.ts'
import {
  expectLength,
  expectList,
  expectRecord,
  expectShape,
  expectWhole,
  misfit,
} from '../base/save/shape.ts'
import { acceptColumn, expectWords } from './acceptColumns.ts'
import { WIDEST } from './column.ts'
import type { GapFillState } from './gapFill.ts'
import type { HistoryState } from './history.ts'
import type { RowsState } from './rows.ts'

/** Most rows that are counted: a search halves sums of two of them as 32-bit numbers. */
const MOST_ROWS = 1_000_000_000

/**
 * Refuses rows that cannot have been seen.
 *
 * @param capacity how many are kept
 * @param gapsOf what fills the gaps of so many columns at first
 */
export function acceptRowsState(
  state: unknown,
  capacity: number,
  gapsOf: (columns: number) => GapFillState,
): void {
  const { columns, history, timeColumn } = (state ?? {}) as RowsState
  if (!Array.isArray(columns)) misfit('rows.columns', 'a list', columns)
  const size = columns.length
  expectWhole('the number of columns', size, 0, WIDEST)
  expectRecord(state, { unexpected: 0, outcomes: 0 }, 'rows', {
    // First, because all else is as large as this.
    history: (own) => acceptHistory(own, capacity, size, timeColumn),
    columns() {
      for (const column of columns) acceptColumn(column)
      expectWords(
        'the names of columns',
        columns.map(({ name }) => name),
      )
    },
    timeParts(places) {
      if (!Array.isArray(places) || places.length > 4) misfit('rows.timeParts', 'up to 4 columns', places)
      for (const place of places) expectWhole('rows.timeParts[]', place, 0, size - 2)
    },
    timeColumn: (place) => expectWhole('rows.timeColumn', place, -1, size - 1),
    gaps(gaps) {
      expectShape(gaps, gapsOf(size), 'rows.gaps')
      expectWhole('rows.gaps.count', (gaps as GapFillState).count, 0, history.count)
    },
  })
}

function acceptHistory(history: unknown, capacity: number, columns: number, timeColumn: unknown): void {
  const { notes } = (history ?? {}) as HistoryState
  const room = roomOf(Math.min(counted(history), capacity), capacity)
  const cells = new Float64Array(0)
  const each = new Float64Array(room)
  expectRecord(history, { outcomes: each, times: timeColumn === -1 ? cells : each }, 'history', {
    count: () => {},
    capacity: (rows) => expectWhole('history.capacity', rows, capacity, capacity),
    cells: (own) => expectNumbers('history.cells', own, room * columns),
    notes: (own) => expectNumbers('history.notes', own, notes?.length === 0 ? 0 : room * columns),
  })
}

function counted(history: unknown): number {
  return expectWhole('history.count', ((history ?? {}) as HistoryState).count, 0, MOST_ROWS)
}

function expectNumbers(path: string, numbers: unknown, length: number): void {
  if (!(numbers instanceof Float64Array)) misfit(path, 'a Float64Array', numbers)
  expectLength(path, numbers, length)
}

/** Refuses a row that is not one of so many columns. */
export function acceptRow(row: unknown, columns: number): void {
  expectRecord(row, { cells: new Float64Array(2 * columns), time: 0 }, 'a row', {
    raw: (raw) =>
      expectList('the cells of a row', raw, columns, (cell) => {
        if (cell !== null && !['number', 'string', 'boolean'].includes(typeof cell))
          misfit('a cell', 'a number, a text, true, false or null', cell)
      }),
  })
}
