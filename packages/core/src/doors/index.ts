// What most programs need. The rest has doors of its own, each with its types: see `doors/`.
export { type AggregateOptions, aggregate } from '../aggregate/aggregate.ts'
export type { AggregateLearner } from '../aggregate/aggregateLearner.ts'
export type { AggregateModel, AggregateState } from '../aggregate/aggregateModel.ts'
export { Forecast } from '../aggregate/forecast.ts'
export type { ScoredRound } from '../aggregate/scoredRound.ts'
export { type AutoLearner, type AutoOptions, auto } from '../auto/index.ts'
export { ArgumentError, type ErrorCode, NumericalError } from '../base/errors.ts'
export { type Axis, grid } from '../base/grid.ts'
export { fromBytes as readSave, type Save, toBytes as writeSave } from '../base/save/save.ts'
export {
  constant,
  inverseSqrt,
  inverseSqrtHorizon,
  type ScalarOrSchedule,
  type Schedule,
} from '../base/schedule.ts'
export { type ConformalLearner, type ConformalOptions, conformal } from '../conformal/index.ts'
export type { Account } from '../ledger/ledger.ts'
export type { Ledger } from '../ledger/ledgerView.ts'
export type { ShiftingAccount } from '../ledger/shiftingAccount.ts'
export type { WeightHistory } from '../ledger/weightHistory.ts'
export { type Keyed, type KeyedOptions, keyed, type Store } from '../live/keyed.ts'
export { Learner, live } from '../live/learner.ts'
export type { Lateness, LiveOptions, LiveState } from '../live/live.ts'
export type { Id } from '../live/openRounds.ts'
export { type RunEvent, type RunOptions, type RunStep, run } from '../live/run.ts'
export {
  absolute,
  hinge,
  type Loss,
  logDensity,
  logistic,
  numericalLoss,
  pinball,
  squared,
} from '../losses/index.ts'
export { dyadic } from '../math/dyadic.ts'
export { Mixture } from '../math/mixture.ts'
export { normal, type Rng, seededRng } from '../math/rng.ts'
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
} from '../meta/index.ts'
export { ahead } from '../models/ahead.ts'
export { type IntervalLearner, type IntervalOptions, withIntervals } from '../models/index.ts'
export { type PreparedOptions, type PreparedState, prepared } from '../models/prepared.ts'
export type { TargetScale } from '../models/targetScale.ts'
export type { Beliefs } from '../nouns/beliefs.ts'
export type { MetaLearner, Round, Slots } from '../nouns/metaLearner.ts'
export type { Description, Model, Modelled } from '../nouns/model.ts'
export type { Context, Features, Panel, Rule, Settings, Turnover } from '../nouns/panel.ts'
export type { Score, Weights } from '../nouns/score.ts'
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
} from '../panels/index.ts'
export { annealed, gradient, mean, point } from '../scores/scores.ts'
