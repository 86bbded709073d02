const DAY = 86_400_000
const MONTH = 30.436875 * DAY

/** How rows follow each other: every so many months, every so many milliseconds, or on working days only. Plain data. */
export type Spacing =
  | { readonly kind: 'months'; readonly months: number; readonly origin: number }
  | { readonly kind: 'workdays'; readonly origin: number }
  | { readonly kind: 'even'; readonly milliseconds: number; readonly origin: number }

/** Part of the rows that must stand on the grid, and how far from it they may be. */
const REGULAR = 0.9
const TOLERANCE = 0.05
/** Days without a weekend among them, before weekends are taken for no rows at all. */
const ENOUGH_WORKDAYS = 15

/** The spacing of rising times; undefined where they follow no grid, or there are fewer than three. */
export function spacingOf(times: readonly number[]): Spacing | undefined {
  if (times.length < 3) return undefined
  const steps = times.slice(1).map((time, i) => time - times[i])
  const typical = [...steps].sort((a, b) => a - b)[steps.length >> 1]
  if (typical >= 27 * DAY) return monthly(times, Math.max(1, Math.round(typical / MONTH)))
  const origin = times[0]
  if (typical === DAY && times.length >= ENOUGH_WORKDAYS && !times.some(isWeekend))
    return { kind: 'workdays', origin }
  const isOnGrid = (step: number): boolean => {
    const slots = Math.round(step / typical)
    return slots >= 1 && Math.abs(step - slots * typical) <= TOLERANCE * typical
  }
  const regular = steps.filter(isOnGrid).length
  return regular >= REGULAR * steps.length ? { kind: 'even', milliseconds: typical, origin } : undefined
}

/** Months, counted by the calendar: their days differ. */
function monthly(times: readonly number[], months: number): Spacing | undefined {
  const spacing: Spacing = { kind: 'months', months, origin: times[0] }
  const placed = times.filter((time) => Math.abs(timeAt(spacing, slotOf(spacing, time)) - time) <= 4 * DAY)
  return placed.length >= REGULAR * times.length ? spacing : undefined
}

function isWeekend(time: number): boolean {
  return weekdayOf(time) >= 5
}

/** 0 for Monday. 1970 began on a Thursday. */
function weekdayOf(time: number): number {
  return (((Math.floor(time / DAY) + 3) % 7) + 7) % 7
}

/** Working days since the first Monday of 1970. */
function workdayOf(time: number): number {
  const monday = Math.floor(time / DAY) + 3 - weekdayOf(time)
  return (monday / 7) * 5 + Math.min(4, weekdayOf(time))
}

/** The number of a time on the grid, from 0 at the origin. */
export function slotOf(spacing: Spacing, time: number): number {
  if (spacing.kind === 'even') return Math.round((time - spacing.origin) / spacing.milliseconds)
  if (spacing.kind === 'workdays') return workdayOf(time) - workdayOf(spacing.origin)
  return Math.round((monthsOf(time) - monthsOf(spacing.origin)) / spacing.months)
}

/** Months since the year 0, with the part of the month that has passed. */
function monthsOf(time: number): number {
  const date = new Date(time)
  return 12 * date.getUTCFullYear() + date.getUTCMonth() + (date.getUTCDate() - 1) / 31
}

/** The time of a slot. */
export function timeAt(spacing: Spacing, slot: number): number {
  if (spacing.kind === 'even') return spacing.origin + slot * spacing.milliseconds
  if (spacing.kind === 'workdays') {
    const day = workdayOf(spacing.origin) + slot
    const week = Math.floor(day / 5)
    const clock = spacing.origin - Math.floor(spacing.origin / DAY) * DAY
    return (week * 7 + (day - week * 5) - 3) * DAY + clock
  }
  return addMonths(spacing.origin, slot * spacing.months)
}

/** The same day of a later month, or its last one; the last day of a month stays the last. */
function addMonths(time: number, months: number): number {
  const date = new Date(time)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + months, date.getUTCDate()]
  const lengthOf = (of: number): number => new Date(Date.UTC(year, of + 1, 0)).getUTCDate()
  const isLast = day === lengthOf(date.getUTCMonth())
  const last = lengthOf(month)
  return Date.UTC(year, month, isLast ? last : Math.min(day, last)) + (time - Math.floor(time / DAY) * DAY)
}

/** Rows after which a season returns, the shortest first; and rows in a year, where days do not divide it. */
export function seasonsOfSpacing(spacing: Spacing | undefined): {
  readonly seasons: number[]
  readonly year: number
} {
  if (spacing === undefined) return { seasons: [], year: 0 }
  if (spacing.kind === 'workdays') return { seasons: [5], year: 261 }
  if (spacing.kind === 'months') {
    const season = 12 / spacing.months
    return { seasons: Number.isInteger(season) && season > 1 ? [season] : [], year: 0 }
  }
  const { milliseconds } = spacing
  const seasons = [DAY, 7 * DAY]
    .map((cycle) => cycle / milliseconds)
    .filter((rows) => Number.isInteger(rows) && rows > 1 && rows <= 2016)
  const year = (365.25 * DAY) / milliseconds
  if (milliseconds === 7 * DAY) return { seasons: [52], year: 0 }
  return { seasons, year: milliseconds === DAY ? year : 0 }
}

/** How far people look ahead at rows of this spacing: a day of hours, a fortnight of days, a year of months. */
export function usualSteps(spacing: Spacing | undefined): number {
  if (spacing === undefined) return 10
  if (spacing.kind === 'workdays') return 10
  if (spacing.kind === 'months')
    return spacing.months >= 12 ? 5 : Math.max(4, Math.round(12 / spacing.months))
  const { milliseconds } = spacing
  if (milliseconds >= 7 * DAY) return 13
  if (milliseconds >= DAY) return 14
  return Math.max(4, Math.min(96, Math.round(DAY / milliseconds)))
}

/** «hourly», «every 15 minutes», «monthly»: for people. */
export function spacingName(spacing: Spacing | undefined): string {
  if (spacing === undefined) return 'irregular'
  if (spacing.kind === 'workdays') return 'on working days'
  if (spacing.kind === 'months') {
    return { 1: 'monthly', 3: 'quarterly', 12: 'yearly' }[spacing.months] ?? `every ${spacing.months} months`
  }
  const { milliseconds } = spacing
  const named: Readonly<Record<number, string>> = {
    60000: 'every minute',
    3600000: 'hourly',
    [DAY]: 'daily',
    [7 * DAY]: 'weekly',
  }
  if (named[milliseconds]) return named[milliseconds]
  const units: readonly (readonly [number, string])[] = [
    [DAY, 'days'],
    [3_600_000, 'hours'],
    [60_000, 'minutes'],
    [1000, 'seconds'],
  ]
  const unit = units.find(([size]) => milliseconds >= size && milliseconds % size === 0)
  return unit ? `every ${milliseconds / unit[0]} ${unit[1]}` : `every ${milliseconds / 1000} seconds`
}
