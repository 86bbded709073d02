export { ewa, type FixedShareOptions, type FixedShareState, fixedShare } from './fixedShare.ts'
export type { MetaLearner, Round } from './metaLearner.ts'
export {
  constantRate,
  type HorizonRateOptions,
  horizonRate,
  type Rate,
  type RateSchedule,
  type RollingRateOptions,
  rollingRate,
} from './rates.ts'
