export { KNN, type KnnOptions, type KnnState, knn } from '../panels/knn.ts'
export {
  LINEAR_REGRESSION,
  type LinearRegressionOptions,
  type LinearRegressionState,
  linearRegression,
} from '../panels/linearRegression.ts'
export type { RegressorOptions } from '../panels/regressor.ts'
export {
  ADAPTIVE_RANDOM_FOREST,
  type AdaptiveRandomForestOptions,
  adaptiveRandomForest,
  type ForestState,
} from './adaptiveRandomForest.ts'
export { type Adwin, type AdwinOptions, type AdwinState, adwin } from './adwin.ts'
export {
  BOOSTED_TREES,
  type BoostedTreesOptions,
  type BoostedTreesState,
  boostedTrees,
} from './boostedTrees.ts'
export {
  HOEFFDING_ADAPTIVE_TREE,
  type HoeffdingAdaptiveTreeOptions,
  hoeffdingAdaptiveTree,
} from './hoeffdingAdaptiveTree.ts'
export { HOEFFDING_TREE, hoeffdingTree } from './hoeffdingTree.ts'
export type { MondrianTree } from './mondrian/tree.ts'
export {
  MONDRIAN_FOREST,
  type MondrianForestOptions,
  type MondrianState,
  mondrianForest,
} from './mondrianForest.ts'
export {
  type BaggingState,
  ONLINE_BAGGING,
  type OnlineBaggingOptions,
  onlineBagging,
} from './onlineBagging.ts'
export type { AdaptiveTreeState } from './tree/adaptive.ts'
export type { Member } from './tree/forestMember.ts'
export type { LeafKind, TreeOptions } from './tree/options.ts'
export type { Tree } from './tree/tree.ts'
