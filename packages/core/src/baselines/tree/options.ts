import { nonNegative, openUnit, positive, positiveInteger, show, unit } from '../../check.ts'
import { ArgumentError } from '../../errors.ts'
import type { Axis } from '../../grid.ts'
import type { RegressorOptions, RegressorSetting } from '../regressor.ts'

/** What a leaf predicts: its mean, its linear model, or whichever has erred less of late. */
export type LeafKind = 'mean' | 'linear' | 'adaptive'

export interface TreeOptions extends RegressorOptions {
  /** Weight a leaf must gather between attempts to split. @default 200 */
  readonly gracePeriod?: Axis<number>
  /** Deepest leaf that may still split is one above this. @default none */
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

export interface TreeSetting extends RegressorSetting {
  readonly gracePeriod: number
  readonly maxDepth: number
  readonly significance: number
  readonly tieThreshold: number
  readonly leaf: LeafKind
  readonly learningRate: number
  readonly selectorDecay: number
  readonly minSamples: number
  readonly digits: number
  readonly maxLeaves: number
  readonly maxCandidates: number
}

export const treeDefaults: Omit<TreeSetting, keyof RegressorSetting> = {
  gracePeriod: 200,
  maxDepth: Infinity,
  significance: 1e-7,
  tieThreshold: 0.05,
  leaf: 'adaptive',
  learningRate: 0.01,
  selectorDecay: 0.95,
  minSamples: 5,
  digits: 1,
  maxLeaves: 1024,
  maxCandidates: 2048,
}

export function checkTree(setting: TreeSetting): void {
  positive('gracePeriod', setting.gracePeriod)
  if (setting.maxDepth !== Infinity) nonNegative('maxDepth', setting.maxDepth)
  openUnit('significance', setting.significance)
  nonNegative('tieThreshold', setting.tieThreshold)
  if (!['mean', 'linear', 'adaptive'].includes(setting.leaf)) {
    throw new ArgumentError(`leaf must be 'mean', 'linear' or 'adaptive'; received ${show(setting.leaf)}`)
  }
  nonNegative('learningRate', setting.learningRate)
  unit('selectorDecay', setting.selectorDecay)
  nonNegative('minSamples', setting.minSamples)
  if (setting.digits !== Infinity) nonNegative('digits', setting.digits)
  positiveInteger('maxLeaves', setting.maxLeaves)
  positiveInteger('maxCandidates', setting.maxCandidates)
}
