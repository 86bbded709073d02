import { unmarked } from '../base/markedNumber.ts'
import { MISSING_TEXT } from '../base/missingText.ts'
import { FEWEST_SECONDS, hasZone, type TimeForm, timeOfNumber, timeOfText } from './time.ts'

/** A cell as a user has it. Text is read as a file gives it: '12', 'north', '2026-03-01T05:00', ''. */
export type Cell = number | string | boolean | Date | bigint | null | undefined

/** What a column holds. */
export type Kind = 'number' | 'boolean' | 'time' | 'word'

const MISSING = new Set(MISSING_TEXT)
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i
/** Numbers beyond ± this count as it: their squares would overflow. */
const LARGEST = 1e150
/** Milliseconds from 1970 to the first and the last day that a `Date` can tell: what lies beyond is no time. */
const LAST_TIME = 8.64e15

export function isMissing(cell: Cell): boolean {
  if (typeof cell === 'number') return !Number.isFinite(cell)
  if (typeof cell === 'string') return MISSING.has(cell.trim())
  return cell === null || cell === undefined || (cell instanceof Date && Number.isNaN(cell.getTime()))
}

/** The kind of column that this cell alone speaks for; undefined if it is missing. */
export function kindOf(cell: Cell): Kind | undefined {
  if (isMissing(cell)) return undefined
  if (typeof cell === 'number' || typeof cell === 'bigint') return 'number'
  if (typeof cell === 'boolean') return 'boolean'
  if (cell instanceof Date) return 'time'
  const text = (cell as string).trim()
  if (NUMBER.test(unmarked(text))) return 'number'
  if (/^(?:true|false)$/i.test(text)) return 'boolean'
  return Number.isNaN(timeOfText(text)) ? 'word' : 'time'
}

/**
 * The cell as a number of its column's kind; NaN if it cannot be read so. Times are milliseconds since 1970.
 *
 * @param form how times are written, where the cell alone does not say
 */
export function numberOf(cell: Cell, kind: Exclude<Kind, 'word'>, form?: TimeForm): number {
  if (isMissing(cell)) return Number.NaN
  if (kind === 'time') {
    const time = timeOf(cell, form)
    return Math.abs(time) <= LAST_TIME ? time : Number.NaN
  }
  if (typeof cell === 'boolean') return cell ? 1 : 0
  if (cell instanceof Date) return Number.NaN
  if (typeof cell === 'string' && /^\s*(?:true|false)\s*$/i.test(cell)) return /true/i.test(cell) ? 1 : 0
  const value = typeof cell === 'string' ? plainNumber(cell) : Number(cell)
  return Number.isFinite(value) ? Math.max(-LARGEST, Math.min(LARGEST, value)) : Number.NaN
}

/** Whether a cell of a column of times names an instant, whatever clocks show where it was: a date, a count, a text with a zone. */
export function isInstant(cell: Cell, form?: TimeForm): boolean {
  if (isMissing(cell) || form === 'years' || form === 'compact') return false
  if (typeof cell !== 'string') return cell instanceof Date || Math.abs(Number(cell)) >= FEWEST_SECONDS
  const text = cell.trim()
  return NUMBER.test(text) ? Math.abs(Number(text)) >= FEWEST_SECONDS : hasZone(text)
}

/** Milliseconds since 1970 of a date, of a text that says a time, or of a number of seconds or milliseconds; else NaN. */
function timeOf(cell: Cell, form: TimeForm | undefined): number {
  if (cell instanceof Date) return cell.getTime()
  if (typeof cell === 'number') return timeOfNumber(cell, form)
  if (typeof cell !== 'string') return Number.NaN
  const text = cell.trim()
  if (NUMBER.test(text)) return timeOfNumber(Number(text), form)
  return timeOfText(text, form === 'mdy' || form === 'dmy' ? form : undefined)
}

/** The number that a text says, perhaps with a sign of money or percent; NaN if it says none. */
export function plainNumber(cell: string): number {
  const text = unmarked(cell.trim())
  return NUMBER.test(text) ? Number(text) : Number.NaN
}
