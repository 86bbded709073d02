import { ORDERS } from '@credence/report'
import { ArgumentError } from 'credence'
import {
  type DateOrder,
  findTimes,
  goesBack,
  isInstant,
  isMissing,
  numberOf,
  orderOf,
  readTime,
  type TimeForm,
  type UnreadDates,
  unreadDates,
} from 'credence/auto'
import { noRows, UserError } from '../../base/failure.ts'
import { noColumn } from '../../base/suggest.ts'
import { beside, firstOf, type List, ShelfList, upTo } from '../../files/shelf/list.ts'
import type { Shelf } from '../../files/shelf/shelf.ts'
import type { Input } from '../../input/input.ts'
import { notTimes } from '../../input/notTimes.ts'

/** A table as text, column after column. */
export interface TextTable {
  readonly names: readonly string[]
  readonly columns: ReadonlyMap<string, List<string>>
  readonly rows: number
  /** Where each row is in the file; absent where rows come from elsewhere. */
  readonly places?: { readonly unit: string; readonly lines: List<number> }
  /** Where the columns are, and whatever is made of them. */
  readonly shelf: Shelf
}

export async function readTable(input: Input, shelf: Shelf, signal: AbortSignal): Promise<TextTable> {
  try {
    return await cellsOf(input, shelf, signal)
  } catch (error) {
    if (error instanceof ArgumentError && error.code === 'bad-row')
      error.message += '. Correct the line; if it is the last one, write or export the file again'
    throw error
  }
}

async function cellsOf(input: Input, shelf: Shelf, signal: AbortSignal): Promise<TextTable> {
  const table = await input.open({ signal, columns: [], text: (names) => names })
  const names = table.textNames
  const columns = names.map(() => ShelfList.texts(shelf))
  const lines = ShelfList.numbers(shelf)
  // Without those at the end that hold nothing, as spreadsheets leave them.
  let rows = 0
  for await (const { texts, size, lines: own } of table.batches()) {
    for (let r = 0; r < size; r++) {
      let isFilled = false
      lines.push(own[r] as number)
      columns.forEach((cells, c) => {
        const cell = texts[r * names.length + c] ?? ''
        cells.push(cell)
        isFilled ||= cell.trim() !== ''
      })
      if (isFilled) rows = lines.length
    }
  }
  if (rows === 0) throw noRows(input.name)
  return {
    names,
    columns: new Map(columns.map((cells, c) => [names[c] as string, upTo(cells, rows)])),
    rows,
    places: { unit: table.unit, lines: upTo(lines, rows) },
    shelf,
  }
}

/** The cells of a column; an error that names it where there is none. @param option that named it */
export function columnOf({ names, columns }: TextTable, name: string, option = ''): List<string> {
  const cells = columns.get(name)
  if (cells) return cells
  throw noColumn(name, names, option)
}

/** Columns with commas between. A name that holds commas itself, as `Paris, FR`, is known by those that there are. */
export function columnsNamed(text: string, { names }: Pick<TextTable, 'names'>): string[] {
  const pieces = text.split(',')
  const found: string[] = []
  for (let from = 0; from < pieces.length; ) {
    const upTo = (end: number): string => pieces.slice(from, end).join(',').trim()
    let end = pieces.length
    while (end > from + 1 && !names.includes(upTo(end))) end--
    found.push(upTo(end))
    from = end
  }
  return found
}

/** Where a row is: in the file, else among all rows. */
export function placeOf({ places }: TextTable, r: number): string {
  return places ? `${places.unit} ${places.lines.at(r)}` : `row ${r + 1}`
}

/** Cells that are looked at to tell what a column holds. */
const LOOKED_AT = 200

/** A table, the column of its times, and how they are written. */
export interface TimedTable {
  readonly table: TextTable
  readonly time: string | undefined
  readonly form: TimeForm | undefined
  /** Columns that look like times where none was read as such. */
  readonly undated: readonly UnreadDates[]
}

/** What was said of times and of the target. */
export interface TimeWishes {
  readonly time?: string
  readonly dates?: DateOrder
  readonly target?: string
}

/** Finds the times of a table. A time that is written in several columns, such as year and month, becomes one of its own. */
export function withTimes(table: TextTable, { time, dates, target }: TimeWishes): TimedTable {
  const named = time === undefined ? undefined : columnsNamed(time, table)
  for (const name of named ?? []) columnOf(table, name, 'time')
  const names = table.names.filter((name) => name !== target)
  const rowAt = (r: number): string[] => names.map((name) => columnOf(table, name).at(r) ?? '')
  const first = Array.from({ length: Math.min(LOOKED_AT, table.rows) }, (_, r) => rowAt(r))
  const found = findTimes(names, first, { time: named, dates })
  if (!found) {
    const undated = unreadDates(names, first, { dates })
    const unread = undated.find(({ unclear }) => unclear)
    if (unread) throw unclearDates(unread.column, unread.cell)
    for (const { column, cell } of undated) {
      const order = orderOf(cell)
      if (order === 'mdy' || order === 'dmy') throw otherOrder(column, cell, order)
    }
    return { table, time: undefined, form: undefined, undated }
  }
  const { columns, form } = found
  const [single, ...more] = columns
  if (named?.length === 1) expectTimes(named[0] as string, columnOf(table, named[0] as string))
  if (more.length === 0) return { table, time: single, form: form ?? undefined, undated: [] }
  const made = columns.join(', ')
  const cells = ShelfList.texts(table.shelf)
  for (const row of beside(columns.map((name) => columnOf(table, name)))) {
    const at = readTime(found, row)
    cells.push(Number.isNaN(at) ? '' : new Date(at).toISOString().slice(0, columns.length > 3 ? 16 : 10))
  }
  const whole = new Map<string, List<string>>([...table.columns, [made, cells]])
  return {
    table: { ...table, names: [...table.names, made], columns: whole },
    time: made,
    form: undefined,
    undated: [],
  }
}

/** Refuses a measurement that was named as the times: one that goes back, and is not counted in whole numbers. */
function expectTimes(named: string, cells: Iterable<string>): void {
  const back = goesBack(cells)
  if (back && !back.every(Number.isInteger)) throw notTimes(named, back)
}

/** Day and month could be either. */
export function unclearDates(column: string, cell: string): UserError {
  return new UserError(
    `${JSON.stringify(cell)} in column ${JSON.stringify(column)} may name two days. ${ORDERS}`,
  )
}

/** A date that cannot be read in the order of the others, or in the one that was said. */
export function otherOrder(column: string, cell: string, order: DateOrder): UserError {
  const [has, read] = order === 'dmy' ? ['day', 'month'] : ['month', 'day']
  return new UserError(
    `${JSON.stringify(cell)} in ${JSON.stringify(column)} has the ${has} first, where the ${read} is taken to come first. Write all dates in one order, best as 2026-03-31; or leave out --dates if it was given`,
  )
}

/** The outcomes of a table. */
export interface Outcomes {
  /** NaN where it is not known. */
  readonly y: List<number>
  /** The first row whose cell is there and is no number; −1: none. */
  readonly odd: number
  /** Cells that are not empty, and are no numbers. */
  readonly unread: number
}

export function readOutcomes(cells: Iterable<string>, shelf: Shelf): Outcomes {
  const y = ShelfList.numbers(shelf)
  let [odd, unread] = [-1, 0]
  for (const cell of cells) {
    const value = numberOf(cell, 'number')
    if (Number.isNaN(value)) {
      if (!isMissing(cell) && odd < 0) odd = y.length
      if (cell.trim() !== '') unread++
    }
    y.push(value)
  }
  return { y, odd, unread }
}

/** How the times of a file are written, so that those of forecasts are written alike. */
export interface TimeStyle {
  /** Whether cells name an instant: they end with Z or an offset, or count seconds. */
  readonly instants: boolean
  /** Whether no cell has a clock. */
  readonly days: boolean
  /** Whether cells are numbers that count no seconds, such as those of steps. */
  readonly numbers: boolean
}

export function timeStyleOf(cells: Iterable<string>, form?: TimeForm): TimeStyle {
  const some = firstOf(cells, LOOKED_AT).filter((cell) => !isMissing(cell))
  const instants = some.filter((cell) => isInstant(cell, form)).length > some.length / 2
  const days = !instants && !some.some((cell) => /\d:\d/.test(cell))
  const numbers = days && form === undefined && some.every((cell) => !Number.isNaN(numberOf(cell, 'number')))
  return { instants, days, numbers }
}
