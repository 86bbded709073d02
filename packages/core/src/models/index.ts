export type { Believed, Law } from './layers/lawScore.ts'
export {
  type LayerIssued,
  LayerLearner,
  type LayerModel,
  type LayerOptions,
  type LayerRound,
  type LayerState,
} from './layers/layered.ts'
export type {
  Probable,
  Recalibrated,
  RecalibratedIssued,
  RecalibratedState,
} from './layers/recalibrated.ts'
export {
  type Centred,
  type Classed,
  type IntervalForecast,
  type IntervalLearner,
  type IntervalOptions,
  withIntervals,
} from './layers/withIntervals.ts'
export { type LabelForecast, type LabelLearner, withLabels } from './layers/withLabels.ts'
