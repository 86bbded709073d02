/** Centre and unit of each feature and of the outcome, frozen. Plain data. */
export interface Scales {
  readonly centres: Float64Array
  readonly units: Float64Array
  readonly centre: number
  readonly unit: number
}

/** Features stay within ± this many units, outcomes within ± that. */
const FEATURE_REACH = 1000
const OUTCOME_REACH = 50

/** Running mean and scatter of d numbers, by Welford (1962). */
export class Moments {
  count = 0
  readonly mean: Float64Array
  readonly scatter: Float64Array

  constructor(d: number) {
    this.mean = new Float64Array(d)
    this.scatter = new Float64Array(d)
  }

  observe(values: Float64Array): void {
    this.count++
    for (let j = 0; j < this.mean.length; j++) {
      const before = values[j] - this.mean[j]
      this.mean[j] += before / this.count
      this.scatter[j] += before * (values[j] - this.mean[j])
    }
  }

  /** The standard deviation; for what has not varied its size, or 1. */
  unit(j: number): number {
    const sd = Math.sqrt(this.scatter[j] / this.count)
    const size = Math.abs(this.mean[j])
    if (sd > 1e-9 * size) return sd
    return size > 0 ? size : 1
  }
}

/** x in units, in place. */
export function scaleFeatures({ centres, units }: Scales, x: Float64Array): void {
  for (let j = 0; j < units.length; j++) {
    x[j] = Math.max(-FEATURE_REACH, Math.min(FEATURE_REACH, (x[j] - centres[j]) / units[j]))
  }
}

export function scaleOutcome({ centre, unit }: Scales, y: number): number {
  return Math.max(-OUTCOME_REACH, Math.min(OUTCOME_REACH, (y - centre) / unit))
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
