import type { Axis } from '../../base/grid.ts'
import type { Declared } from '../../base/options.ts'
import {
  choice,
  count,
  fraction,
  number,
  numberFrom0,
  openFraction,
  positiveNumber,
} from '../../base/values.ts'
import { REGRESSOR, type RegressorOptions, type Setting } from '../../panels/regressor.ts'

/** What a leaf predicts: its mean, its linear model, or whichever has erred less of late. */
export type LeafKind = 'mean' | 'linear' | 'adaptive'

export interface TreeOptions extends RegressorOptions {
  /** Weight a leaf must gather between attempts to split. @default 200 */
  readonly gracePeriod?: Axis<number>
  /** Deepest leaf that may still split is one above this. @default ∞ */
  readonly maxDepth?: Axis<number>
  /** δ of the Hoeffding bound. @default 1e-7 */
  readonly significance?: Axis<number>
  /** τ: a bound below it splits even if the best two candidates are as good. @default 0.05 */
  readonly tieThreshold?: Axis<number>
  /** What a leaf predicts. @default 'adaptive' */
  readonly leaf?: Axis<LeafKind>
  /** Step of the leaves' linear models. @default 0.01 */
  readonly learningRate?: Axis<number>
  /** Decay of the squared errors by which an adaptive leaf chooses. @default 0.95 */
  readonly selectorDecay?: Axis<number>
  /** Least weight on either side of a split. @default 5 */
  readonly minSamples?: Axis<number>
  /** Decimal digits to which features are rounded before they are split candidates. @default 1 */
  readonly digits?: Axis<number>
  /** Leaves at which a tree stops growing, so that its memory is bounded. @default 1024 */
  readonly maxLeaves?: Axis<number>
  /** Split candidates that a leaf keeps for a feature. @default 2048 */
  readonly maxCandidates?: Axis<number>
}

/** One tree's options. */
export type TreeSetting = Setting<TreeOptions>

export const TREE: Declared<TreeOptions, 'noise'> = {
  ...REGRESSOR,
  gracePeriod: {
    axis: positiveNumber,
    default: 200,
  },
  maxDepth: {
    axis: number('a number not below 0', { atLeast: 0, infinite: true }),
    default: Infinity,
  },
  significance: { axis: openFraction, default: 1e-7 },
  tieThreshold: {
    axis: numberFrom0,
    default: 0.05,
  },
  leaf: { axis: choice('mean', 'linear', 'adaptive'), default: 'adaptive' },
  learningRate: { axis: numberFrom0, default: 0.01 },
  selectorDecay: {
    axis: fraction,
    default: 0.95,
  },
  minSamples: { axis: numberFrom0, default: 5 },
  digits: {
    axis: number('a number not below 0', { atLeast: 0, infinite: true }),
    default: 1,
  },
  maxLeaves: {
    axis: count,
    default: 1024,
  },
  maxCandidates: { axis: count, default: 2048 },
}
