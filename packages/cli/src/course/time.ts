import { kindOf, numberOf, seasonsOf } from 'credence/auto'

/** Whether a cell alone speaks for a column of times, as `auto` finds it. */
export function isTime(text: string): boolean {
  return kindOf(text) === 'time'
}

/** Milliseconds since 1970 of a cell in a column of times; NaN where it is none. Without a zone it is UTC. */
export function timeOf(text: string): number {
  return numberOf(text, 'time')
}

const DAY_OR_MONTH = '(?:0?[1-9]|[12]\\d|3[01])'
/** 1/31/2025, 31-01-25, 31.13.2025, perhaps with a clock. */
const DATE = new RegExp(
  `^${DAY_OR_MONTH}(?:([-/])${DAY_OR_MONTH}\\1(?:\\d{2}|\\d{4})|\\.${DAY_OR_MONTH}\\.\\d{4})(?:$|[\\sT,])`,
)

/** Whether a cell that is read as a word looks like a date, in which day and month could be either. */
export function isUndated(text: string): boolean {
  return DATE.test(text.trim()) && !isTime(text)
}

/** Rows that a season has at most. */
const LONGEST = 10_000

/**
 * Rows in a season of times as they follow each other: the shortest of a day, a week and a year that is a whole number
 * of steps, at least two; 0 where there is none.
 */
export function seasonOf(times: readonly number[]): number {
  const steps = times.slice(1).map((time, i) => time - (times[i] as number))
  const spacing = median(steps.filter((step) => step > 0))
  return seasonsOf(spacing, LONGEST)[0] ?? 0
}

/** NaN of none. */
function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}
