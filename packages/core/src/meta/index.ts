export type { BoundedRounds, MetaLearner, Round } from '../nouns/metaLearner.ts'
export { ADA_HEDGE, type AdaHedgeState, adaHedge } from './adaHedge.ts'
export {
  ADA_NORMAL_HEDGE,
  type AdaNormalHedgeOptions,
  type AdaNormalHedgeState,
  adaNormalHedge,
} from './adaNormalHedge.ts'
export { BOA, type BoaOptions, type BoaState, boa } from './boa.ts'
export { CALIBRATED, type CalibratedOptions, type CalibratedState, calibrated } from './calibrated.ts'
export { CBCE, type CbceOptions, type CbceState, cbce } from './cbce.ts'
export { entryShare } from './entryShare.ts'
export { EWA, type EwaOptions, type EwaState, ewa } from './ewa.ts'
export {
  EXPONENTIATED_GRADIENT,
  type ExponentiatedGradientOptions,
  type ExponentiatedGradientState,
  exponentiatedGradient,
} from './exponentiatedGradient.ts'
export { FIXED_SHARE, type FixedShareOptions, type FixedShareState, fixedShare } from './fixedShare.ts'
export { FOLLOW_THE_LEADER, type FollowTheLeaderState, followTheLeader } from './followTheLeader.ts'
export { weighAwake, weighAwakeLog } from './logWeights.ts'
export { MIXING_PAST, type MixingPastOptions, type MixingPastState, mixingPast } from './mixingPast.ts'
export { MLEWA, type MlewaState, mlewa } from './mlewa.ts'
export { MLPOL, type MlpolOptions, type MlpolState, mlpol } from './mlpol.ts'
export { MLPROD, type MlprodOptions, type MlprodState, mlprod } from './mlprod.ts'
export {
  constantRate,
  HORIZON_RATE,
  type HorizonRateOptions,
  horizonRate,
  type Rate,
  type RateSchedule,
  ROLLING_RATE,
  type RollingRateOptions,
  rollingRate,
} from './rates.ts'
export { SIMPLEX_OGD, type SimplexOgdOptions, type SimplexOgdState, simplexOgd } from './simplexOgd.ts'
export { SOFT_BAYES, type SoftBayesOptions, type SoftBayesState, softBayes } from './softBayes.ts'
export { SQUINT, type SquintOptions, type SquintState, squint } from './squint.ts'
export {
  VARIABLE_SHARE,
  type VariableShareOptions,
  type VariableShareState,
  variableShare,
} from './variableShare.ts'
