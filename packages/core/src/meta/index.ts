export { type BoaOptions, type BoaState, boa } from './boa.ts'
export { type CalibratedOptions, type CalibratedState, calibrated } from './calibrated.ts'
export { type EwaOptions, type EwaState, ewa } from './ewa.ts'
export { type FixedShareOptions, type FixedShareState, fixedShare } from './fixedShare.ts'
export { type FollowTheLeaderState, followTheLeader } from './followTheLeader.ts'
export { weighAwake, weighAwakeLog } from './logWeights.ts'
export type { MetaLearner, Round } from './metaLearner.ts'
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
export { type VariableShareOptions, type VariableShareState, variableShare } from './variableShare.ts'
