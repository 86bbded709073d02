import { kindOf, numberOf } from 'credence/auto'

/** Whether a cell alone speaks for a column of times, as `auto` finds it. */
export function isTime(text: string): boolean {
  return kindOf(text) === 'time'
}

/** Milliseconds since 1970 of a cell in a column of times; NaN where it is none. Without a zone it is UTC. */
export function timeOf(text: string): number {
  return numberOf(text, 'time')
}

const DAY = 86_400_000
const CYCLES = [DAY, 7 * DAY, 365.2425 * DAY]
/** Months and years are not all as long: a cycle is so many steps if it is within this share of them. */
const ROUNDING = 0.01
/** Rows that a season has at most. */
const LONGEST = 10_000

/**
 * Rows in a season of times as they follow each other: the shortest of a day, a week and a year that is a whole number
 * of steps, at least two; 0 where there is none.
 */
export function seasonOf(times: readonly number[]): number {
  const steps = times.slice(1).map((time, i) => time - (times[i] as number))
  const spacing = median(steps.filter((step) => step > 0))
  if (spacing >= 28 * DAY && spacing <= 31 * DAY) return 12
  const lengths = CYCLES.map((cycle) => cycle / spacing)
  const isWhole = (length: number): boolean => Math.abs(length - Math.round(length)) <= ROUNDING * length
  const season = lengths.find((length) => length >= 2 - ROUNDING && length <= LONGEST && isWhole(length))
  return Math.round(season ?? 0)
}

/** NaN of none. */
function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}
