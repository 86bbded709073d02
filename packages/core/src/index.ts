// What most programs need. The rest has doors of its own: see `doors/`. Types are all here.
export { type AggregateOptions, aggregate } from './aggregate/aggregate.ts'
export type { AggregateLearner } from './aggregate/aggregateLearner.ts'
export type { AggregateModel, AggregateState } from './aggregate/aggregateModel.ts'
export type { ScoredRound } from './aggregate/scoredRound.ts'
export type * from './auto/index.ts'
export { auto } from './auto/index.ts'
export type * from './baselines/index.ts'
export type { Beliefs } from './beliefs.ts'
export type * from './conformal/index.ts'
export { conformal, withIntervals } from './conformal/index.ts'
export { ArgumentError, NumericalError } from './errors.ts'
export { Forecast } from './forecast.ts'
export type * from './gp/index.ts'
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
export type * from './losses/index.ts'
export {
  absolute,
  hinge,
  type Loss,
  logDensity,
  logistic,
  numericalLoss,
  pinball,
  squared,
} from './losses/index.ts'
export { normal, type Rng, seededRng } from './math/rng.ts'
export type * from './meta/index.ts'
export {
  adaHedge,
  boa,
  calibrated,
  ewa,
  fixedShare,
  mlpol,
  mlprod,
  rollingRate,
  squint,
  weighAwake,
  weighAwakeLog,
} from './meta/index.ts'
export { Mixture } from './mixture.ts'
export type { Description, Model, Modelled } from './model.ts'
export { ahead } from './models/ahead.ts'
export { type PreparedOptions, type PreparedState, prepared } from './models/prepared.ts'
export type { TargetScale } from './models/targetScale.ts'
export type * from './oracles/index.ts'
export type { Context, Features, Panel, Rule, Settings, Turnover } from './panel.ts'
export type * from './panels/index.ts'
export {
  conjugate,
  external,
  ngvi,
  oga,
  ogd,
  panelOf,
  sva,
  svb,
  svbFull,
} from './panels/index.ts'
export { fromBytes as readSave, type Save, toBytes as writeSave } from './save/save.ts'
export {
  constant,
  inverseSqrt,
  inverseSqrtHorizon,
  type ScalarOrSchedule,
  type Schedule,
} from './schedule.ts'
export { annealed, gradient, mean, point, type Score, type Weights } from './scores.ts'
export type * from './stream/index.ts'
export type * from './stream/synthetic/index.ts'
