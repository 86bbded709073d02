export { CLASS_FOREST, type ClassForestOptions, classForest } from './classForest.ts'
export {
  CLASS_MIXTURE,
  type ClassChances,
  type ClassMixtureIssued,
  type ClassMixtureOptions,
  type ClassMixtureRound,
  type ClassMixtureState,
  classMixture,
} from './classMixture.ts'
export { CLASS_NEIGHBOURS, type ClassNeighboursOptions, classNeighbours } from './classNeighbours.ts'
export { CLASS_NORMALS, type ClassNormalsOptions, classNormals } from './classNormals.ts'
export {
  FREQUENCIES,
  type FrequenciesOptions,
  frequencies,
  TRANSITIONS,
  type TransitionsOptions,
  transitions,
} from './frequencies.ts'
export { oneAgainstRest } from './oneAgainstRest.ts'
export {
  SOFTMAX_REGRESSION,
  type SoftmaxRegressionOptions,
  softmaxRegression,
} from './softmaxRegression.ts'
