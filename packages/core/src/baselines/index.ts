export { type Adwin, type AdwinOptions, type AdwinState, adwin } from './adwin.ts'
export {
  type AdaptiveTreeState,
  type HoeffdingAdaptiveTreeOptions,
  hoeffdingAdaptiveTree,
} from './hoeffdingAdaptiveTree.ts'
export { hoeffdingTree } from './hoeffdingTree.ts'
export { type KnnOptions, type KnnState, knn } from './knn.ts'
