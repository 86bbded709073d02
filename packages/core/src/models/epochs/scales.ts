import { floats, real, type StateShape, shape } from '../../base/shape.ts'
import { type Encoding, layoutOf } from '../../rows/encoding.ts'
import type { Rows, RowsState } from '../../rows/rows.ts'

/** Centre and unit of each feature and of the outcome, frozen. Plain data. */
export interface Scales {
  readonly centres: Float64Array
  readonly units: Float64Array
  readonly centre: number
  readonly unit: number
  /** Features stay within ± this many units. */
  readonly reach: number
}

/** Of so many features. */
export function scalesShape(features: number): StateShape<Scales> {
  const each = floats(features)
  return shape<Scales>({ centres: each, units: each, centre: real(), unit: real(1), reach: real(1) })
}

/** A unit found from few rows may be far too small: x stays within ± this many units for each of them, up to 1000. */
const REACH_A_ROW = 3
const LARGEST_REACH = 1000
/** Numbers that differ by less than this part of their size are equal. */
const EQUAL = 1e-13

export interface ScalesOptions {
  /** The first row that counts. */
  readonly first: number
  /** Whether outcomes are labels, which keep their units. */
  readonly labels: boolean
}

/** The units of the rows that are remembered. */
export function scalesOf(
  rows: Rows,
  state: RowsState,
  encoding: Encoding,
  { first, labels }: ScalesOptions,
): Scales {
  const d = encoding.names.length
  const x = new Float64Array(d + 1)
  const mean = new Float64Array(d + 1)
  const scatter = new Float64Array(d + 1)
  const count = state.history.count - first
  for (let row = first; row < state.history.count; row++) {
    x[d] = rows.replay(state, encoding, row, x)
    // Welford (1962).
    for (let j = 0; j <= d; j++) {
      const before = x[j] - mean[j]
      mean[j] += before / (row - first + 1)
      scatter[j] += before * (x[j] - mean[j])
    }
  }
  const units = mean.map((centre, j) => unitOf(centre, Math.sqrt(scatter[j] / count)))
  // A forecast of y has its units.
  const { guided, words } = layoutOf(encoding)
  if (guided && !labels) [mean[0], units[0]] = [mean[d], units[d]]
  // Numbers of words are not measures.
  const start = guided ? 1 : 0
  mean.fill(0, start, start + words.length)
  units.fill(1, start, start + words.length)
  return {
    centres: mean.slice(0, d),
    units: units.slice(0, d),
    centre: labels ? 0 : mean[d],
    unit: labels ? 1 : units[d],
    reach: Math.min(LARGEST_REACH, REACH_A_ROW * count),
  }
}

/** The standard deviation; for what has not varied its size, or 1. */
function unitOf(centre: number, sd: number): number {
  const size = Math.abs(centre)
  if (sd > EQUAL * size) return sd
  return size > 0 ? size : 1
}

/** x in units, in place. */
export function scaleFeatures({ centres, units, reach }: Scales, x: Float64Array): void {
  for (let j = 0; j < units.length; j++) {
    x[j] = Math.max(-reach, Math.min(reach, (x[j] - centres[j]) / units[j]))
  }
}

/** Outcomes stay within ± this many units. */
const OUTCOME_REACH = 50

export function scaleOutcome({ centre, unit }: Scales, y: number): number {
  return Math.max(-OUTCOME_REACH, Math.min(OUTCOME_REACH, (y - centre) / unit))
}

/** Whether an outcome lies beyond the units: it is learnt as their edge. */
export function isOutside({ centre, unit }: Scales, y: number): boolean {
  return !(Math.abs(y - centre) <= OUTCOME_REACH * unit)
}

/** Whether coordinates of the one can stay where those of the other are due: no centre moved by a quarter of its unit, no unit by a quarter of itself. */
export function areAlike(a: Scales, b: Scales): boolean {
  if (a.units.length !== b.units.length || !isClose(a.centre, a.unit, b.centre, b.unit)) return false
  return a.units.every((unit, j) => isClose(a.centres[j], unit, b.centres[j], b.units[j]))
}

function isClose(centre: number, unit: number, other: number, otherUnit: number): boolean {
  const ratio = unit / otherUnit
  return Math.abs(centre - other) <= 0.25 * unit && ratio <= 1.25 && ratio >= 0.8
}
