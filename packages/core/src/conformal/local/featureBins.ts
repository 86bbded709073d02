import { surprise } from './student.ts'

/** How large errors are in eight bins of each feature, and what knowing the bin is worth. Plain data. */
export interface FeatureBins {
  readonly sums: Float64Array
  readonly counts: Float64Array
  /** Mean surprise that the bins of a feature save. */
  readonly gains: Float64Array
}

/** Eighths of the standard normal distribution. */
const EDGES: readonly number[] = [-1.15, -0.67, -0.32, 0, 0.32, 0.67, 1.15]
const BINS = EDGES.length + 1
/** Rounds of the mean error that a bin starts from. */
const PRIOR = 5
const KEPT = 0.998

export function createBins(dimension: number): FeatureBins {
  return {
    sums: new Float64Array(BINS * dimension),
    counts: new Float64Array(BINS * dimension),
    gains: new Float64Array(dimension),
  }
}

/** Writes log s as each feature by itself sees it, from `at` on. */
export function askBins(
  { sums, counts, gains }: FeatureBins,
  z: Float64Array,
  meanRoot: number,
  out: Float64Array,
  at: number,
): void {
  for (let i = 0; i < gains.length; i++) {
    const bin = binOf(i, z[i])
    out[at + i] = 2 * Math.log((sums[bin] + PRIOR * meanRoot) / ((counts[bin] + PRIOR) * meanRoot))
  }
}

/**
 * @param logScales what `askBins` wrote
 * @param ratio the squared error over that of the running level
 * @param root √|e| in units of the level
 */
export function learnBins(
  { sums, counts, gains }: FeatureBins,
  z: Float64Array,
  logScales: Float64Array,
  at: number,
  ratio: number,
  root: number,
  round: number,
): void {
  const flat = surprise(ratio, 0)
  for (let i = 0; i < gains.length; i++) {
    const own = logScales[at + i]
    const saved = flat - surprise(ratio * Math.exp(-2 * own), own)
    gains[i] += (saved - gains[i]) / Math.min(round, 500)
    const bin = binOf(i, z[i])
    sums[bin] = KEPT * sums[bin] + root
    counts[bin] = KEPT * counts[bin] + 1
  }
}

function binOf(feature: number, z: number): number {
  let bin = 0
  while (bin < EDGES.length && z > EDGES[bin]) bin++
  return feature * BINS + bin
}
