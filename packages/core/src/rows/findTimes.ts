import { type Cell, isMissing, kindOf, numberOf } from './cell.ts'
import { type DateOrder, midnightOf, monthNamed, orderOf, type TimeForm, timeOfNumber } from './time.ts'

/** Where the times of a table are, and how they are written. Plain data. */
export interface TimesFound {
  /** One column; or those of the year, the month and perhaps the day and the hour, in this order. */
  readonly columns: readonly string[]
  readonly form: TimeForm | null
}

/** What was said of times. */
export interface TimesWish {
  /** The column, or columns, of times; null: none. @default found */
  readonly time?: string | readonly string[] | null | undefined
  /** The order of 3/4/2026. @default found where it can be one only */
  readonly dates?: DateOrder | undefined
}

/** Share of a column's cells that must be times. */
const NEARLY_ALL = 0.95
/** Cells from which numbers alone can show that they are times. */
const ENOUGH = 20
/** Words in the name of a column that speak for times. */
const NAMES = new Set([
  'time',
  'timestamp',
  'datetime',
  'date',
  'epoch',
  'unix',
  'unixtime',
  'ts',
  'utc',
  'at',
])
const DAYS = new Set(['date', 'day', 'time', 'yyyymmdd', 'ymd'])
const YEARS = new Set(['date', 'time', 'year', 'decimal', 'dec'])
/** Names of the columns that say a time together. */
const PARTS = [/^(?:year|yr)$/i, /^(?:month|mon|mo)$/i, /^(?:day|dom)$/i, /^(?:hour|hr)$/i]
const SECOND = { least: 5e8, most: 5e9, step: 60 }
const MILLISECOND = { least: 5e11, most: 5e12, step: 60_000 }

/**
 * The times of a table: texts that say a day, seconds or milliseconds since 1970, years with a fraction, or a year and a
 * month in columns of their own. Null where there are none.
 *
 * Numbers are times where the name of their column or the way they go on says so. Of one row only names can say it.
 */
export function findTimes(
  names: readonly string[],
  rows: readonly (readonly Cell[])[],
  { time, dates }: TimesWish = {},
): TimesFound | null {
  if (time === null) return null
  const cellsOf = (name: string): Cell[] => rows.map((row) => row[names.indexOf(name)])
  const wanted = typeof time === 'string' ? [time] : time
  if (wanted) return { columns: wanted, form: wanted.length > 1 ? null : formOf(cellsOf(wanted[0]), dates) }
  for (const look of [isText, isSinceEpoch, isYears, isCompact]) {
    const name = names.find((one) => look(one, present(cellsOf(one)), dates))
    if (name !== undefined) return { columns: [name], form: formOf(cellsOf(name), dates) }
  }
  const parts = partsOf(names, cellsOf)
  return parts ? { columns: parts, form: null } : null
}

/** Milliseconds since 1970 of the cells of one row, in the order of `columns`; NaN where they say no time. */
export function readTime({ columns, form }: TimesFound, cells: readonly Cell[]): number {
  if (columns.length === 1) return numberOf(cells[0], 'time', form ?? undefined)
  const [year, month, day, hour] = cells.map((cell, part) => partOf(part, cell))
  return midnightOf(year, month, day ?? 1) + 3_600_000 * (hour ?? 0)
}

/** A column that seems to hold times and is not read so: such a cell, and whether only the order of its dates is unclear. */
export interface UnreadDates {
  readonly column: string
  readonly cell: string
  readonly unclear: boolean
}

/** Numbers from which on their order can show that they are months. */
const ENOUGH_MONTHS = 6
/** Names of months in English, German, French, Spanish, Italian, Portuguese and Dutch; any beginning of one is short for it. */
const MONTH_NAMES =
  ' january february march april may june july august september october november december' +
  ' januar februar märz mrz mai juni juli oktober dezember' +
  ' janvier février fevrier mars avril juin juillet août aout septembre octobre novembre décembre' +
  ' enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre' +
  ' gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre' +
  ' janeiro fevereiro março maio junho julho setembro outubro novembro dezembro' +
  ' januari februari maart mrt mei augustus'
/** Texts that look like dates and are not read as such; a word in them is to be a month. */
const LIKE_DATES = [
  // Mar-26, März 2020
  /^(?<month>[a-zà-ÿ]{3,10})\.?,?[-\s./]?['’]?\d{2}(?:\d{2})?$/i,
  // 26-Mar, 5. Mai 2026
  /^\d{1,4}\.?[-\s/]?(?<month>[a-zà-ÿ]{3,10})\.?(?:[-\s/]?\d{2,4})?$/i,
  // 31/Mar/2026:05:00:00 +0000
  /^\d{1,2}\/(?<month>[a-z]{3})\/\d{4}\b/i,
  // 2026M03, 2026-W10, 5.1.26, 05:00, 2026年3月31日
  /^(?:\d{4}M\d{1,2}|\d{4}-?W\d{2}|\d{1,2}\.\d{1,2}\.\d{2}|\d{1,2}:\d{2}(?::\d{2})?)$/,
  /^\d{4}年/,
  // Mon 05/01/2026
  /^[a-zà-ÿ]{2,10}\.?,?\s\d{1,2}[-./]\d{1,2}[-./]\d{2,4}$/i,
]

function isLikeDate(text: string): boolean {
  return LIKE_DATES.some((pattern) => {
    const found = pattern.exec(text)
    const month = found?.groups?.month
    return found !== null && (month === undefined || MONTH_NAMES.includes(` ${month.toLowerCase()}`))
  })
}

/** Days since 1900, as Excel counts them: from 1954 to 2119. */
const EXCEL_DAYS = { least: 20_000, most: 80_000 }

/** The columns of words that look like dates, or are named so, and numbers that are days of Excel or months as 202603. */
export function unreadDates(
  names: readonly string[],
  rows: readonly (readonly Cell[])[],
  { dates }: TimesWish = {},
): UnreadDates[] {
  return names.flatMap((column, j) => {
    const texts = present(rows.map((row) => row[j])).map((cell) => String(cell).trim())
    if (texts.length === 0 || isText(column, texts, dates)) return []
    if (isNamed(column, DAYS) && areExcelDays(texts)) return [{ column, cell: texts[0], unclear: false }]
    if (areMonths(texts)) return [{ column, cell: texts[0], unclear: false }]
    const orders = new Set(texts.map(orderOf))
    if (!orders.has(undefined)) {
      // The first that is not in the order of others, or not in that which was said.
      const strange = texts.find((text) => orderOf(text) !== 'either' && orderOf(text) !== dates)
      // One such as 1/1/2026 is the same day in either order.
      const telling = strange ?? texts.find((text) => differ(text.split(/\D/))) ?? texts[0]
      return [{ column, cell: telling, unclear: strange === undefined }]
    }
    const isDated = isNamed(column, DAYS)
    const words = texts.filter((text) => kindOf(text) === 'word' && /\d/.test(text))
    const seem = words.filter((text) => isDated || isLikeDate(text))
    // April 2020 is read where März 2020 is not.
    const read = texts.filter((text) => kindOf(text) === 'time')
    if (seem.length === 0 || seem.length + read.length < NEARLY_ALL * texts.length) return []
    return [{ column, cell: seem[0], unclear: false }]
  })
}

function differ([day, month]: readonly string[]): boolean {
  return Number(day) !== Number(month)
}

function areExcelDays(texts: readonly string[]): boolean {
  const days = texts.map((text) => (/^\d{5}$/.test(text) ? Number(text) : Number.NaN))
  return days.every((day) => day >= EXCEL_DAYS.least && day <= EXCEL_DAYS.most)
}

/** 202603, 202604, …: no other numbers go on so. */
function areMonths(texts: readonly string[]): boolean {
  if (texts.length < ENOUGH_MONTHS || !texts.every((text) => /^(?:19|20)\d{2}(?:0[1-9]|1[0-2])$/.test(text)))
    return false
  const months = texts.map((text) => 12 * Number(text.slice(0, 4)) + Number(text.slice(4)))
  return months.every((month, i) => i === 0 || (month >= months[i - 1] && month <= months[i - 1] + 1))
}

/** The first cell that is less than the one before it in a column of numbers that are no times; undefined if none is. */
export function goesBack(cells: Iterable<Cell>): readonly [number, number] | undefined {
  let before: number | undefined
  let back: readonly [number, number] | undefined
  for (const cell of cells) {
    if (isMissing(cell)) continue
    const value = numberOf(cell, 'number')
    if (before === undefined && !(Math.abs(value) < SECOND.least)) return undefined
    if (before !== undefined && value < before) {
      back = [before, value]
      break
    }
    before = value
  }
  return back && formOf(cells, undefined) === null ? back : undefined
}

function present(cells: readonly Cell[]): Cell[] {
  return cells.filter((cell) => !isMissing(cell))
}

/** How times are written, as far as these cells show it. */
function formOf(cells: Iterable<Cell>, dates: DateOrder | undefined): TimeForm | null {
  const orders = new Set<ReturnType<typeof orderOf>>()
  let isFirst = true
  for (const cell of cells) {
    if (isMissing(cell)) continue
    const first = isFirst ? numberOf(cell, 'number') : Number.NaN
    if (isYear(first)) return 'years'
    if (isCompactDay(first)) return 'compact'
    isFirst = false
    orders.add(typeof cell === 'string' ? orderOf(cell.trim()) : undefined)
  }
  if (!orders.has('mdy') && !orders.has('dmy') && !orders.has('either')) return null
  if (dates) return dates
  return orders.has('mdy') === orders.has('dmy') ? null : orders.has('mdy') ? 'mdy' : 'dmy'
}

function isText(_name: string, cells: readonly Cell[], dates: DateOrder | undefined): boolean {
  if (cells.length === 0 || kindOf(cells[0]) === 'number') return false
  const form = formOf(cells, dates) ?? undefined
  const read = cells.filter((cell) => !Number.isNaN(numberOf(cell, 'time', form)))
  return read.length >= NEARLY_ALL * cells.length
}

function isSinceEpoch(name: string, cells: readonly Cell[]): boolean {
  const numbers = cells.map((cell) => numberOf(cell, 'number'))
  return [SECOND, MILLISECOND].some(({ least, most, step }) => {
    const within = (value: number): boolean => value >= least && value <= most
    if (numbers.length === 0 || !numbers.every(within)) return false
    return isNamed(name, NAMES) || (goesOn(numbers) && mostSteps(numbers, (by) => by % step === 0))
  })
}

function isYears(name: string, cells: readonly Cell[]): boolean {
  const numbers = cells.map((cell) => numberOf(cell, 'number'))
  if (!numbers.every(isYear) || numbers.every(Number.isInteger)) return false
  return isNamed(name, YEARS) || (goesOn(numbers) && mostSteps(numbers, (by) => by < 1))
}

/** 20120131 */
function isCompact(name: string, cells: readonly Cell[]): boolean {
  const numbers = cells.map((cell) => numberOf(cell, 'number'))
  return numbers.length > 0 && numbers.every(isCompactDay) && (isNamed(name, DAYS) || goesOn(numbers))
}

function isCompactDay(value: number): boolean {
  return value >= 1.6e7 && value < 2.2e7 && !Number.isNaN(timeOfNumber(value, 'compact'))
}

function isYear(value: number): boolean {
  return value >= 1600 && value < 2200
}

/** Whether there are many, and none is less than the one before it. */
function goesOn(numbers: readonly number[]): boolean {
  return numbers.length >= ENOUGH && numbers.every((value, i) => i === 0 || value >= numbers[i - 1])
}

function mostSteps(numbers: readonly number[], fits: (by: number) => boolean): boolean {
  const steps = numbers.slice(1).map((value, i) => value - numbers[i])
  return steps.filter((by) => by > 0 && fits(by)).length > steps.length / 2
}

/** `eventTime`, `unix_seconds` and `Created At` speak for times; `lifetime` does not. */
function isNamed(name: string, words: ReadonlySet<string>): boolean {
  const parts = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return parts.split(/[^a-z]+/).some((word) => words.has(word))
}

/** The columns that say a time together: a year and a month at least, in an order that goes on. */
function partsOf(names: readonly string[], cellsOf: (name: string) => Cell[]): readonly string[] | null {
  const found = PARTS.map((pattern) => names.find((name) => pattern.test(name)))
  const [year, month, day, hour] = found
  if (year === undefined || month === undefined) return null
  const dayToo = day !== undefined && isDayOfMonth(cellsOf(day))
  const columns = [year, month, ...(dayToo ? [day] : []), ...(dayToo && hour !== undefined ? [hour] : [])]
  const cells = columns.map(cellsOf)
  const times = cells[0].map((_, r) =>
    readTime(
      { columns, form: null },
      cells.map((column) => column[r]),
    ),
  )
  const read = times.filter((time) => !Number.isNaN(time))
  const back = read.filter((time, i) => i > 0 && time < read[i - 1]).length
  const isRead = read.length > 0 && read.length >= NEARLY_ALL * times.length
  return isRead && back <= (1 - NEARLY_ALL) * read.length ? columns : null
}

/** Days of a week are numbers up to 7 too: of many rows one must lie beyond. */
function isDayOfMonth(cells: readonly Cell[]): boolean {
  const days = present(cells).map((cell) => numberOf(cell, 'number'))
  return days.every((day) => day >= 1 && day <= 31) && (days.length < ENOUGH || days.some((day) => day > 7))
}

/** The number of a part of a time; NaN if it cannot be one. */
function partOf(part: number, cell: Cell): number {
  const value =
    part === 1 && typeof cell === 'string' && /^[a-z]{3,9}\.?$/i.test(cell.trim())
      ? monthNamed(cell.trim())
      : numberOf(cell, 'number')
  const [least, most] = [
    [1600, 2199],
    [1, 12],
    [1, 31],
    [0, 24],
  ][part]
  return Number.isInteger(value) && value >= least && value <= most ? value : Number.NaN
}
