/** Running moments of features, the last thousand rounds counting most. Plain data. */
export interface Moments {
  readonly means: Float64Array
  readonly variances: Float64Array
}

const MEMORY = 1000
/** In standard units a feature is cut here: what is far out is far out. */
const FAR = 3
/** Squares of differences of features must not overflow. */
const LARGEST = 1e150

/** Writes the features in standard units into `out`; one that never varied is 0, and so is one that is missing, NaN. */
export function standardise({ means, variances }: Moments, x: ArrayLike<number>, out: Float64Array): void {
  for (let i = 0; i < means.length; i++) {
    const deviation = Math.sqrt(variances[i])
    const varies = deviation > 1e-12 * Math.abs(means[i]) && !Number.isNaN(x[i])
    const z = varies ? (within(x[i]) - means[i]) / deviation : 0
    out[i] = Math.max(-FAR, Math.min(FAR, z))
  }
}

/** @param round counted from 1 */
export function followMoments({ means, variances }: Moments, x: ArrayLike<number>, round: number): void {
  const gain = 1 / Math.min(round, MEMORY)
  for (let i = 0; i < means.length; i++) {
    if (Number.isNaN(x[i])) continue
    const off = within(x[i]) - means[i]
    means[i] += gain * off
    variances[i] = (1 - gain) * (variances[i] + gain * off * off)
  }
}

function within(value: number): number {
  return Math.max(-LARGEST, Math.min(LARGEST, value))
}
