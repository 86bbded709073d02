import { seasonsOf } from 'credence/auto'

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
