export type { LessonsState } from '../crowd/lessons.ts'
export { Zone } from '../rows/zone.ts'
export { forecastMany, type ManyOptions, type ManyPlan, ManySeries, planMany } from './forecastMany.ts'
export {
  forecastSeries,
  type SeriesForecast,
  type SeriesForecastOptions,
  type SeriesRows,
} from './forecastSeries.ts'
export type { NamedSeries } from './member.ts'
export {
  type Spacing,
  seasonsOfSpacing,
  slotOf,
  spacingName,
  spacingOf,
  timeAt,
  usualSteps,
} from './spacing.ts'
export type { StepRecord } from './stepRecord.ts'
export { droppedRows } from './timeline.ts'
export { inDecimals, reconcile, sumOf, type TotalOf, type TreeForecast, totalsOf } from './totals.ts'
