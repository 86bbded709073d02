import { show } from '../base/check.ts'
import { ArgumentError } from '../base/errors.ts'
import { remembered } from '../base/remembered.ts'
import { expectWhole } from '../base/save/shape.ts'
import type { StateShape } from '../base/shape.ts'
import {
  also,
  cell,
  floats,
  likeFresh,
  listOf,
  names,
  nil,
  real,
  shape,
  shapeBy,
  upTo,
  whole,
} from '../base/shape.ts'
import { type Cell, isInstant, isMissing, type Kind, kindOf, numberOf } from './cell.ts'
import {
  COLUMN,
  type ColumnState,
  createColumn,
  isReadAsWord,
  observeCell,
  readCell,
  reconsider,
  targetStatistic,
  WIDEST,
} from './column.ts'
import { type Encoding, type EncodingPlan, encode, encodingOf, fixedEncoding } from './encoding.ts'
import { findTimes, readTime } from './findTimes.ts'
import { type GapFill, type GapFillState, gapFill } from './gapFill.ts'
import type { Guide } from './guide.ts'
import {
  firstKept,
  type HistoryState,
  historyOf,
  outcomeOf,
  recallCells,
  remember,
  rewriteColumn,
  rewriteNote,
  timeOf,
} from './history.ts'
import { type DateOrder, orderOf } from './time.ts'
import type { Zone } from './zone.ts'

/** A row as a user has it: names and cells, or numbers alone. */
export type RawRow = Readonly<Record<string, Cell>> | ArrayLike<number>

/** A row that was read and awaits its outcome. Plain data. */
export interface ReadRow {
  readonly raw: readonly (number | string | boolean | null)[]
  /** One number per column, then for each its flag «was missing» or its word's target statistic. */
  readonly cells: Float64Array
  readonly time: number
}

/** All that is remembered of rows. Plain data. */
export interface RowsState {
  readonly columns: ColumnState[]
  timeColumn: number
  /** The columns that say the time together, such as year and month: then its column is the last, made of them. */
  readonly timeParts: readonly number[]
  /** Cells under names that the first row did not have. */
  unexpected: number
  readonly gaps: GapFillState
  /** What is learnt of rows as a series; null where there is no guide or no time. */
  readonly guide: unknown
  readonly history: HistoryState
  outcomes: number
}

/** A row of so many columns. */
export function rowOf(columns: number): StateShape<ReadRow> {
  return shape<ReadRow>({ raw: listOf(cell, columns), cells: floats(2 * columns), time: real() })
}

/** @param gapsOf what fills the gaps of so many columns at first */
function rowsOf(
  capacity: number,
  gapsOf: (columns: number) => GapFillState,
  guide: Guide | undefined,
): StateShape<RowsState> {
  const by = <T>(of: (columns: number, timed: boolean) => StateShape<T>): StateShape<T> =>
    shapeBy<T, RowsState>(
      (_value, _path, { columns, timeColumn }) => of(columns.length, timeColumn >= 0),
      () => of(0, false)(),
    )
  const all = shape<RowsState>({
    columns: also(upTo(WIDEST, listOf(COLUMN)), (columns, path) =>
      names.check(
        columns.map(({ name }) => name),
        `the names of ${path}`,
      ),
    ),
    timeColumn: whole<RowsState>(-1, ({ columns }) => columns.length - 1),
    timeParts: upTo(4, listOf(whole<RowsState>(0, ({ columns }) => columns.length - 2))),
    unexpected: real(),
    gaps: by((columns) => likeFresh(() => gapsOf(columns))),
    history: by((columns, timed) => historyOf(capacity, columns, timed)),
    guide: by<unknown>((_columns, timed) => (timed && guide ? guide.shape : nil)),
    outcomes: real(),
  })
  return also(all, ({ gaps, history }, path) => {
    expectWhole(`${path}.gaps.count`, gaps.count, 0, history.count)
  })
}

export interface RowsOptions {
  /** Name of the column of times, or of those of year, month, …; null: none. @default found from the first row */
  readonly time?: string | readonly string[] | null | undefined
  /** The order of 3/4/2026. @default found where the first row can be read in one only */
  readonly dates?: DateOrder | undefined
  /** Whether past outcomes may fill gaps and be features. @default true */
  readonly memory?: boolean | undefined
  /** The zone whose clocks the calendar follows: instants are read as its clocks show them. @default UTC */
  readonly zone?: Zone | undefined
  /** How many rows before its outcome a row is used. @default 1 */
  readonly ahead?: number | undefined
  /** Forecasts rows that have a time from the outcomes before, as one more feature. @default none */
  readonly guide?: Guide | undefined
  /** Rows that are remembered. @default 1000 */
  readonly capacity?: number | undefined
}

/** Columns up to which a gap is filled with the help of the row before. */
const FEW_COLUMNS = 24
/** Columns up to which a gap is filled with the help of the other columns. */
const MOST_COLUMNS = 60

/** Rows as users have them → x: knows types, words, times and gaps. Rule and plain state, like a panel. */
export interface Rows {
  /** The state before the first row, whose columns are those of `row`. */
  init(row: RawRow): RowsState
  /** Of its states. */
  readonly shape: StateShape<RowsState>
  /** The row as numbers. Changes nothing. */
  read(state: RowsState, row: RawRow): ReadRow
  /** A row that was read some rows ago, with words in the columns that held numbers until then. Changes nothing. */
  reread(state: RowsState, row: ReadRow): ReadRow
  /** Learns a row and its outcome. */
  observe(state: RowsState, row: ReadRow, y: number): void
  /** The features that the past can support. */
  freeze(state: RowsState): Encoding
  /** Features that the columns alone support, so that they need not change: words by the outcomes of their past. */
  fixed(state: RowsState): Encoding
  /** Writes x of a row that awaits its outcome, `waiting` rows after the last one learnt. */
  encode(state: RowsState, encoding: Encoding, row: ReadRow, waiting: number, out: Float64Array): void
  /** Writes x of a row of the past; returns its outcome. */
  replay(state: RowsState, encoding: Encoding, row: number, out: Float64Array): number
}

export function rows(options: RowsOptions = {}): Rows {
  const { time, dates, memory = true, ahead = 1, capacity = 1000, zone, guide } = options
  const fillerOf = remembered((columns) => createFiller(columns, memory && ahead === 1))
  // With one row ahead a row is there when its outcome is forecast; with more, only the row that many before it.
  const behind = ahead > 1 ? ahead : 0
  const earlier = remembered((width) => new Float64Array(width))

  function cellsFor(state: RowsState, own: Float64Array | undefined, position: number): Float64Array {
    if (behind === 0 && own) return own
    const width = 2 * state.columns.length
    const cells = earlier(width)
    const row = Math.max(position - behind, firstKept(state.history))
    if (row < state.history.count) recallCells(state.history, row, cells)
    else cells.fill(0)
    return cells
  }

  return {
    init: (row) => firstState(row, { time, dates, capacity, guide }, (columns) => fillerOf(columns).init()),
    shape: rowsOf(capacity, (columns) => fillerOf(columns).init(), guide),
    read(state, row) {
      const raw = rawOf(state, row, zone)
      const cells = numbersOf(state, raw)
      const { timeColumn, columns } = state
      const now = timeColumn < 0 ? Number.NaN : timeAt(state.history, cells[timeColumn])
      if (timeColumn >= 0) {
        cells[timeColumn] = now
        // A time is never missing: its second number is what the guide says.
        cells[columns.length + timeColumn] = guide?.forecast(state.guide) ?? 0
      }
      fillerOf(columns.length).fill(state, cells)
      return { raw, cells, time: now }
    },
    reread,
    observe(state, { raw, cells, time: now }, y) {
      const begun = state.columns.flatMap((column, j) => {
        const before = column.kind
        observeCell(column, raw[j], y)
        return before === null && column.kind === 'word' ? [j] : []
      })
      fillerOf(state.columns.length).observe(state, cells, y)
      remember(state.history, cells, now, y)
      if (guide && state.timeColumn >= 0) follow(guide, state)
      state.outcomes += y
      for (const j of begun) tellAsWords(state, j)
    },
    freeze: (state) => freeze(state, { lags: memory || ahead > 1, ahead, guided: guide !== undefined }),
    fixed: ({ columns, timeColumn }) => fixedEncoding(columns, timeColumn),
    encode(state, encoding, row, waiting, out) {
      const position = state.history.count + waiting
      const cells = cellsFor(state, row.cells, position)
      encode(encoding, state, cells, row.time, position, position - ahead + 1, out)
    },
    replay(state, encoding, row, out) {
      const cells = cellsFor(state, undefined, row)
      encode(encoding, state, cells, timeOf(state.history, row), row, row - ahead + 1, out)
      return outcomeOf(state.history, row)
    },
  }
}

/** The features that the past can support. */
function freeze(state: RowsState, plan: Omit<EncodingPlan, 'timeColumn'>): Encoding {
  const { columns, history, timeColumn } = state
  // A time that cannot be read continues at the last step.
  for (const [j, column] of columns.entries())
    if (j !== timeColumn && reconsider(column)) tellAsWords(state, j)
  return encodingOf(columns, history, { ...plan, timeColumn })
}

/** Rows from before a column was one of words have none that is known: what is remembered of them were numbers and flags. */
function tellAsWords({ history, outcomes }: RowsState, column: number): void {
  rewriteColumn(history, column, -1, overallMean(history, outcomes))
}

/** Lets the guide learn the last row. */
function follow(guide: Guide, { guide: own, history, timeColumn }: RowsState): void {
  guide.observe(own, history, (row, forecast) => rewriteNote(history, row, timeColumn, forecast))
}

/** The state before a first row. @param gapsOf what fills the gaps of so many columns at first */
function firstState(
  row: RawRow,
  { time, dates, capacity = 1000, guide }: RowsOptions,
  gapsOf: (columns: number) => GapFillState,
): RowsState {
  const names = namesOf(row)
  if (names.length > WIDEST) {
    throw new ArgumentError(
      `auto learns from up to ${WIDEST} columns; received ${names.length}: leave out some, or name the features in a recipe`,
      'too-large',
    )
  }
  const cells = cellsOf(row).map((cell, j) => plain(names[j], cell))
  expectNamed(names, time)
  const times = findTimes(names, [cells], { time, dates })
  const columns = names.map((name, j) => {
    const kind = kindOf(cells[j]) ?? null
    return createColumn(name, kind, kind === 'time' ? (dates ?? times?.form ?? null) : null)
  })
  const parts = times && times.columns.length > 1 ? times.columns : []
  if (parts.length > 0) columns.push(createColumn(parts.join(', '), 'time'))
  const timeColumn = times ? columns.findIndex(({ name }) => name === times.columns.join(', ')) : -1
  if (times && parts.length === 0) expectTime(columns[timeColumn], cells[timeColumn], times.form)
  return {
    columns,
    timeColumn,
    timeParts: parts.map((name) => names.indexOf(name)),
    unexpected: 0,
    gaps: gapsOf(columns.length),
    history: historyOf(capacity, columns.length, timeColumn >= 0)(),
    guide: timeColumn >= 0 && guide ? guide.shape() : null,
    outcomes: 0,
  }
}

/** One number per column, NaN for a gap, then for each its flag «was missing» or its word's target statistic. */
function numbersOf({ columns, history, outcomes }: RowsState, raw: ReadRow['raw']): Float64Array {
  const size = columns.length
  const cells = new Float64Array(2 * size)
  const overall = overallMean(history, outcomes)
  for (let j = 0; j < size; j++) {
    const word = columns[j].kind === 'word'
    cells[j] = word ? placeOf(columns[j], raw[j]) : readCell(columns[j], raw[j])
    cells[size + j] = word ? targetStatistic(columns[j], cells[j], overall) : Number.isNaN(cells[j]) ? 1 : 0
  }
  return cells
}

function reread({ columns, history, outcomes }: RowsState, row: ReadRow): ReadRow {
  const size = columns.length
  const turned = columns.flatMap((column, j) => {
    return column.kind === 'word' && !isReadAsWord(column, row.raw[j], row.cells[j]) ? [j] : []
  })
  if (turned.length === 0) return row
  const cells = row.cells.slice()
  for (const j of turned) {
    cells[j] = placeOf(columns[j], row.raw[j])
    cells[size + j] = targetStatistic(columns[j], cells[j], overallMean(history, outcomes))
  }
  return { ...row, cells }
}

/** The place of a word; −1 where it is not known or missing. */
function placeOf(column: ColumnState, cell: Cell): number {
  const place = readCell(column, cell)
  return Number.isNaN(place) ? -1 : place
}

function overallMean({ count }: HistoryState, outcomes: number): number {
  return count > 0 ? outcomes / count : 0
}

/** What was found of each column, for people. Plain data. */
export interface ColumnReport {
  readonly name: string
  readonly kind: Kind | 'unknown'
  readonly levels: number
  readonly missing: number
  readonly unreadable: number
  readonly beyond: number
}

export function reportColumns({ columns }: RowsState): ColumnReport[] {
  return columns.map(({ name, kind, levels, missing, unreadable, beyond }) => ({
    name,
    kind: kind ?? 'unknown',
    levels: levels.length,
    missing,
    unreadable,
    beyond,
  }))
}

function expectNamed(names: readonly string[], time: RowsOptions['time']): void {
  for (const name of [time ?? []].flat()) {
    if (names.includes(name)) continue
    throw new ArgumentError(
      `there is no column ${show(name)}; the columns are ${names.join(', ')}`,
      'unknown-column',
    )
  }
}

/** Makes a column one of times, if its first cell is one or says nothing. */
function expectTime(column: ColumnState, first: Cell, form: ColumnState['form']): void {
  column.kind = 'time'
  column.form = form
  if (isMissing(first) || !Number.isNaN(readCell(column, first))) return
  const way =
    orderOf(String(first)) === 'either'
      ? 'may name two days: say by dates "mdy" or "dmy" which of them'
      : 'is not read as a time; write it as 2026-03-31T05:00'
  throw new ArgumentError(`${show(first)} in the column ${show(column.name)} ${way}`)
}

/** A missing time continues at the last step. */
function timeAt(history: HistoryState, given: number): number {
  const { count } = history
  if (!Number.isNaN(given) || count === 0) return Number.isNaN(given) ? 0 : given
  const last = timeOf(history, count - 1)
  return count > 1 ? 2 * last - timeOf(history, count - 2) : last
}

function namesOf(row: RawRow): string[] {
  return isNumbers(row) ? Array.from(row, (_, j) => `x${j + 1}`) : Object.keys(row)
}

function cellsOf(row: RawRow): readonly Cell[] {
  return isNumbers(row) ? Array.from(row) : Object.values(row)
}

function rawOf(state: RowsState, row: RawRow, zone: Zone | undefined): (number | string | boolean | null)[] {
  const names = givenNames(state)
  if (isNumbers(row) && row.length !== names.length) {
    throw new ArgumentError(`x must have ${names.length} numbers; received ${row.length}`, 'wrong-length')
  }
  const { columns, timeParts: parts, timeColumn } = state
  const raw = names.map((name, j) =>
    parsed(columns[j], plain(name, isNumbers(row) ? row[j] : ownCell(row, name))),
  )
  if (parts.length === 0) {
    if (zone && timeColumn >= 0) raw[timeColumn] = onTheWall(raw[timeColumn], state.columns[timeColumn], zone)
    return raw
  }
  const time = readTime(
    { columns: parts.map((j) => names[j]), form: null },
    parts.map((j) => raw[j]),
  )
  return [...raw, Number.isNaN(time) ? null : new Date(time).toISOString()]
}

/** An instant as a clock on the wall shows it, written without a zone: then it is none. */
function onTheWall<C extends Cell>(cell: C, { form }: ColumnState, zone: Zone): C | string {
  if (!isInstant(cell, form ?? undefined)) return cell
  const wall = new Date(zone.wallClock(numberOf(cell, 'time', form ?? undefined)))
  return wall.toISOString().slice(0, -1)
}

/** The names of the columns that rows have; a time that is made of several is none of them. */
export function givenNames({ columns, timeParts }: RowsState): string[] {
  return columns.slice(0, timeParts.length > 0 ? -1 : undefined).map(({ name }) => name)
}

/** Not what every object has under the names `constructor` and `__proto__`. */
function ownCell(row: Readonly<Record<string, Cell>>, name: string): Cell {
  return Object.hasOwn(row, name) ? row[name] : null
}

function plain(name: string, cell: Cell): number | string | boolean | null {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? null : cell.toISOString()
  if (typeof cell === 'bigint') return Number(cell)
  if (cell === null || cell === undefined) return null
  if (typeof cell === 'number' || typeof cell === 'string' || typeof cell === 'boolean') return cell
  throw new ArgumentError(
    `a cell of the column ${show(name)} must be a number, text, a truth value, a date or null; received ${show(cell)}`,
  )
}

/** The number that a text says in a column of numbers: it is parsed here, once. Another text stays as it is. */
function parsed<C extends Cell>({ kind }: ColumnState, cell: C): C | number {
  if (kind !== 'number' || typeof cell !== 'string') return cell
  const number = numberOf(cell, kind)
  return Number.isNaN(number) ? cell : number
}

function isNumbers(row: RawRow): row is ArrayLike<number> {
  return Array.isArray(row) || ArrayBuffer.isView(row)
}

/** Gaps of the numeric columns, filled from the other columns, the row before and the last outcome. */
interface Filler {
  init(): GapFillState
  fill(state: RowsState, cells: Float64Array): void
  observe(state: RowsState, cells: Float64Array, y: number): void
}

function createFiller(columns: number, outcome: boolean): Filler {
  const previous = columns <= FEW_COLUMNS
  const together = columns <= MOST_COLUMNS
  const size = previous ? 2 * columns + (outcome ? 1 : 0) : columns
  const inner: GapFill = gapFill(together ? size : 1)
  const numbers = new Float64Array(size)

  function gather({ columns: all, history }: RowsState, cells: Float64Array): void {
    numbers.fill(0)
    for (let j = 0; j < columns; j++) if (isFilled(all[j])) numbers[j] = cells[j]
    if (!previous || history.count === 0) return
    const last = (history.count - 1) % history.capacity
    for (let j = 0; j < columns; j++) {
      if (isFilled(all[j])) numbers[columns + j] = history.cells[last * columns + j]
    }
    if (outcome) numbers[2 * columns] = history.outcomes[last]
  }

  return {
    init: () => inner.init(),
    fill(state, cells) {
      let gaps = false
      for (let j = 0; j < columns; j++) gaps ||= Number.isNaN(cells[j])
      if (!gaps) return
      gather(state, cells)
      if (together) inner.fill(state.gaps, numbers)
      for (let j = 0; j < columns; j++) {
        if (Number.isNaN(cells[j]))
          cells[j] = together && isFilled(state.columns[j]) ? numbers[j] : state.columns[j].mean
      }
    },
    observe(state, cells, _y) {
      if (!together) return
      gather(state, cells)
      inner.observe(state.gaps, numbers)
    },
  }
}

function isFilled({ kind }: ColumnState): boolean {
  return kind === 'number' || kind === 'boolean'
}
