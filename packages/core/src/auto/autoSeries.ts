import { ArgumentError } from '../base/errors.ts'
import type { StateShape } from '../base/shape.ts'
import type { Path, StepForecast } from '../paths/path.ts'
import { isMissing } from '../rows/cell.ts'
import type { ReadRow, RowsState } from '../rows/rows.ts'
import { Zone } from '../rows/zone.ts'
import { type Grid, gridOf, stepAt, timesAfter } from '../series/grid.ts'
import { type ComingRow, SeriesPaths } from '../series/seriesPaths.ts'
import { usualSteps } from '../series/spacing.ts'
import {
  createTimeline,
  observeRow,
  type PlainCell,
  type TimelineState,
  timelineOf,
} from '../series/timeline.ts'

/** Columns beside the time up to which they are kept with the series, and may be known in advance. */
const MOST_COLUMNS = 16
const MOST_STEPS = 1000
/** Paths square outcomes: beyond this they count as it. */
const LARGEST = 1e30
/** A time that comes later than so many of the last steps between rows may be more than one step ahead. */
const LATE = 1.5
/** Gaps like it among so many rows, from which on a gap is no surprise. */
const USUAL = 3
const USUAL_ROWS = 500

/** The rows that were learnt, as one series: what comes after them is learnt when it is first asked for. */
export class AutoSeries {
  readonly #coverage: number
  /** What was learnt of a series, by the columns that were known in advance. It is no part of any state. */
  readonly #learnt: WeakMap<TimelineState, Map<string, SeriesPaths>> = new WeakMap()

  /** The last row that was asked about, and the answer. */
  readonly #last: WeakMap<TimelineState, { readonly asked: string; readonly step: StepForecast | null }> =
    new WeakMap()

  readonly #zone: Zone | undefined

  /** @param zone whose clocks the times of rows are */
  constructor(coverage: number, zone?: string) {
    this.#coverage = coverage
    this.#zone = zone === undefined ? undefined : new Zone(zone)
  }

  /** Takes in a row that was learnt; returns the series, which begins with the first. */
  observe(series: TimelineState | null, rows: RowsState, { raw, time }: ReadRow, y: number): TimelineState {
    const places = placesOf(rows)
    const own = series ?? createTimeline(places.length, rows.timeColumn >= 0)
    observeRow(
      own,
      own.timed ? time : own.count,
      places.map((j) => raw[j]),
      Math.max(-LARGEST, Math.min(LARGEST, y)),
    )
    return own
  }

  /** Of the series that these rows make. */
  of(rows: RowsState): StateShape<TimelineState> {
    return timelineOf(placesOf(rows).length)
  }

  /** Whether a row is forecast by its place after the others alone: there is nothing else in the table. */
  isPlain({ columns, timeColumn, timeParts }: RowsState): boolean {
    return columns.length === timeParts.length + (timeColumn >= 0 ? 1 : 0)
  }

  /** Whether rows that have no outcome yet are steps of a path: rows have times, or nothing but an order. */
  isSeries(rows: RowsState): boolean {
    return rows.timeColumn >= 0 || this.isPlain(rows)
  }

  /** How many steps after the last row this one is; 1 where that cannot be told. @param held rows at the end that do not count */
  stepsAfter(series: TimelineState, { time }: ReadRow, held: number): number {
    const { times } = series
    const end = times.length - held
    // NaN before there are three times, and of a row without one: then nothing is longer.
    const longest = Math.max(times[end - 1] - times[end - 2], times[end - 2] - times[end - 3])
    const gap = time - times[end - 1]
    if (!(gap > LATE * longest) || isUsual(times, end, gap)) return 1
    const grid = gridOf(without(series, held))
    return grid.spacing ? Math.max(1, stepAt(grid, time, 1)) : 1
  }

  /** The forecast of one row, so many steps after the last. */
  step(series: TimelineState, rows: RowsState, row: ReadRow, order: number, held = 0): StepForecast | null {
    const cells = placesOf(rows).map((j) => row.raw[j])
    // A row is forecast, and forecast again to be learnt.
    const asked = JSON.stringify([series.count, held, row.time, order, cells])
    const last = this.#last.get(series)
    if (last?.asked === asked) return last.step
    const step = this.#step(series, { time: row.time, cells }, order, held)
    this.#last.set(series, { asked, step })
    return step
  }

  #step(
    series: TimelineState,
    { time, cells }: { readonly time: number; readonly cells: readonly PlainCell[] },
    order: number,
    held: number,
  ): StepForecast | null {
    const grid = gridOf(without(series, held))
    const step = stepAt(grid, time, order)
    if (!(step >= 1 && step <= MOST_STEPS)) return null
    let steps = usualSteps(grid.spacing)
    while (steps < step) steps *= 2
    return this.#path(series, grid, Math.min(MOST_STEPS, steps), [{ step, cells }]).steps[step - 1]
  }

  /** @param next how many rows, or the next rows with what is known of them */
  path(series: TimelineState, rows: RowsState, next: number | readonly ReadRow[]): Path {
    const grid = gridOf(series)
    const places = placesOf(rows)
    const coming =
      typeof next === 'number'
        ? []
        : next.map(({ raw, time }, k) => ({
            step: stepAt(grid, time, k + 1),
            cells: places.map((j) => raw[j]),
          }))
    const steps = typeof next === 'number' ? next : Math.max(0, ...coming.map(({ step }) => step))
    if (!(Number.isSafeInteger(steps) && steps >= 1 && steps <= MOST_STEPS))
      throw new ArgumentError(`a path goes 1 to ${MOST_STEPS} rows ahead; received ${steps}`)
    const path = this.#path(series, grid, steps, coming)
    const given = typeof next === 'number' ? [] : next.map(({ time }) => time)
    const times = series.timed ? timesAfter(grid, steps, given) : undefined
    return path.at(times?.map((time) => this.#zone?.instant(time) ?? time) ?? null)
  }

  #path(series: TimelineState, grid: Grid, steps: number, coming: readonly ComingRow[]): Path {
    const known = knownPlaces(series, coming)
    const learnt = this.#learnt.get(series) ?? new Map<string, SeriesPaths>()
    this.#learnt.set(series, learnt)
    const key = `${steps} ${known}`
    const own = learnt.get(key) ?? new SeriesPaths({ coverage: this.#coverage, known })
    // One at a time: others would only be followed for those who ask in turns.
    learnt.clear()
    learnt.set(key, own)
    return own.path(grid, steps, coming)
  }
}

/** Whether gaps like this one come again and again, as nights do in opening hours: then rows after them are learnt as such. */
function isUsual(times: readonly number[], end: number, gap: number): boolean {
  let seen = 0
  for (let i = end - 1; i > 0 && end - i <= USUAL_ROWS && seen < USUAL; i--)
    if (times[i] - times[i - 1] >= 0.9 * gap) seen++
  return seen >= USUAL
}

/** The columns beside the time that are kept. */
function placesOf({ columns, timeColumn, timeParts }: RowsState): number[] {
  const others = columns.map((_, j) => j).filter((j) => j !== timeColumn && !timeParts.includes(j))
  return others.length > MOST_COLUMNS ? [] : others
}

/** Columns that every coming row carries, and that say more than one thing. */
function knownPlaces({ cells }: TimelineState, coming: readonly ComingRow[]): number[] {
  if (coming.length === 0) return []
  return cells.flatMap((column, c) => {
    const carried = coming.every((row) => !isMissing(row.cells[c]))
    const first: PlainCell | undefined = column[0]
    const varies = column.some((cell) => cell !== first) || coming.some((row) => row.cells[c] !== first)
    return carried && varies ? [c] : []
  })
}

function without(series: TimelineState, held: number): TimelineState {
  if (held === 0) return series
  const { count, times, y, cells } = series
  return {
    ...series,
    count: count - held,
    times: times.slice(0, -held),
    y: y.slice(0, -held),
    cells: cells.map((column) => column.slice(0, -held)),
  }
}
