import { ArgumentError } from '../base/errors.ts'
import type { Path } from '../paths/path.ts'
import { type PathLearner, paths } from '../paths/paths.ts'
import { type Spacing, seasonsOfSpacing, slotOf, spacingOf, timeAt, usualSteps } from './spacing.ts'
import { type StepRecord, StepRecords } from './stepRecord.ts'

/** The rows of one series, oldest first. */
export interface SeriesRows {
  /** What the clock on the wall showed, in milliseconds, rising; absent where rows only follow each other. */
  readonly times?: readonly number[] | undefined
  /** NaN where the outcome is not known. */
  readonly y: readonly number[]
  /** Columns that are known in advance: the same number of them in every row. @default none */
  readonly known?: readonly (readonly number[])[] | undefined
}

export interface SeriesForecastOptions {
  /** How many rows ahead. @default the rows at the end without an outcome, else what people ask at this spacing */
  readonly steps?: number | undefined
  /** Or until when, in milliseconds of the wall clock. */
  readonly until?: number | undefined
  /** @default 0.9 */
  readonly coverage?: number | undefined
  /** Rows after which a season returns. @default found from the spacing */
  readonly seasons?: readonly number[] | undefined
}

/** What the next rows will be, and how good such forecasts were on the rows before. */
export interface SeriesForecast {
  readonly path: Path
  /** The time of each step; undefined where rows have none. */
  readonly times: readonly number[] | undefined
  readonly spacing: Spacing | undefined
  readonly seasons: readonly number[]
  /** Outcomes learnt, slots between them that no row filled, and rows that share a time with another one. */
  readonly outcomes: number
  readonly missing: number
  readonly repeated: number
  /** By step, over earlier origins of the same series. */
  readonly record: readonly StepRecord[]
}

/** Origins at which forecasts are judged, at most: they cost as much as learning. */
const MOST_ORIGINS = 200
const MOST_STEPS = 1000

/**
 * Learns a series once, oldest row first, and forecasts what comes after its last outcome.
 *
 *     const { path, times, record } = forecastSeries({ times, y }, { steps: 14 })
 *     path.steps[0].mean, record[0].covered
 */
export function forecastSeries(rows: SeriesRows, options: SeriesForecastOptions = {}): SeriesForecast {
  const grid = gridOf(rows)
  const last = lastOutcome(grid)
  const steps = stepsOf(grid, last, options)
  const found = seasonsOfSpacing(grid.spacing)
  const seasons = options.seasons ?? found.seasons.filter((season) => season * 2 <= last)
  const width = rows.known?.[0]?.length ?? 0
  const year = options.seasons === undefined ? found.year : 0
  const learner = paths({ steps, seasons, coverage: options.coverage ?? 0.9, known: width, year })
  const records = learn(learner, grid, last, steps, seasons[0] ?? 1)
  const path = learner.predict({ known: knownAfter(grid, last, steps) })
  const { spacing, outcomes, missing, repeated } = grid
  return {
    path,
    times: timesAfter(grid, last, steps),
    spacing,
    seasons,
    outcomes,
    missing,
    repeated,
    record: records.steps,
  }
}

/** Rows by their place on the grid. */
interface Grid {
  readonly spacing: Spacing | undefined
  readonly y: ReadonlyMap<number, number>
  readonly known: ReadonlyMap<number, readonly number[]>
  readonly times: readonly number[] | undefined
  /** The last slot that has a row. */
  readonly end: number
  readonly outcomes: number
  readonly missing: number
  readonly repeated: number
}

function gridOf({ times, y, known }: SeriesRows): Grid {
  if (times?.some((time, i) => !(time >= (times[i - 1] ?? -Infinity)))) {
    throw new ArgumentError('times must rise from row to row; sort the rows by time')
  }
  const rising = times ? [...new Set(times)] : undefined
  const spacing = rising ? spacingOf(rising) : undefined
  const outcomes = new Map<number, number[]>()
  const columns = new Map<number, readonly number[]>()
  let slot = -1
  let end = -1
  let repeated = 0
  y.forEach((outcome, i) => {
    const again = i > 0 && times !== undefined && times[i] === times[i - 1]
    slot = spacing && times ? slotOf(spacing, times[i]) : again ? slot : slot + 1
    if (slot === end && i > 0) repeated++
    end = Math.max(end, slot)
    if (known) columns.set(slot, known[i])
    if (Number.isFinite(outcome)) outcomes.set(slot, [...(outcomes.get(slot) ?? []), outcome])
  })
  const means = new Map(
    [...outcomes].map(([at, some]) => [at, some.reduce((sum, each) => sum + each, 0) / some.length]),
  )
  const slots = [...means.keys()]
  const reach = slots.length === 0 ? 0 : slots[slots.length - 1] - slots[0] + 1
  return {
    spacing,
    y: means,
    known: columns,
    times: rising,
    end,
    outcomes: means.size,
    missing: reach - means.size,
    repeated,
  }
}

function lastOutcome({ y }: Grid): number {
  let last = -1
  for (const slot of y.keys()) last = Math.max(last, slot)
  if (last < 0) throw new ArgumentError('the series has no outcome to learn from', 'empty')
  return last
}

function stepsOf({ spacing, end }: Grid, last: number, { steps, until }: SeriesForecastOptions): number {
  if (steps !== undefined) return steps
  if (until !== undefined) {
    if (!spacing)
      throw new ArgumentError(
        'until needs rows with times that follow a grid; give steps instead',
        'not-supported',
      )
    const asked = slotOf(spacing, until) - last
    if (asked < 1) {
      const from = new Date(timeAt(spacing, last)).toISOString().slice(0, 16)
      throw new ArgumentError(
        `until must be after the last outcome, ${from}; received ${new Date(until).toISOString().slice(0, 16)}`,
      )
    }
    if (asked > MOST_STEPS)
      throw new ArgumentError(`until must be at most ${MOST_STEPS} rows ahead; it is ${asked}`, 'too-large')
    return asked
  }
  return end > last ? Math.min(MOST_STEPS, end - last) : usualSteps(spacing)
}

function learn(learner: PathLearner, grid: Grid, last: number, steps: number, season: number): StepRecords {
  const records = new StepRecords(steps, season)
  const slots = [...grid.y.keys()].sort((a, b) => a - b)
  // Not the first third: there is little to judge by. The last origins are judged as far as outcomes reach.
  const from = Math.floor(slots.length / 3)
  const every = Math.max(1, Math.ceil((slots.length - from) / MOST_ORIGINS))
  let before = slots[0] - 1
  slots.forEach((slot, i) => {
    const y = grid.y.get(slot) as number
    learner.learn(
      { gap: slot - before - 1, known: knownAfter(grid, before, Math.max(steps, slot - before)) },
      y,
    )
    records.settle(slot, y)
    if (i >= from && (i - from) % every === 0 && slot < last) {
      records.open(slot, learner.predict({ known: knownAfter(grid, slot, steps) }))
    }
    before = slot
  })
  return records
}

/** Known columns of the slots after `slot`; where no row says, as in the row before. */
function knownAfter({ known, end }: Grid, slot: number, steps: number): (readonly number[])[] {
  if (known.size === 0) return []
  let current = known.get(slot)
  for (let back = slot; current === undefined && back >= 0; back--) current = known.get(back)
  current ??= known.values().next().value as readonly number[]
  const rows: (readonly number[])[] = []
  for (let k = 1; k <= steps && slot + k <= Math.max(end, slot + 1); k++) {
    current = known.get(slot + k) ?? current
    rows.push(current)
  }
  return rows
}

function timesAfter({ spacing, times }: Grid, last: number, steps: number): number[] | undefined {
  const each = Array.from({ length: steps }, (_, k) => k + 1)
  if (spacing) return each.map((k) => timeAt(spacing, last + k))
  if (!times || times.length < 2) return undefined
  const typical = times
    .slice(1)
    .map((time, i) => time - times[i])
    .sort((a, b) => a - b)[(times.length - 1) >> 1]
  const end = times[Math.min(last, times.length - 1)]
  return each.map((k) => times[last + k] ?? end + k * typical)
}
