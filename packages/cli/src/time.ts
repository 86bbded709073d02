/** A date, or a date and a time, as ISO 8601 writes it: only such text is taken for a time. */
const TIME = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

/** Milliseconds since 1970; NaN where the text is no time. Without a zone it is UTC. */
export function timeOf(text: string): number {
  if (!TIME.test(text)) return Number.NaN
  const iso = text.replace(' ', 'T')
  return Date.parse(iso.length > 10 && !/(?:Z|[+-]\d{2}:?\d{2})$/.test(iso) ? `${iso}Z` : iso)
}

const HOUR = 3_600_000

/** Rounds in a season of data `spacing` milliseconds apart: a day, a week of days, a year of months; 0 where there is none. */
export function seasonOf(spacing: number): number {
  const day = 24 * HOUR
  if (!(spacing > 0)) return 0
  if (spacing <= day / 2) return day % spacing === 0 && day / spacing <= 10_000 ? day / spacing : 0
  if (spacing === day) return 7
  return spacing >= 28 * day && spacing <= 31 * day ? 12 : 0
}
