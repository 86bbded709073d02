export type { LawSummary, ProbabilitySummary } from './calibration.ts'
export type { ChangeSummary } from './changes.ts'
export {
  type Comparison,
  certaintyOf,
  mostDifference,
  type Pair,
  YARDSTICK_NAMES,
  YARDSTICKS,
  type Yardstick,
} from './comparison.ts'
export {
  createDifference,
  type DifferenceState,
  differenceInterval,
  observeDifference,
} from './difference.ts'
export type { ErrorSummary, Forecaster } from './errors.ts'
export type { GroupSummary } from './groups.ts'
export type { CoverageSummary, IntervalSummary } from './intervals.ts'
export type { BesideNaive, KeyPicture, KeySummary, KeysSummary } from './keys.ts'
export type { ForecastReport, SeriesReport } from './page/forecastPage.ts'
export type { PageOptions } from './page/page.ts'
export { comparisonPage, forecastPage, reportPage } from './page/pages.ts'
export { medianOf, pointOf } from './record.ts'
export { type RoundDetails, type RunFacts, RunStatistics } from './runStatistics.ts'
export { MOST_STRETCHES, type Series } from './series.ts'
export type { SetSummary } from './sets.ts'
export {
  type RunStatisticsOptions,
  STATISTICS_OPTIONS,
  type StatisticsState,
  statisticsOf,
} from './statisticsState.ts'
export { type Story, storyOf } from './story.ts'
export type {
  ColumnKind,
  ColumnUse,
  ExpertAccount,
  ExpertSummary,
  Future,
  LossSummary,
  RunSummary,
} from './summary.ts'
export { ORDERS, undatedSentence } from './undated.ts'
export { type UnitChange, unitChanges, unitSentence } from './unitChange.ts'
export type { Warning } from './warning.ts'
export { type AxisWeights, byAxis, type ExpertSettings, expertName } from './weights.ts'
