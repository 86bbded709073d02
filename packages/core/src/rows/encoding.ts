import { expectWhole } from '../base/save/shape.ts'
import {
  also,
  counter,
  listOf,
  oneOf,
  real,
  type StateShape,
  shape,
  shapeBy,
  string,
  whole,
} from '../base/shape.ts'
import type { Layout } from '../panels/guidedContext.ts'
import {
  CALENDAR,
  type Calendar,
  calendarNames,
  calendarOf,
  seasonsOf,
  WHOLE_CALENDAR,
  wordNames,
  wordSizes,
  writeCalendar,
  writeWords,
} from './calendar.ts'
import type { ColumnState } from './column.ts'
import { firstKept, type HistoryState, noteOf, outcomeOf, rowAt, timeOf } from './history.ts'
import { hasOwnPast, outcomeOfWord } from './wordPast.ts'

/** A word column with more levels than this is told by the outcomes of its past, not level by level. */
const FEW_LEVELS = 12
/** So are all where there would be more features than this. */
const MOST_BY_LEVEL = 500
/** Rows beyond a lag before that lag is a feature. */
const ROWS_TO_FIT = 20
/** With more columns that have gaps, the gaps of a row are counted instead of told one by one. */
const FEW_GAPPY = 2
/** How many of the last outcomes of a word are features. */
const PASTS = 2

/** One column's part of x. Plain data. */
export type Part =
  | { readonly from: 'value' | 'flag' | 'statistic'; readonly column: number }
  | { readonly from: 'level'; readonly column: number; readonly level: number }
  | { readonly from: 'calendar'; readonly calendar: Calendar }
  | { readonly from: 'words'; readonly calendar: Calendar }
  | { readonly from: 'lag'; readonly lag: number }
  | { readonly from: 'guide'; readonly column: number }
  | { readonly from: 'past'; readonly column: number; readonly back: number }
  | { readonly from: 'flags'; readonly columns: readonly number[] }
  | { readonly from: 'nothing' }

/** How rows become x, frozen: the same row gives the same x until the next freezing. Plain data. */
export interface Encoding {
  readonly names: readonly string[]
  readonly parts: readonly Part[]
  /** Milliseconds between rows of a regular series; NaN if there is none. */
  readonly spacing: number
  /** Mean outcome: what a lag before the first row is filled with. */
  readonly fill: number
}

/** Features that one column can give: its levels, its past and its gaps; and those of times, lags and all gaps together. */
const MOST_OF_A_COLUMN = FEW_LEVELS + PASTS + 1
const MOST_OF_ALL = 30

/** Features that rows of so many columns can have. */
export function encodingShape(columns: number): StateShape<Encoding> {
  const all = shape<Encoding>({
    names: listOf(string),
    parts: listOf(partOf(columns)),
    spacing: real(),
    fill: real(),
  })
  return also(all, ({ names, parts }, path) => {
    expectWhole('the number of features', names.length, 1, MOST_OF_A_COLUMN * columns + MOST_OF_ALL)
    const width = parts.reduce((sum, part) => sum + widthOf(part), 0)
    expectWhole(`the length of ${path}.names`, names.length, width, width)
  })
}

function partOf(columns: number): StateShape<Part> {
  const column = whole(0, columns - 1)
  const fields: Readonly<Record<Part['from'], object>> = {
    value: { column },
    flag: { column },
    statistic: { column },
    level: { column, level: counter },
    calendar: { calendar: CALENDAR },
    words: { calendar: CALENDAR },
    lag: { lag: counter },
    guide: { column },
    past: { column, back: counter },
    flags: { columns: listOf(column) },
    nothing: {},
  }
  const kinds = oneOf(...(Object.keys(fields) as Part['from'][]))
  return shapeBy<Part>(
    (part, path) => {
      const from = (part as Part | null | undefined)?.from
      kinds.check(from, `${path}.from`)
      return shape({ from: kinds, ...fields[from as Part['from']] }) as StateShape as StateShape<Part>
    },
    () => ({ from: 'nothing' }),
  )
}

/** How many features a part has. */
export function widthOf(part: Part): number {
  if (part.from === 'words') return wordNames(part.calendar).length
  return part.from === 'calendar' ? calendarNames(part.calendar).length : 1
}

export interface EncodingPlan {
  /** Place of the column of times; −1 if there is none. */
  readonly timeColumn: number
  /** Whether past outcomes may be features. */
  readonly lags: boolean
  /** How many rows before its outcome a row is used. */
  readonly ahead: number
  /** Whether the note of a time is a forecast of its row, and the calendar is told in words too. */
  readonly guided?: boolean
}

/** The features that the past can support. */
export function encodingOf(
  columns: readonly ColumnState[],
  history: HistoryState,
  { timeColumn, lags, ahead, guided = false }: EncodingPlan,
): Encoding {
  const names: string[] = []
  const parts: Part[] = []
  const add = (name: string, part: Part): void => {
    names.push(name)
    parts.push(part)
  }
  if (guided && timeColumn >= 0 && isGuided(history, timeColumn))
    add('y as a series', { from: 'guide', column: timeColumn })
  const spacing = timeColumn < 0 ? Number.NaN : spacingOf(history)
  // Until a time was read there is none to count from.
  const time = timeColumn >= 0 && columns[timeColumn].seen > 0 ? columns[timeColumn] : undefined
  const calendar = time && calendarOf(time.least, time.greatest, spacing)
  if (guided && calendar) {
    parts.push({ from: 'words', calendar })
    names.push(...wordNames(calendar))
  }
  const few = levelByLevel(columns) > MOST_BY_LEVEL ? 0 : FEW_LEVELS
  const gappy = columns.flatMap((column, j) => (hasGaps(column) && j !== timeColumn ? [j] : []))
  columns.forEach((column, j) => {
    if (j === timeColumn) return
    addColumn(column, j, few, add)
    if (gappy.length <= FEW_GAPPY && gappy.includes(j))
      add(`${column.name} missing`, { from: 'flag', column: j })
  })
  if (lags && ahead === 1) addPasts(columns, history, add)
  if (gappy.length > FEW_GAPPY) add('cells missing', { from: 'flags', columns: gappy })
  const onlyOutcomes = columns.length === 0
  if (calendar) {
    parts.push({ from: 'calendar', calendar })
    names.push(...calendarNames(calendar))
  }
  if (lags && (spacing > 0 || (onlyOutcomes && timeColumn < 0))) {
    for (const lag of lagsOf(history, spacing, ahead)) add(`y ${lag} ago`, { from: 'lag', lag })
  }
  if (parts.length === 0) add('nothing', { from: 'nothing' })
  return { names, parts, spacing, fill: meanOutcome(history) }
}

/**
 * The features of columns whose past is not known yet: numbers as they are, a word by the outcomes seen with it, how
 * many cells are missing, and the calendar of the time.
 */
export function fixedEncoding(columns: readonly ColumnState[], timeColumn: number): Encoding {
  const others = columns.flatMap((_, j) => (j === timeColumn ? [] : [j]))
  const names = others.map((j) => (columns[j].kind === 'word' ? `y by ${columns[j].name}` : columns[j].name))
  const parts = others.map(
    (j): Part => ({ from: columns[j].kind === 'word' ? 'statistic' : 'value', column: j }),
  )
  // Of a word the second number is not a flag.
  const gappy = others.filter((j) => columns[j].kind !== 'word')
  if (gappy.length > 0) {
    names.push('cells missing')
    parts.push({ from: 'flags', columns: gappy })
  }
  if (timeColumn >= 0) {
    names.push(...calendarNames(WHOLE_CALENDAR))
    parts.push({ from: 'calendar', calendar: WHOLE_CALENDAR })
  }
  if (parts.length === 0)
    return { names: ['nothing'], parts: [{ from: 'nothing' }], spacing: Number.NaN, fill: 0 }
  return { names, parts, spacing: Number.NaN, fill: 0 }
}

/** Rows before a guide is listened to, and of the last ones those of which it must have said something. */
const ROWS_TO_GUIDE = 8

function isGuided(history: HistoryState, column: number): boolean {
  const { count } = history
  if (count < ROWS_TO_GUIDE) return false
  for (let row = count - 2; row < count; row++) if (Number.isNaN(noteOf(history, row, column))) return false
  return true
}

export function layoutOf({ parts }: Encoding): Layout {
  const guided = parts[0].from === 'guide'
  const next = parts[guided ? 1 : 0]
  const words = next?.from === 'words' ? wordSizes(next.calendar) : []
  return { guided, words, lags: parts.some(({ from }) => from === 'lag') }
}

/** How many features there are if each word column with few levels is told level by level. */
function levelByLevel(columns: readonly ColumnState[]): number {
  return columns.reduce((sum, { kind, levels }) => {
    return sum + (kind === 'word' && levels.length <= FEW_LEVELS ? levels.length : 1)
  }, 0)
}

function addColumn(
  column: ColumnState,
  j: number,
  few: number,
  add: (name: string, part: Part) => void,
): void {
  const { name, kind, levels } = column
  if (kind === 'word') {
    if (levels.length > few) add(`y by ${name}`, { from: 'statistic', column: j })
    else
      for (const [level, word] of levels.entries())
        add(`${name} ${word}`, { from: 'level', column: j, level })
  } else add(name, { from: 'value', column: j })
}

/** The last outcomes of the same word, where they say something. */
function addPasts(
  columns: readonly ColumnState[],
  history: HistoryState,
  add: (name: string, part: Part) => void,
): void {
  columns.forEach(({ name, kind, levels }, j) => {
    if (kind !== 'word' || levels.length < 2 || !hasOwnPast(history, j, columns.length)) return
    for (let back = 1; back <= PASTS; back++)
      add(`y of ${name}, ${back} ago`, { from: 'past', column: j, back })
  })
}

function hasGaps({ kind, missing, unreadable }: ColumnState): boolean {
  return kind !== 'word' && missing + unreadable > 0
}

/** The three last outcomes that are known, and those of a season before. */
function lagsOf(history: HistoryState, spacing: number, ahead: number): number[] {
  const seasons = spacing > 0 ? seasonsOf(spacing, history.capacity >> 1) : []
  const seasonal = seasons.map((season) => season * Math.ceil(ahead / season))
  const lags = new Set([ahead, ahead + 1, ahead + 2, ...seasonal])
  return [...lags].filter((lag) => history.count >= lag + ROWS_TO_FIT).sort((a, b) => a - b)
}

/** The median step between times, if three steps in four are that long; else NaN: rows are no series. */
export function spacingOf(history: HistoryState): number {
  const steps: number[] = []
  for (let row = firstKept(history) + 1; row < history.count; row++) {
    steps.push(timeOf(history, row) - timeOf(history, row - 1))
  }
  steps.sort((a, b) => a - b)
  const median = steps[steps.length >> 1]
  if (!(median > 0) || steps[0] < 0) return Number.NaN
  // Months differ by three days and are one step all the same.
  const regular = steps.filter((step) => Math.abs(step - median) <= 0.06 * median).length
  return regular >= 0.75 * steps.length ? median : Number.NaN
}

function meanOutcome(history: HistoryState): number {
  let sum = 0
  const first = firstKept(history)
  for (let row = first; row < history.count; row++) sum += outcomeOf(history, row)
  return history.count > first ? sum / (history.count - first) : 0
}

/** The columns as they are by now, and the rows before. */
interface Past {
  readonly columns: readonly ColumnState[]
  readonly history: HistoryState
}

/**
 * Writes x of the row at `position`, which has these cells and this time.
 *
 * A column that was frozen as one of numbers, or before anything was known of it, may be one of words by now: its cells
 * are missing numbers then.
 *
 * @param known rows before this one whose outcomes may be used
 */
export function encode(
  { parts, spacing, fill }: Encoding,
  { columns: all, history }: Past,
  cells: Float64Array,
  time: number,
  position: number,
  known: number,
  out: Float64Array,
): void {
  const columns = cells.length >> 1
  let at = 0
  for (const part of parts) {
    if (part.from === 'words') at = writeWords(part.calendar, time, out, at)
    else if (part.from === 'calendar') at = writeCalendar(part.calendar, time, out, at)
    else if (part.from === 'value')
      out[at++] = isWord(all, part.column) ? all[part.column].mean : cells[part.column]
    else if (part.from === 'flag') out[at++] = isWord(all, part.column) ? 1 : cells[columns + part.column]
    else if (part.from === 'level') out[at++] = cells[part.column] === part.level ? 1 : 0
    else if (part.from === 'flags') {
      let missing = 0
      for (const column of part.columns) missing += isWord(all, column) ? 1 : cells[columns + column]
      out[at++] = missing
    } else if (part.from === 'lag') {
      const wanted = position - part.lag
      // A little past the hour, because months and clocks are not exact.
      const row = spacing > 0 ? rowAt(history, time - (part.lag - 0.25) * spacing, known) : wanted
      const outcome = row < known ? outcomeOf(history, row) : Number.NaN
      out[at++] = Number.isNaN(outcome) ? fill : outcome
    } else if (part.from === 'guide') {
      const forecast = cells[columns + part.column]
      out[at++] = Number.isNaN(forecast) ? fill : forecast
    } else if (part.from === 'past') {
      const { column, back } = part
      const outcome = outcomeOfWord(history, column, columns, { word: cells[column], before: known, back })
      out[at++] = Number.isNaN(outcome) ? cells[columns + column] : outcome
    } else out[at++] = part.from === 'nothing' ? 0 : cells[columns + part.column]
  }
}

function isWord(columns: readonly ColumnState[], column: number): boolean {
  return columns[column].kind === 'word'
}
