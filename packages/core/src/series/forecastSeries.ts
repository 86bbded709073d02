import { ArgumentError } from '../base/errors.ts'
import type { Path } from '../paths/path.ts'
import type { Cell } from '../rows/cell.ts'
import { type Grid, gridOf, stepAt, timesAfter } from './grid.ts'
import { type ComingRow, SeriesPaths, type SeriesPathsOptions } from './seriesPaths.ts'
import { type Spacing, slotOf, timeAt, usualSteps } from './spacing.ts'
import { type StepRecord, StepRecords } from './stepRecord.ts'
import { createTimeline, observeRow, type PlainCell, type TimelineState } from './timeline.ts'

/** The rows of one series, oldest first. */
export interface SeriesRows {
  /** What the clock on the wall showed, in milliseconds, rising; absent where rows only follow each other. */
  readonly times?: readonly number[] | undefined
  /** NaN where the outcome is not known. */
  readonly y: readonly number[]
  /** Columns that are known in advance, numbers or words: the same number of them in every row. @default none */
  readonly known?: readonly (readonly Cell[])[] | undefined
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
  /** Forecasts a row from its known columns, as one more of them. @default none */
  readonly model?: SeriesPathsOptions['model']
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
 *
 * Of a long series the last 3,073 to 4,096 outcomes are learnt.
 */
export function forecastSeries(rows: SeriesRows, options: SeriesForecastOptions = {}): SeriesForecast {
  const { timeline, blank } = timelineOf(rows)
  const grid = gridOf(timeline)
  const coming = comingRows(grid, blank)
  const steps = stepsOf(endOf(grid, coming), options)
  const { coverage, seasons, model } = options
  const known = (rows.known?.[0] ?? []).map((_, c) => c)
  const learning = new SeriesPaths({ coverage, seasons, model, known })
  const records = new RecordKeeper(grid, steps)
  const path = learning.path(grid, steps, coming, (i, pathFrom) => {
    records.observe(i, learning.seasons[0] ?? 1, pathFrom)
  })
  const { slots, spacing, repeated } = grid
  const given = blank.map(({ time }) => time)
  return {
    path,
    times: rows.times ? timesAfter(grid, steps, given) : undefined,
    spacing,
    seasons: learning.seasons,
    outcomes: slots.length,
    missing: slots[slots.length - 1] - slots[0] + 1 - slots.length,
    repeated,
    record: records.steps,
  }
}

export interface BlankRow {
  readonly time: number
  readonly cells: readonly PlainCell[]
}

export function timelineOf({ times, y, known }: SeriesRows): { timeline: TimelineState; blank: BlankRow[] } {
  if (times?.some((time, i) => !(time >= (times[i - 1] ?? -Infinity)))) {
    throw new ArgumentError('times must rise from row to row; sort the rows by time')
  }
  const timeline = createTimeline(known?.[0]?.length ?? 0, times !== undefined)
  let blank: BlankRow[] = []
  y.forEach((outcome, i) => {
    const row = { time: times ? times[i] : i, cells: (known?.[i] ?? []).map(plainCell) }
    if (!Number.isFinite(outcome)) blank.push(row)
    else {
      observeRow(timeline, row.time, row.cells, outcome)
      blank = []
    }
  })
  if (timeline.count === 0) throw new ArgumentError('the series has no outcome to learn from', 'empty')
  return { timeline, blank }
}

function plainCell(cell: Cell): PlainCell {
  if (cell === undefined || cell === null) return null
  if (cell instanceof Date) return cell.toISOString()
  return typeof cell === 'bigint' ? Number(cell) : cell
}

export function comingRows(grid: Grid, blank: readonly BlankRow[]): ComingRow[] {
  return blank.map(({ time, cells }, k) => ({ step: stepAt(grid, time, k + 1), cells }))
}

/** Where the outcomes of a series end, and how many steps its rows without one reach further. */
export interface SeriesEnd {
  readonly spacing: Spacing | undefined
  readonly last: number
  readonly reach: number
}

export function endOf({ spacing, slots }: Grid, coming: readonly ComingRow[]): SeriesEnd {
  const reach = coming.reduce((most, { step }) => Math.max(most, step), 0)
  return { spacing, last: slots[slots.length - 1], reach }
}

export function stepsOf(
  { spacing, last, reach }: SeriesEnd,
  { steps, until }: SeriesForecastOptions,
): number {
  if (steps !== undefined) return steps
  if (until !== undefined) {
    if (!spacing)
      throw new ArgumentError(
        'until needs rows at even times, such as one each day; give a number of steps instead',
        'not-supported',
        { option: 'until' },
      )
    const asked = slotOf(spacing, until) - last
    if (asked < 1) {
      throw new ArgumentError(
        `until must be after the last outcome, which is of ${written(timeAt(spacing, last))}. Choose a later day, or a number of steps`,
        'invalid-argument',
        { option: 'until' },
      )
    }
    if (asked > MOST_STEPS)
      throw new ArgumentError(`until must be at most ${MOST_STEPS} rows ahead; it is ${asked}`, 'too-large', {
        option: 'until',
      })
    return asked
  }
  return reach > 0 ? Math.min(MOST_STEPS, reach) : usualSteps(spacing)
}

/** A time for people: a day where it is midnight. */
function written(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace('T00:00', '')
}

/** Judges paths from earlier rows: not the first third, where there is little to judge by. */
class RecordKeeper {
  readonly #grid: Grid
  readonly #steps: number
  #records: StepRecords | undefined

  constructor(grid: Grid, steps: number) {
    this.#grid = grid
    this.#steps = steps
  }

  observe(i: number, season: number, pathFrom: () => Path): void {
    const { slots, y } = this.#grid
    this.#records ??= new StepRecords(this.#steps, season)
    const from = Math.floor(slots.length / 3)
    const every = Math.max(1, Math.ceil((slots.length - from) / MOST_ORIGINS))
    this.#records.settle(slots[i], y[i])
    const judged = i >= from && (i - from) % every === 0 && i < slots.length - 1
    if (judged) this.#records.open(slots[i], pathFrom())
  }

  get steps(): readonly StepRecord[] {
    return this.#records?.steps ?? []
  }
}
