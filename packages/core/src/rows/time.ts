/** Hours, minutes, seconds, half of the day and zone, as they may follow a date. */
const CLOCK =
  '(?:(?:T|,?\\s+)(\\d{1,2})(?::(\\d{2})(?::(\\d{2})(?:[.,]\\d+)?)?)?(?:\\s*([AaPp][Mm]))?)?(?:\\s*(Z|UTC|GMT|[+-]\\d{2}(?::?\\d{2})?))?$'
/** 2026-03-01T05:00, 2026/3/1, 2026-03 */
const YEAR_FIRST = new RegExp(`^(\\d{4})[-/](\\d{1,2})(?:[-/](\\d{1,2}))?${CLOCK}`)
/** 1.3.2026 05:00 */
const DAY_FIRST = new RegExp(`^(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4})${CLOCK}`)
/** 01-Mar-2026 05:00, Sun, 1 March 2026 05:00:00 GMT */
const NAMED_MONTH = new RegExp(
  `^(?:[A-Za-z]{3,9},?\\s+)?(\\d{1,2})[-\\s]([A-Za-z]{3,9})[-\\s](\\d{4})${CLOCK}`,
)
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Numbers in between are taken for seconds since 1970, not milliseconds: 1973 to 5138. */
const FEWEST_SECONDS = 1e8
const MOST_SECONDS = 1e11

/**
 * Milliseconds since 1970 of a text that says a day; NaN for any other. Without a zone it is UTC.
 *
 * 3/4/2026 is none: it is another day on either side of an ocean.
 */
export function timeOfText(text: string): number {
  const parts = partsOf(text)
  if (!parts) return Number.NaN
  const [year, month, day, hour, minute, second, half, zone] = parts
  const midnight = midnightOf(year, month, day)
  if (!(hour <= 24 && minute < 60 && second <= 60)) return Number.NaN
  const hours = half ? (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : hour
  return midnight + 1000 * (3600 * hours + 60 * minute + second) - offsetOf(zone)
}

/** NaN for the 31st of February. Not `Date.UTC`, which takes the year 50 for 1950. */
function midnightOf(year: number, month: number, day: number): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? date.getTime() : Number.NaN
}

/** Milliseconds since 1970 of a number in a column of times: seconds or milliseconds; a small one as it is. */
export function timeOfNumber(value: number): number {
  const size = Math.abs(value)
  return size >= FEWEST_SECONDS && size < MOST_SECONDS ? 1000 * value : value
}

type Parts = [number, number, number, number, number, number, string | undefined, string | undefined]

function partsOf(text: string): Parts | null {
  const clock = (
    found: RegExpExecArray,
  ): [number, number, number, string | undefined, string | undefined] => [
    Number(found[4] ?? 0),
    Number(found[5] ?? 0),
    Number(found[6] ?? 0),
    found[7],
    found[8],
  ]
  const yearFirst = YEAR_FIRST.exec(text)
  if (yearFirst) {
    const [, year, month, day = 1] = yearFirst
    return [Number(year), Number(month), Number(day), ...clock(yearFirst)]
  }
  const dayFirst = DAY_FIRST.exec(text)
  if (dayFirst) return [Number(dayFirst[3]), Number(dayFirst[2]), Number(dayFirst[1]), ...clock(dayFirst)]
  const named = NAMED_MONTH.exec(text)
  if (!named) return null
  const month = 1 + MONTHS.indexOf(named[2].slice(0, 3).toLowerCase())
  return [Number(named[3]), month, Number(named[1]), ...clock(named)]
}

function offsetOf(zone: string | undefined): number {
  if (zone === undefined || /^[A-Z]/.test(zone)) return 0
  const digits = zone.replace(/\D/g, '')
  const minutes = 60 * Number(digits.slice(0, 2)) + Number(digits.slice(2))
  return (zone.startsWith('-') ? -1 : 1) * minutes * 60_000
}
