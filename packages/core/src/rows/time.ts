/**
 * Texts that seem to say a time, and that are not read: 31. März 2026, 2026年3月31日, Mar-26, 31/Mar/2026:05:00, 05:00 and
 * 2026-W10.
 */
const SEEMING = [
  /^\d{1,2}\.?[-\s]\p{L}{3,9}\.?[-\s]\d{2,4}\b/u,
  /^\d{4}年/,
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)[-\s]'?\d{2}$/i,
  /^\d{1,2}\/[a-z]{3}\/\d{4}\b/i,
  /^\d{1,2}:\d{2}(?::\d{2})?$/,
  /^\d{4}-?W\d{2}$/,
]

/** Whether a text looks like a time to a person. */
export function seemsTime(text: string): boolean {
  return SEEMING.some((form) => form.test(text))
}

/** Hours, minutes, seconds, half of the day and zone, as they may follow a date. */
const CLOCK =
  '(?:(?:T|,?\\s+)(?<hour>\\d{1,2})(?::(?<minute>\\d{2})(?::(?<second>\\d{2})(?:[.,]\\d+)?)?)?(?:\\s*(?<half>[AaPp][Mm]))?)?(?:\\s*(?<zone>Z|UTC|GMT|[+-]\\d{2}(?::?\\d{2})?))?$'
/** 2026-03-01T05:00, 2026/3/1, 2026-03 */
const YEAR_FIRST = new RegExp(`^(?<year>\\d{4})[-/](?<month>\\d{1,2})(?:[-/](?<day>\\d{1,2}))?${CLOCK}`)
/** 1.3.2026 05:00 */
const DAY_FIRST = new RegExp(`^(?<day>\\d{1,2})\\.(?<month>\\d{1,2})\\.(?<year>\\d{4})${CLOCK}`)
/** 01-Mar-2026 05:00, 1-Mar-26, Sun, 1 March 2026 05:00:00 GMT */
const NAMED_MONTH = new RegExp(
  `^(?:[A-Za-z]{3,9},?\\s+)?(?<day>\\d{1,2})[-\\s](?<month>[A-Za-z]{3,9})[-\\s](?<year>\\d{4}|\\d{2})${CLOCK}`,
)
/** Mar 1 2026, March 1, 2026 05:00, March 2026, Mar-2026 */
const MONTH_FIRST = new RegExp(
  `^(?<month>[A-Za-z]{3,9})\\.?[-\\s](?:(?<day>\\d{1,2}),?[-\\s])?(?<year>\\d{4})${CLOCK}`,
)
/** 03/2026 */
const MONTH_YEAR = /^(?<month>\d{1,2})\/(?<year>\d{4})$/
/** 2026Q1, 2026-Q1, Q1 2026 */
const YEAR_QUARTER = /^(?<year>\d{4})[-\s]?Q(?<quarter>[1-4])$/
const QUARTER_YEAR = /^Q(?<quarter>[1-4])[-\s]?(?<year>\d{4})$/
/** 3/31/2026, 31-3-26 05:00: which of the first two is the month is another matter. */
const EITHER_FIRST = new RegExp(`^(?<one>\\d{1,2})[-/](?<other>\\d{1,2})[-/](?<year>\\d{4}|\\d{2})${CLOCK}`)
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Numbers in between are taken for seconds since 1970, not milliseconds: 1973 to 5138. */
export const FEWEST_SECONDS = 1e8
const MOST_SECONDS = 1e11
/** Two digits from here on are of the last century, as POSIX has it. */
const LAST_CENTURY = 69

/** Which comes first in 3/4/2026, the month or the day. */
export type DateOrder = 'mdy' | 'dmy'

/** How a column of times is written, where its cells alone do not say: an order, 2000.083 or 20000131. */
export type TimeForm = DateOrder | 'years' | 'compact'

/**
 * Milliseconds since 1970 of a text that says a day; NaN for any other. Without a zone it is UTC.
 *
 * 3/4/2026 is another day on either side of an ocean: it is read only by an order. 3/31/2026 can be read in one way.
 */
export function timeOfText(text: string, order?: DateOrder): number {
  const found = dayOf(text, order)
  if (!found) return Number.NaN
  const { year, month, day, clock } = found
  const { half, zone } = clock
  const [hour, minute, second] = [clock.hour, clock.minute, clock.second].map((part) => Number(part ?? 0))
  if (!(hour <= 24 && minute < 60 && second <= 60)) return Number.NaN
  const hours = half ? (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : hour
  return midnightOf(year, month, day) + 1000 * (3600 * hours + 60 * minute + second) - offsetOf(zone)
}

/** Whether a text says a time of the day and the zone that its clock shows. */
export function hasZone(text: string): boolean {
  const { hour, zone } = dayOf(text, 'mdy')?.clock ?? {}
  return hour !== undefined && zone !== undefined
}

/** The order in which a date such as 3/31/2026 must be read; `either` for 3/4/2026, undefined for other texts. */
export function orderOf(text: string): DateOrder | 'either' | undefined {
  const { one, other } = EITHER_FIRST.exec(text)?.groups ?? {}
  if (one === undefined || !isDay(one) || !isDay(other)) return undefined
  if (Number(one) > 12) return Number(other) > 12 ? undefined : 'dmy'
  return Number(other) > 12 ? 'mdy' : 'either'
}

function isDay(text: string): boolean {
  return Number(text) >= 1 && Number(text) <= 31
}

/** NaN for the 31st of February. Not `Date.UTC`, which takes the year 50 for 1950. */
export function midnightOf(year: number, month: number, day: number): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? date.getTime() : Number.NaN
}

/** 1 … 12 of a month's name or its beginning, of three letters at least; NaN for any other word. */
export function monthNamed(name: string): number {
  const month = MONTHS.indexOf(name.slice(0, 3).toLowerCase())
  return month < 0 ? Number.NaN : month + 1
}

/** Milliseconds since 1970 of a number in a column of times: seconds or milliseconds; a small one as it is. */
export function timeOfNumber(value: number, form?: TimeForm): number {
  if (form === 'years') {
    const year = Math.floor(value)
    const start = midnightOf(year, 1, 1)
    return start + (value - year) * (midnightOf(year + 1, 1, 1) - start)
  }
  if (form === 'compact')
    return midnightOf(Math.floor(value / 1e4), Math.floor(value / 100) % 100, value % 100)
  const size = Math.abs(value)
  return size >= FEWEST_SECONDS && size < MOST_SECONDS ? 1000 * value : value
}

type Groups = Readonly<Record<string, string | undefined>>

interface Day {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly clock: Groups
}

function dayOf(text: string, order: DateOrder | undefined): Day | undefined {
  const said = (YEAR_FIRST.exec(text) ?? DAY_FIRST.exec(text) ?? MONTH_YEAR.exec(text))?.groups
  if (said) return { ...numbersOf(said), clock: said }
  const named = (NAMED_MONTH.exec(text) ?? MONTH_FIRST.exec(text))?.groups
  if (named) return { ...numbersOf(named), month: monthNamed(named.month), clock: named }
  const quarter = (YEAR_QUARTER.exec(text) ?? QUARTER_YEAR.exec(text))?.groups
  if (quarter)
    return { year: Number(quarter.year), month: 3 * Number(quarter.quarter) - 2, day: 1, clock: quarter }
  const either = EITHER_FIRST.exec(text)?.groups
  const first = either && (order ?? orderOf(text))
  if (!first || first === 'either') return undefined
  const [month, day] = first === 'mdy' ? [either.one, either.other] : [either.other, either.one]
  return { year: fullYear(either.year), month: Number(month), day: Number(day), clock: either }
}

function numbersOf({ year, month, day = '1' }: Groups): Omit<Day, 'clock'> {
  return { year: fullYear(year ?? ''), month: Number(month), day: Number(day) }
}

function fullYear(text: string): number {
  const year = Number(text)
  if (text.length > 2) return year
  return year + (year < LAST_CENTURY ? 2000 : 1900)
}

function offsetOf(zone: string | undefined): number {
  if (zone === undefined || /^[A-Z]/.test(zone)) return 0
  const digits = zone.replace(/\D/g, '')
  const minutes = 60 * Number(digits.slice(0, 2)) + Number(digits.slice(2))
  return (zone.startsWith('-') ? -1 : 1) * minutes * 60_000
}
