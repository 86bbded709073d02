import { finites, type StateShape, shape } from '../base/shape.ts'
import type { Features } from '../nouns/panel.ts'
import { counted } from './frequencies.ts'
import { grown } from './grown.ts'

/** Where the features lie, in all rows and in those of each class. Plain data. */
export interface ClassMeans {
  counts: Float64Array
  /** Mean of each feature, class by class. */
  means: Float64Array
  readonly mean: Float64Array
  /** Σ(x − mean)² of each feature: about the mean of the class, and about that of all. */
  readonly within: Float64Array
  readonly around: Float64Array
}

/** @param start what both scatters are at first */
export function classMeansOf(dimension: number, start: number): StateShape<ClassMeans> {
  return shape<ClassMeans>({
    counts: finites(),
    means: finites(({ counts }: ClassMeans) => counts.length * dimension),
    mean: finites(dimension),
    within: finites(dimension, start),
    around: finites(dimension, start),
  })
}

/**
 * Welford (1962), for each class and for all.
 *
 * @param scatter of each feature about the mean of its class, class by class, if that is wanted
 */
export function observeMeans(
  state: ClassMeans,
  x: Features,
  y: number,
  classes: number,
  scatter?: Float64Array,
): void {
  const { mean, within, around } = state
  const d = mean.length
  state.counts = counted(state.counts, y, classes, 1)
  state.means = grown(state.means, classes * d)
  const { counts, means } = state
  let total = 0
  for (let c = 0; c < counts.length; c++) total += counts[c]
  for (let j = 0, i = y * d; j < d; j++, i++) {
    const beside = x[j] - mean[j]
    mean[j] += beside / total
    around[j] += beside * (x[j] - mean[j])
    const gap = x[j] - means[i]
    means[i] += gap / counts[y]
    const added = gap * (x[j] - means[i])
    within[j] += added
    if (scatter) scatter[i] += added
  }
}
