export type { Conformity, Residuals } from '../nouns/conformity.ts'
export {
  CONFORMAL,
  type ConformalOptions,
  conformal,
  conformalModel,
} from './conformal.ts'
export { ConformalLearner, type PredictOptions } from './conformalLearner.ts'
export { ConformalModel } from './conformalModel.ts'
export type { ConformalPlan } from './conformalPlan.ts'
export type { ConformalIssued, ConformalState } from './conformalState.ts'
export type { CoverageCertificate } from './diagnostics/certificate.ts'
export {
  type ConfidenceState,
  confidenceInterval,
  createConfidence,
  observe,
} from './diagnostics/confidenceSequence.ts'
export type { Coverage, Coverages } from './diagnostics/coverageView.ts'
export type { Extent } from './diagnostics/extent.ts'
export {
  type Alert,
  type AlertReason,
  alertWords,
  chanceWords,
  discoveries,
  evidenceOf,
  WATCH,
  Watch,
  type WatchOptions,
  type WatchState,
} from './diagnostics/watch.ts'
export { FLEET, Fleet, type FleetOptions, fleet } from './fleet.ts'
export type { FleetState } from './fleetState.ts'
export {
  HORIZONS,
  HorizonLearner,
  type HorizonOptions,
  horizons,
  type StepCoverage,
  type StepOutcome,
} from './horizons.ts'
export type { AnnotatedForecast, ConformalInput } from './intervals/conformalInput.ts'
export {
  absoluteResidual,
  givenScore,
  normalisedResidual,
  type QuantileBand,
  quantileBand,
  type ScaledForecast,
  signedResidual,
} from './intervals/conformity.ts'
export type { GroupCoverage } from './intervals/groups.ts'
export type {
  ConformalExperts,
  ConformalForecast,
  ConformalInterval,
  ConformalRound,
} from './intervals/interval.ts'
export type { OverlapCoverage } from './intervals/overlaps.ts'
export { Calibrator, type CalibratorState } from './methods/calibrator.ts'
export type { LevelOptions, Method, Setup } from './methods/method.ts'
export {
  ACI_METHOD,
  type AciMethodOptions,
  AGACI,
  type AgaciOptions,
  aciMethod,
  agaci,
  BAYES_DTACI,
  BAYES_DTACI_GRID,
  type BayesDtaciOptions,
  BETTING_METHOD,
  bayesDtaci,
  bettingMethod,
  COP_METHOD,
  copMethod,
  DECAYING_METHOD,
  type DecayingMethodOptions,
  DTACI,
  DTACI_RATES,
  type DtaciMetaOptions,
  type DtaciOptions,
  decayingMethod,
  dtaci,
  dtaciMeta,
  ECI_METHOD,
  eciMethod,
  PID_METHOD,
  type PidMethodOptions,
  pidMethod,
  SAOCP_METHOD,
  type SaocpMethodOptions,
  SF_OGD_METHOD,
  type SfOgdMethodOptions,
  saocpMethod,
  sfOgdMethod,
  UNIVERSAL_METHOD,
  universalMethod,
} from './methods/presets.ts'
export * from './methods/rules.ts'
export { cdfAt, type QuantileForecast, quantileAt, quantileScore } from './quantiles/quantileForecast.ts'
export {
  type QuantileCertificate,
  type QuantileIssued,
  QuantileModel,
  type QuantileRound,
  type QuantileState,
} from './quantiles/quantileModel.ts'
export {
  QUANTILES,
  QuantileLearner,
  type QuantileOptions,
  quantileModel,
  quantiles,
} from './quantiles/quantiles.ts'
export type { Past, PastOutcome } from './warmStart.ts'
