import { floats, real, type StateShape, shape, whole } from '../../base/shape.ts'
import type { Moments } from '../../models/peers.ts'
import type { RowInTable } from '../../rows/table.ts'
import { BLENDS } from './trust.ts'

/** The units of one key, what came last, and how far it follows the pool. Plain data. */
export interface GaugeState {
  /** Outcomes. */
  outcomes: number
  /** Running mean of the outcomes, and of how far they were from it. */
  level: number
  spread: number
  /** Running mean of the errors of its own learner: the unit in which the pool learns. */
  unit: number
  errors: number
  last: number
  before: number
  /** The last error of its own learner. */
  error: number
  /** For each column: how many numbers, their mean, and the sum of squares around it. */
  columns: Float64Array
  /** What the key has gained with each blend over its own learner. */
  readonly trust: Float64Array
}

/** @param columns of the rows of the key */
export function gaugeOf(columns: number): StateShape<GaugeState> {
  return shape<GaugeState>({
    outcomes: whole(0),
    level: real(),
    spread: real(),
    unit: real(),
    errors: whole(0),
    last: real(),
    before: real(),
    error: real(),
    columns: floats(3 * columns),
    trust: floats(BLENDS.length),
  })
}

/** Part of the past that a row leaves. */
const KEEP = 0.95
/** An error counts as so many units at most: one sensor that fails must not make all others look small. */
const MOST_ERROR = 8
/** Units, and deviations, within which the features of the pool lie. */
const REACH = 20
const WIDEST = 8

/** Numbers about a key that the pool sees, in the order of their names. */
export const ABOUT = ['own', 'width', 'last', 'before', 'error', 'age'] as const

/** The same, of a key whose own learner forecasts this. */
export function aboutOf(gauge: GaugeState, { mean, sd }: Moments): number[] {
  const { level, spread, unit, last, before, error, outcomes } = gauge
  const scaled = (value: number, by: number): number => clipped(value / by, REACH)
  return [
    scaled(mean - level, spread),
    Math.log(Math.max(1e-3, Math.min(1e3, sd / unit))),
    scaled(last - level, spread),
    scaled(before - level, spread),
    scaled(error, unit),
    Math.log(outcomes),
  ]
}

/** Column j of a row in the units of the key; words as they are. */
export function cellOf(gauge: GaugeState, { row, table }: RowInTable, j: number): number | string | null {
  if (table.columns[j].kind === 'word') return row.raw[j] === null ? null : String(row.raw[j])
  const value = row.cells[j]
  const [count, mean, squares] = gauge.columns.subarray(3 * j, 3 * j + 3)
  if (!(count >= 2) || Number.isNaN(value)) return 0
  return clipped((value - mean) / (Math.sqrt(squares / count) || 1), WIDEST)
}

/** Takes in a row and its outcome. */
export function observeGauge(
  gauge: GaugeState,
  { row, table }: RowInTable,
  own: Moments | undefined,
  y: number,
): void {
  const { outcomes } = gauge
  const step = (count: number): number => Math.max(1 / count, 1 - KEEP)
  if (outcomes > 0) gauge.spread += step(outcomes) * (Math.abs(y - gauge.level) - gauge.spread)
  if (own) observeError(gauge, y - own.mean, step(gauge.errors + 1))
  gauge.outcomes++
  gauge.level += step(gauge.outcomes) * (y - gauge.level)
  gauge.before = gauge.last
  gauge.last = y
  const width = table.columns.length
  if (gauge.columns.length !== 3 * width) gauge.columns = new Float64Array(3 * width)
  for (let j = 0; j < width; j++) observeNumber(gauge.columns, 3 * j, row.cells[j])
}

function observeError(gauge: GaugeState, error: number, step: number): void {
  const size = Math.abs(error)
  const most = gauge.errors > 2 && gauge.unit > 0 ? MOST_ERROR * gauge.unit : Infinity
  gauge.unit += step * (Math.min(size, most) - gauge.unit)
  gauge.error = error
  gauge.errors++
}

function observeNumber(columns: Float64Array, at: number, value: number): void {
  if (!Number.isFinite(value)) return
  const count = ++columns[at]
  const apart = value - columns[at + 1]
  columns[at + 1] += apart / count
  columns[at + 2] += apart * (value - columns[at + 1])
}

export function clipped(value: number, most: number): number {
  return Number.isFinite(value) ? Math.max(-most, Math.min(most, value)) : 0
}
