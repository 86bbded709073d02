export { type AciOptions, aci } from './aci.ts'
export { type BayesAciOptions, bayesAci, type ThresholdState } from './bayesAci.ts'
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
export { type PidOptions, pid } from './pid.ts'
export {
  agaci,
  BAYES_DTACI_GRID,
  bayesDtaci,
  DTACI_RATES,
  type DtaciOptions,
  dtaci,
  dtaciMeta,
  pidMethod,
  plainAci,
  saocpMethod,
  sfOgdMethod,
} from './presets.ts'
export { type RadiusAciOptions, radiusAci } from './radiusAci.ts'
export { type SaocpOptions, saocp } from './saocp.ts'
export { type SfOgdOptions, sfOgd } from './sfOgd.ts'
