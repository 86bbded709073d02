import { bool, real, type StateShape, shape } from '../base/shape.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const WEEK = 7 * DAY
const YEAR = 365.2425 * DAY

/** Which cycles of the calendar a column of times has shown, and how its age is measured. Plain data. */
export interface Calendar {
  readonly day: boolean
  readonly week: boolean
  readonly year: boolean
  /** Age is (time − origin) / unit. */
  readonly origin: number
  readonly unit: number
}

export const CALENDAR: StateShape<Calendar> = /* @__PURE__ */ shape<Calendar>({
  day: bool,
  week: bool,
  year: bool,
  origin: real(),
  unit: real(1),
})

/** All cycles; age in years since 2000. */
export const WHOLE_CALENDAR: Calendar = {
  day: true,
  week: true,
  year: true,
  origin: 946_684_800_000,
  unit: YEAR,
}

/**
 * The cycles that times from `first` to `last`, `spacing` apart, can show: a cycle must have been seen twice, a year
 * once, and be longer than two steps.
 */
export function calendarOf(first: number, last: number, spacing: number): Calendar {
  const span = last - first
  const shows = (cycle: number, times: number): boolean => span >= times * cycle && spacing <= cycle / 3
  return {
    day: shows(DAY, 2),
    week: shows(WEEK, 2),
    year: shows(YEAR, 1),
    origin: first,
    unit: span > 0 ? span : 1,
  }
}

/** The cycles that rows this far apart can show, sooner or later. */
export function cyclesOf(spacing: number, origin: number): Calendar {
  const shows = (cycle: number): boolean => spacing <= cycle / 3
  return { day: shows(DAY), week: shows(WEEK), year: shows(YEAR), origin, unit: YEAR }
}

export function calendarNames({ day, week, year }: Calendar): string[] {
  return [
    ...(day ? ['hour sin', 'hour cos', 'half-day sin', 'half-day cos'] : []),
    ...(week ? ['weekday sin', 'weekday cos', 'weekend'] : []),
    ...(year ? ['month sin', 'month cos'] : []),
    'age',
  ]
}

/** The words of the calendar that a time has: how many there are of each. */
const WORDS = { hour: 24, weekday: 7, month: 12 } as const
type Word = keyof typeof WORDS

function wordsIn({ day, week, year }: Calendar): Word[] {
  return [
    ...(day ? ['hour' as const] : []),
    ...(week ? ['weekday' as const] : []),
    ...(year ? ['month' as const] : []),
  ]
}

export function wordNames(calendar: Calendar): string[] {
  return wordsIn(calendar).map((word) => `${word} word`)
}

/** How many words each of them is one of. */
export function wordSizes(calendar: Calendar): number[] {
  return wordsIn(calendar).map((word) => WORDS[word])
}

/** Writes the numbers of the words of a time, from 0, from `at` on; returns the place after them. */
export function writeWords(calendar: Calendar, time: number, out: Float64Array, at: number): number {
  let place = at
  const days = Math.floor(time / DAY)
  if (calendar.day) out[place++] = Math.floor((time - days * DAY) / HOUR)
  if (calendar.week) out[place++] = weekdayOf(time)
  if (calendar.year) out[place++] = new Date(time).getUTCMonth()
  return place
}

/** 0 for a Monday. 1970 began on a Thursday; the remainder of what was before is negative. */
function weekdayOf(time: number): number {
  return ((Math.floor((time + 3 * DAY) / DAY) % 7) + 7) % 7
}

/** Writes the features of a time from `at` on; returns the place after them. */
export function writeCalendar(calendar: Calendar, time: number, out: Float64Array, at: number): number {
  let place = at
  if (calendar.day) {
    place = writeCycle(time, DAY, out, place)
    place = writeCycle(time, DAY / 2, out, place)
  }
  if (calendar.week) {
    const weekday = weekdayOf(time)
    place = writeCycle(DAY * weekday, WEEK, out, place)
    out[place++] = weekday >= 5 ? 1 : 0
  }
  if (calendar.year) place = writeCycle(time, YEAR, out, place)
  out[place++] = (time - calendar.origin) / calendar.unit
  return place
}

function writeCycle(time: number, cycle: number, out: Float64Array, at: number): number {
  const angle = 2 * Math.PI * (time / cycle - Math.floor(time / cycle))
  out[at] = Math.sin(angle)
  out[at + 1] = Math.cos(angle)
  return at + 2
}

/** Years and quarters are not all as long: a cycle is so many steps if it is within this share of them. */
const ROUNDING = 0.01

/** The lags at which a series of this spacing repeats: a day, a week, a year, where they are whole numbers of steps. */
export function seasonsOf(spacing: number, most: number): number[] {
  const isMonth = spacing >= 28 * DAY && spacing <= 31 * DAY
  const lengths = isMonth ? [12] : [DAY, WEEK, YEAR].map((cycle) => cycle / spacing)
  const isWhole = (length: number): boolean => Math.abs(length - Math.round(length)) <= ROUNDING * length
  return lengths
    .filter(isWhole)
    .map(Math.round)
    .filter((lag) => lag > 1 && lag <= most)
}
