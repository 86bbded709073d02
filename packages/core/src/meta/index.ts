export { type AdaHedgeState, adaHedge } from './adaHedge.ts'
export { type AdaNormalHedgeOptions, type AdaNormalHedgeState, adaNormalHedge } from './adaNormalHedge.ts'
export { type BoaOptions, type BoaState, boa } from './boa.ts'
export { type CalibratedOptions, type CalibratedState, calibrated } from './calibrated.ts'
export { type CbceOptions, type CbceState, cbce } from './cbce.ts'
export { type EwaOptions, type EwaState, ewa } from './ewa.ts'
export {
  type ExponentiatedGradientOptions,
  type ExponentiatedGradientState,
  exponentiatedGradient,
} from './exponentiatedGradient.ts'
export { type FixedShareOptions, type FixedShareState, fixedShare } from './fixedShare.ts'
export { type FollowTheLeaderState, followTheLeader } from './followTheLeader.ts'
export { weighAwake, weighAwakeLog } from './logWeights.ts'
export type { BoundedRounds, MetaLearner, Round } from './metaLearner.ts'
export { type MixingPastOptions, type MixingPastState, mixingPast } from './mixingPast.ts'
export { type MlewaState, mlewa } from './mlewa.ts'
export { type MlpolOptions, type MlpolState, mlpol } from './mlpol.ts'
export { type MlprodOptions, type MlprodState, mlprod } from './mlprod.ts'
export {
  constantRate,
  type HorizonRateOptions,
  horizonRate,
  type Rate,
  type RateSchedule,
  type RollingRateOptions,
  rollingRate,
} from './rates.ts'
export { type SimplexOgdOptions, type SimplexOgdState, simplexOgd } from './simplexOgd.ts'
export { type SoftBayesOptions, type SoftBayesState, softBayes } from './softBayes.ts'
export { type SquintOptions, type SquintState, squint } from './squint.ts'
export { type VariableShareOptions, type VariableShareState, variableShare } from './variableShare.ts'
