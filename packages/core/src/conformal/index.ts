export { ACI, type AciOptions, aci } from './aci.ts'
export { BAYES_ACI, type BayesAciOptions, bayesAci, type ThresholdState } from './bayesAci.ts'
export { Calibrator, type CalibratorState } from './calibrator.ts'
export {
  type ConfidenceState,
  confidenceInterval,
  createConfidence,
  observe,
} from './confidenceSequence.ts'
export { type ConformalOptions, conformal } from './conformal.ts'
export { ConformalLearner, type ConformalPlan, type ConformalState } from './conformalLearner.ts'
export {
  absoluteResidual,
  type Conformity,
  givenScore,
  normalisedResidual,
  type QuantileBand,
  quantileBand,
  type ScaledForecast,
  signedResidual,
} from './conformity.ts'
export type { CoverageCertificate, Coverages, CoverageView, Extent } from './coverage.ts'
export { faciRate } from './faciRate.ts'
export type { ConformalForecast, ConformalInterval, ConformalRound } from './interval.ts'
export { levelBoa } from './levelBoa.ts'
export type { LevelOptions, Method, Setup } from './method.ts'
export { PID, type PidOptions, pid } from './pid.ts'
export {
  ACI_METHOD,
  type AciMethodOptions,
  AGACI,
  type AgaciOptions,
  aciMethod,
  agaci,
  BAYES_DTACI,
  BAYES_DTACI_GRID,
  bayesDtaci,
  DTACI,
  DTACI_RATES,
  type DtaciOptions,
  dtaci,
  dtaciMeta,
  PID_METHOD,
  type PidMethodOptions,
  pidMethod,
  SAOCP_METHOD,
  type SaocpMethodOptions,
  SF_OGD_METHOD,
  type SfOgdMethodOptions,
  saocpMethod,
  sfOgdMethod,
} from './presets.ts'
export { RADIUS_ACI, type RadiusAciOptions, radiusAci } from './radiusAci.ts'
export { SAOCP, type SaocpOptions, saocp } from './saocp.ts'
export { SF_OGD, type SfOgdOptions, sfOgd } from './sfOgd.ts'
