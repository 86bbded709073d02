import type { ForecastRecord, RoundRecord } from '../learning/series.ts'

/** JSON has no infinite numbers: an end that is not finite is null. */
export function finiteOrNull(end: number): number | null {
  return Number.isFinite(end) ? end : null
}

/** The record of a round: the forecast as it was given, and what became of it. */
export function scored(given: ForecastRecord, y: number, loss: number): RoundRecord {
  const { lower, upper } = given
  // Where neither end is there, nothing was promised.
  const covered =
    lower === null && upper === null ? null : (lower ?? -Infinity) <= y && y <= (upper ?? Infinity)
  return { ...given, y, loss, covered }
}
