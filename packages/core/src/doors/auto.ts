// A learner that is told nothing, and its parts.
export * from '../auto/index.ts'
// How it reads cells and times, for programs that must read the same.
export { seasonsOf } from '../auto/rows/calendar.ts'
export { isMissing, type Kind, kindOf, numberOf } from '../auto/rows/cell.ts'
