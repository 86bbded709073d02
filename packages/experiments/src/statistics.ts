/** A mean over replications with its 95 % confidence interval. */
export interface Estimate {
  readonly n: number
  readonly mean: number
  /** Standard error of the mean; NaN for a single replication. */
  readonly error: number
  readonly low: number
  readonly high: number
}

export function estimate(values: readonly number[]): Estimate {
  const n = values.length
  const mean = average(values)
  if (n < 2) return { n, mean, error: Number.NaN, low: Number.NaN, high: Number.NaN }
  const error = Math.sqrt(values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / (n - 1) / n)
  const reach = studentQuantile(n - 1) * error
  return { n, mean, error, low: mean - reach, high: mean + reach }
}

export function average(values: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i]
  return sum / values.length
}

/** 97.5 % points of Student's t for 1 … 30 degrees of freedom. */
const TABLE = [
  12.7062, 4.30265, 3.18245, 2.77645, 2.57058, 2.44691, 2.36462, 2.306, 2.26216, 2.22814, 2.20099, 2.17881,
  2.16037, 2.14479, 2.13145, 2.11991, 2.10982, 2.10092, 2.09302, 2.08596, 2.07961, 2.07387, 2.06866, 2.0639,
  2.05954, 2.05553, 2.05183, 2.04841, 2.04523, 2.04227,
]

/** The 97.5 % point of Student's t: beyond the table by the expansion of Cornish and Fisher, to 1e-4. */
export function studentQuantile(df: number): number {
  const z = 1.959963984540054
  if (df <= TABLE.length) return TABLE[df - 1]
  return z + (z ** 3 + z) / (4 * df) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * df * df)
}

/** Means of `count` consecutive batches of equal length; what is left over at the end is left out. */
export function batchMeans(values: readonly number[], count: number): number[] {
  const size = Math.floor(values.length / count)
  return Array.from({ length: count }, (_, b) => average(values.slice(b * size, (b + 1) * size)))
}

/** The slope of the least-squares line through (x, y). */
export function slope(x: readonly number[], y: readonly number[]): number {
  const [mx, my] = [average(x), average(y)]
  let above = 0
  let below = 0
  for (let i = 0; i < x.length; i++) {
    above += (x[i] - mx) * (y[i] - my)
    below += (x[i] - mx) ** 2
  }
  return above / below
}
