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
export { ArgumentError, NumericalError } from './errors.ts'
export { Forecast } from './forecast.ts'
export { type Axis, dyadic, grid } from './grid.ts'
export type { Lateness, Learner, LearnerState } from './learner.ts'
export type { Account } from './ledger.ts'
export type { LedgerView } from './ledgerView.ts'
export {
  absolute,
  hinge,
  type Loss,
  logDensity,
  logistic,
  type NumericalLossOptions,
  numericalLoss,
  pinball,
  squared,
} from './losses/index.ts'
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
export {
  constantRate,
  ewa,
  type FixedShareOptions,
  fixedShare,
  type HorizonRateOptions,
  horizonRate,
  type MetaLearner,
  type Rate,
  type RateSchedule,
  type RollingRateOptions,
  type Round,
  rollingRate,
} from './meta/index.ts'
export { Mixture } from './mixture.ts'
export type { Id } from './openRounds.ts'
export type { Context, Features, Panel, Rule, Settings } from './panel.ts'
export {
  type Box,
  type ConjugateOptions,
  conjugate,
  type DiagonalOptions,
  type Expert,
  type NgviOptions,
  ngvi,
  type OgdOptions,
  oga,
  ogd,
  panelOf,
  type SvbFullOptions,
  sva,
  svb,
  svbFull,
} from './panels/index.ts'
export {
  constant,
  inverseSqrt,
  inverseSqrtHorizon,
  type ScalarOrSchedule,
  type Schedule,
} from './schedule.ts'
export type { ScoredRound } from './scoredRound.ts'
export { annealed, gradient, mean, point, type Score } from './scores.ts'
export type { WeightHistory } from './weightHistory.ts'
export type { Weights } from './weights.ts'
