import type { ForecastRecord } from '@credence/client'

/** JSON has no infinite numbers: an end that is not finite is null. */
export function finiteOrNull(end: number | null): number | null {
  return Number.isFinite(end) ? end : null
}

/** Whether y lies in the interval that was given; null where neither end was there and nothing was promised. */
export function coveredBy(
  { lower, upper }: Pick<ForecastRecord, 'lower' | 'upper'>,
  y: number,
): boolean | null {
  if (lower === null && upper === null) return null
  return (lower ?? -Infinity) <= y && y <= (upper ?? Infinity)
}
