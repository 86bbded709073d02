export {
  forecastSeries,
  type SeriesForecast,
  type SeriesForecastOptions,
  type SeriesRows,
} from './forecastSeries.ts'
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
export { Zone } from './zone.ts'
