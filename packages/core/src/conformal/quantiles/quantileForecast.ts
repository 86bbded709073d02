import { openFraction } from '../../base/values.ts'

/** A predictive distribution as quantiles, in increasing order. Plain data. */
export interface QuantileForecast {
  /** Increasing, in (0, 1). */
  readonly levels: readonly number[]
  /** ±∞ while there are too few outcomes for a level. */
  readonly quantiles: readonly number[]
}

/** The quantile at any level: linear between those that were forecast, and the outermost ones beyond. */
export function quantileAt({ levels, quantiles }: QuantileForecast, level: number): number {
  openFraction.read('level', level)
  return along(levels, quantiles, level)
}

/** P(outcome ≤ y): linear between the quantiles that were forecast; 0 and 1 are never claimed. */
export function cdfAt({ levels, quantiles }: QuantileForecast, y: number): number {
  const last = levels.length - 1
  if (y < quantiles[0]) return levels[0] / 2
  if (y >= quantiles[last]) return y === quantiles[last] ? levels[last] : (1 + levels[last]) / 2
  return along(quantiles, levels, y)
}

/** Twice the mean pinball loss of the quantiles: with levels spread evenly, the continuous ranked probability score. */
export function quantileScore({ levels, quantiles }: QuantileForecast, y: number): number {
  let sum = 0
  for (let i = 0; i < levels.length; i++) {
    const off = y - quantiles[i]
    sum += off > 0 ? levels[i] * off : (levels[i] - 1) * off
  }
  return (2 * sum) / levels.length
}

/** Of a line through points with increasing x: its y. */
function along(xs: readonly number[], ys: readonly number[], x: number): number {
  const last = xs.length - 1
  let i = 0
  while (i < last && xs[i + 1] <= x) i++
  if (i === last || x <= xs[0]) return ys[x <= xs[0] ? 0 : last]
  // Between ends that are infinite, or so far apart, nothing tells where x lies.
  const width = xs[i + 1] - xs[i]
  const part = x === xs[i] ? 0 : width < Infinity ? (x - xs[i]) / width : 0.5
  const rise = ys[i + 1] - ys[i]
  if (rise < Infinity) return ys[i] + part * rise
  const areFinite = Math.abs(ys[i]) < Infinity && Math.abs(ys[i + 1]) < Infinity
  return areFinite ? (1 - part) * ys[i] + part * ys[i + 1] : ys[part < 0.5 ? i : i + 1]
}
