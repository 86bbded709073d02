// The public names. A folder's own index lists its share; nothing is exported from a leaf by star.
export { type AggregateOptions, aggregate } from './aggregate.ts'
export {
  type AdaptiveRandomForestOptions,
  type Adwin,
  type AdwinOptions,
  type AdwinState,
  adaptiveRandomForest,
  adwin,
  type HoeffdingAdaptiveTreeOptions,
  hoeffdingAdaptiveTree,
  hoeffdingTree,
  type KnnOptions,
  knn,
  type LinearRegressionOptions,
  linearRegression,
  type MondrianForestOptions,
  mondrianForest,
  type OnlineBaggingOptions,
  onlineBagging,
  type RegressorOptions,
  type TreeOptions,
} from './baselines/index.ts'
export type { Beliefs } from './beliefs.ts'
export * from './conformal/index.ts'
export { ArgumentError, NumericalError } from './errors.ts'
export { Forecast } from './forecast.ts'
export * from './gp/index.ts'
export { type Axis, dyadic, grid } from './grid.ts'
export type { Lateness, Learner, LearnerState } from './learner.ts'
export type { Account } from './ledger/ledger.ts'
export type { LedgerView } from './ledger/ledgerView.ts'
export type { ShiftingAccount } from './ledger/shiftingAccount.ts'
export type { WeightHistory } from './ledger/weightHistory.ts'
export * from './losses/index.ts'
export {
  exponential,
  gamma,
  integerBelow,
  normal,
  normalCdf,
  normalLogCdf,
  normalPdf,
  normalQuantile,
  poisson,
  type Rng,
  seededRng,
  splitRng,
  studentT,
  uniform,
} from './math/index.ts'
export * from './meta/index.ts'
export { Mixture } from './mixture.ts'
export { nearest } from './nearest.ts'
export type { Id } from './openRounds.ts'
export * from './oracles/index.ts'
export type { Context, Features, Panel, Rule, Settings } from './panel.ts'
export * from './panels/index.ts'
export { type RunEvent, type RunOptions, type RunStep, run } from './run.ts'
export { fromBytes as readSave, type Save, toBytes as writeSave } from './save/save.ts'
export {
  constant,
  inverseSqrt,
  inverseSqrtHorizon,
  type ScalarOrSchedule,
  type Schedule,
} from './schedule.ts'
export type { ScoredRound } from './scoredRound.ts'
export { annealed, gradient, mean, point, type Score } from './scores.ts'
export * from './stream/index.ts'
export type { Weights } from './weights.ts'
