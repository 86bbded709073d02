import type { RunSummary } from './summary.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Milliseconds between the last rows, where their times rise; 0 where they have none. */
export function spacingOf({ recent, classes }: Pick<RunSummary, 'recent' | 'classes'>): number {
  const time = classes ? classes.latest.map((row) => row.time) : recent.time
  const steps = time.slice(1).map((value, i) => {
    const before = time[i]
    return value === null || before === null ? Number.NaN : value - before
  })
  if (steps.length === 0 || !steps.every((step) => step > 0)) return 0
  return steps.sort((a, b) => a - b)[steps.length >> 1]
}

/** Difference of errors, as a share, that is not worth a word. */
const SLIGHT = 0.005

/** Whether an error is about as large as that of a naive forecast. */
export function isAsLarge(own: number, naive: number): boolean {
  return Math.abs(1 - own / naive) < SLIGHT
}

/** A forecast that anybody could make: what it was off by, and what it does in words. */
export interface Naive {
  readonly value: number
  readonly label: string
}

/** The strongest of the forecasts that anybody could make. */
export function strongestNaive(summary: RunSummary): Naive | undefined {
  const { errors } = summary
  const spacing = spacingOf(summary)
  const { last, mean, median, seasonal } = errors?.meanAbsolute ?? {}
  const found: readonly (readonly [number | undefined, string])[] = [
    [last, lastName(spacing)],
    [mean, 'the mean so far'],
    [median, 'the median so far'],
    [seasonal, seasonName(errors?.season ?? 0, spacing)],
  ]
  return found
    .flatMap(([value, label]) => (value === undefined ? [] : [{ value, label }]))
    .sort((a, b) => a.value - b.value)[0]
}

/** The stronger of repeating the last value and that of a season ago, and whether it is the season's. */
export function repeated(summary: RunSummary): { readonly seasonal: boolean; readonly label: string } {
  const { errors } = summary
  const { last = Infinity, seasonal = Infinity } = errors?.meanAbsolute ?? {}
  const spacing = spacingOf(summary)
  return seasonal < last
    ? { seasonal: true, label: seasonName(errors?.season ?? 0, spacing) }
    : { seasonal: false, label: lastName(spacing) }
}

/** What repeating the last value is called, for rows of this spacing. */
function lastName(spacing: number): string {
  if (near(spacing, DAY)) return 'the value of the day before'
  if (near(spacing, HOUR)) return 'the value of the hour before'
  if (near(spacing, 7 * DAY)) return 'the value of the week before'
  return spacing > 27 * DAY && spacing < 32 * DAY ? 'the value of the month before' : 'the last value'
}

function seasonName(rows: number, spacing: number): string {
  const length = rows * spacing
  if (length === 0) return `the value ${rows} rows ago`
  if (near(length, 7 * DAY)) return near(spacing, DAY) ? 'the same day last week' : 'the same time last week'
  if (near(length, DAY)) return near(spacing, HOUR) ? 'the same hour yesterday' : 'the same time yesterday'
  if (length > 350 * DAY && length < 380 * DAY)
    return spacing > 27 * DAY ? 'the same month last year' : 'the same time last year'
  return `the value ${rows} rows ago`
}

function near(value: number, wanted: number): boolean {
  return Math.abs(value - wanted) < 0.02 * wanted
}
