/** Part of the mean size of an outcome that is the unit of the logarithm. */
const UNIT = 0.05

/** The logarithm on which series are compared; outcomes as they are where some are negative (unit 0). */
export function gaugeUnit(least: number, level: number): number {
  return least >= 0 && level > 0 ? UNIT * level : 0
}

export function toGauge(y: number, unit: number): number {
  return unit > 0 ? Math.log1p(Math.max(0, y) / unit) : y
}
