import {
  counter,
  listOf,
  names,
  nullable,
  oneOf,
  real,
  type StateShape,
  shape,
  string,
} from '../base/shape.ts'
import { type Cell, isMissing, type Kind, kindOf, numberOf } from './cell.ts'
import type { TimeForm } from './time.ts'

/** Columns at most: a thousand rows of them are remembered. */
export const WIDEST = 10_000

/** Rows after which a value is kept within twice the range seen before it. */
const TRUSTED_ROWS = 20

/** What the past says of one column. Plain data. */
export interface ColumnState {
  readonly name: string
  /** null until a cell is there. */
  kind: Kind | null
  /** How its times are written, where its cells alone do not say. */
  form: TimeForm | null
  /** Cells that were there. */
  seen: number
  missing: number
  /** Cells that could not be read as this kind of column: treated as missing. */
  unreadable: number
  /** Cells outside twice the range seen: brought back to it. */
  beyond: number
  least: number
  greatest: number
  mean: number
  /** Words, in order of appearance; the last `counts` entry is for words beyond the most that are told apart. */
  readonly levels: string[]
  readonly counts: number[]
  /** Sum of the outcomes seen with each level. */
  readonly sums: number[]
}

const ofLevels = /* @__PURE__ */ listOf(real(), ({ levels }: ColumnState) => levels.length)

export const COLUMN: StateShape<ColumnState> = /* @__PURE__ */ shape<ColumnState>({
  name: string,
  kind: nullable(oneOf('number', 'boolean', 'time', 'word')),
  form: nullable(oneOf('mdy', 'dmy', 'years', 'compact')),
  seen: counter,
  missing: counter,
  unreadable: counter,
  beyond: counter,
  least: real(Infinity),
  greatest: real(-Infinity),
  mean: real(),
  levels: names,
  counts: ofLevels,
  sums: ofLevels,
})

export function createColumn(
  name: string,
  kind: Kind | null = null,
  form: TimeForm | null = null,
): ColumnState {
  return { ...COLUMN(), name, kind, form }
}

/**
 * The cell as a number: a value, 0/1, a time, or the place of its word (−1: a word not seen before); NaN if missing, and
 * for the first word of a column that was empty until then. Changes nothing.
 */
export function readCell(column: ColumnState, cell: Cell): number {
  if (isMissing(cell)) return Number.NaN
  const kind = column.kind ?? (kindOf(cell) as Kind)
  if (kind === 'word') return column.kind === null ? Number.NaN : column.levels.indexOf(wordOf(cell))
  const value = numberOf(cell, kind, column.form ?? undefined)
  return kind === 'number' ? withinReach(column, value) : value
}

/** Whether a cell may have been read as this number when its column was one of words already. */
export function isReadAsWord({ levels }: ColumnState, cell: Cell, read: number): boolean {
  return read === -1 || (!isMissing(cell) && levels[read] === wordOf(cell))
}

/** How many widths of the range seen a number may lie outside it and be believed. */
const WIDTHS_BELIEVED = 10

/** Whether a number is so far outside the range seen that a sensor, a unit or a missing point is the likelier cause. */
export function isBeyondBelief({ seen, least, greatest }: ColumnState, value: number): boolean {
  const reach = WIDTHS_BELIEVED * (greatest - least)
  return seen >= TRUSTED_ROWS && reach > 0 && !(value >= least - reach && value <= greatest + reach)
}

/** Widens the range seen to hold a number. */
export function holdRange(column: ColumnState, value: number): void {
  column.least = Math.min(column.least, value)
  column.greatest = Math.max(column.greatest, value)
}

/** Counts a cell and learns its level or range, and the outcome that came with it. */
export function observeCell(column: ColumnState, cell: Cell, y: number): void {
  if (isMissing(cell)) {
    column.missing++
    return
  }
  column.kind ??= kindOf(cell) as Kind
  if (column.kind === 'word') {
    observeWord(column, wordOf(cell), y)
    return
  }
  const value = numberOf(cell, column.kind, column.form ?? undefined)
  if (Number.isNaN(value)) {
    column.unreadable++
    return
  }
  const kept = column.kind === 'number' ? withinReach(column, value) : value
  if (kept !== value) column.beyond++
  column.seen++
  holdRange(column, kept)
  column.mean += (kept - column.mean) / column.seen
}

/** Rows of the overall mean that a word's target statistic starts with. */
const PRIOR_ROWS = 5

/** Mean outcome of a word's past rows, drawn to the overall mean while they are few. */
export function targetStatistic(column: ColumnState, level: number, overall: number): number {
  if (!(level >= 0)) return overall
  return (column.sums[level] + PRIOR_ROWS * overall) / (column.counts[level] + PRIOR_ROWS)
}

/** A column of numbers in which most cells were words is a column of words from now on. @returns whether it became one */
export function reconsider(column: ColumnState): boolean {
  if (column.kind === 'word' || column.unreadable <= column.seen) return false
  column.kind = 'word'
  column.seen = 0
  column.unreadable = 0
  return true
}

/** Most words of a column that are told apart; later ones count as one. */
const MOST_LEVELS = 1000

function observeWord(column: ColumnState, word: string, y: number): void {
  const { levels, counts, sums } = column
  let level = levels.indexOf(word)
  if (level < 0 && levels.length < MOST_LEVELS) {
    level = levels.length
    levels.push(word)
    counts.push(0)
    sums.push(0)
  }
  column.seen++
  if (level < 0) {
    column.beyond++
    return
  }
  counts[level]++
  sums[level] += y
}

function wordOf(cell: Cell): string {
  return cell instanceof Date ? cell.toISOString() : String(cell).trim()
}

/** A value no further from the range seen than the range is wide: an outlier of 10⁶ must not become the scale. */
function withinReach({ seen, least, greatest }: ColumnState, value: number): number {
  const width = greatest - least
  if (seen < TRUSTED_ROWS || !(width > 0)) return value
  return Math.min(greatest + width, Math.max(least - width, value))
}
