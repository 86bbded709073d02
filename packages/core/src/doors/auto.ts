// A learner that is told nothing, and its parts.
export * from '../auto/index.ts'
// How it reads a cell, for programs that must read the same.
export { isMissing, type Kind, kindOf, numberOf } from '../auto/rows/cell.ts'
