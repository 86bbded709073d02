// The public names. A folder's own index lists its share; nothing is exported from a leaf by star.
export { type AggregateOptions, aggregate } from './aggregate/aggregate.ts'
export type { AggregateLearner } from './aggregate/aggregateLearner.ts'
export type { AggregateModel, AggregateState } from './aggregate/aggregateModel.ts'
export type { ScoredRound } from './aggregate/scoredRound.ts'
export * from './auto/index.ts'
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
export type { Account } from './ledger/ledger.ts'
export type { Ledger } from './ledger/ledgerView.ts'
export type { ShiftingAccount } from './ledger/shiftingAccount.ts'
export type { WeightHistory } from './ledger/weightHistory.ts'
export { type Keyed, type KeyedOptions, keyed, type Store } from './live/keyed.ts'
export { Learner, live } from './live/learner.ts'
export type { Lateness, LiveOptions, LiveState } from './live/live.ts'
export type { Id } from './live/openRounds.ts'
export { type RunEvent, type RunOptions, type RunStep, run } from './live/run.ts'
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
export type { Description, Model, Modelled } from './model.ts'
export { ahead } from './models/ahead.ts'
export { type PreparedOptions, type PreparedState, prepared } from './models/prepared.ts'
export { fixedTarget, standardizeTarget, type TargetScale } from './models/targetScale.ts'
export { nearest } from './nearest.ts'
export * from './oracles/index.ts'
export type { Context, Features, Panel, Rule, Settings, Turnover } from './panel.ts'
export * from './panels/index.ts'
export { fromBytes as readSave, type Save, toBytes as writeSave } from './save/save.ts'
export {
  constant,
  inverseSqrt,
  inverseSqrtHorizon,
  type ScalarOrSchedule,
  type Schedule,
} from './schedule.ts'
export { annealed, gradient, mean, point, type Score, type Weights } from './scores.ts'
export * from './stream/index.ts'
