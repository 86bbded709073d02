// How every page draws: numbers and a width in, SVG text out; colours come from the theme.
export { type Domain, drawing, linear, type Tick } from './axis.ts'
export { calibrationBars, type Ranked, rankedBars } from './bars.ts'
export { type BrushOptions, brush, brushScale, type Whole } from './brush.ts'
export { type ColumnShares, columnShares } from './columnShares.ts'
export { documentOf, html } from './document.ts'
export { amount, clock, day, dayOfYear, moment, outcomeText, percentage, rangeText } from './format.ts'
export { besideAsked, besideNaive, type Held, parts, sparkline } from './gauges.ts'
export { type Glimpse, glimpse } from './glimpse.ts'
export { joinedRows } from './joined.ts'
export { type Line, type OverTimeOptions, overTime } from './overTime.ts'
export { drawPicture, type Picture } from './picture.ts'
export type { Rate, RatePair, Reliable } from './rates.ts'
export { MARKS, PAGE, SHARED, TOKENS } from './theme.ts'
export {
  type Change,
  type Rows,
  type TimelineOptions,
  timeline,
  timelineScale,
} from './timeline.ts'
