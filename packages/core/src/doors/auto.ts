// A learner that is told nothing, and its parts.
export * from '../auto/index.ts'
// How it reads cells and times, for programs that must read the same.
export { seasonsOf } from '../rows/calendar.ts'
export { isMissing, type Kind, kindOf, numberOf } from '../rows/cell.ts'
export { findTimes, readTime, type TimesFound, type TimesWish, unclearDate } from '../rows/findTimes.ts'
export type { DateOrder, TimeForm } from '../rows/time.ts'
