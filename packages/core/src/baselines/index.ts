export {
  type AdaptiveRandomForestOptions,
  adaptiveRandomForest,
  type ForestState,
} from './adaptiveRandomForest.ts'
export { type Adwin, type AdwinOptions, type AdwinState, adwin } from './adwin.ts'
export { type HoeffdingAdaptiveTreeOptions, hoeffdingAdaptiveTree } from './hoeffdingAdaptiveTree.ts'
export { hoeffdingTree } from './hoeffdingTree.ts'
export { type KnnOptions, type KnnState, knn } from './knn.ts'
export {
  type LinearRegressionOptions,
  type LinearRegressionState,
  linearRegression,
} from './linearRegression.ts'
export type { MondrianTree } from './mondrian/tree.ts'
export { type MondrianForestOptions, type MondrianState, mondrianForest } from './mondrianForest.ts'
export { type BaggingState, type OnlineBaggingOptions, onlineBagging } from './onlineBagging.ts'
export type { RegressorOptions } from './regressor.ts'
export type { AdaptiveTreeState } from './tree/adaptive.ts'
export type { Member } from './tree/forestMember.ts'
export type { LeafKind, TreeOptions } from './tree/options.ts'
export type { Tree } from './tree/tree.ts'
