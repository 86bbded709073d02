import { type Cell, isMissing, kindOf, numberOf } from '../rows/cell.ts'

/** What is to be forecast. A series is a regression over time. */
export type Task = 'regression' | 'classification' | 'series'

/** Share of the outcomes that must be numbers, so that the others are slips. */
const NEARLY_ALL = 0.9
/** Most different whole numbers that may be names of classes. */
const MOST_CLASSES = 10
/** Rows that must have shown them. */
const LEAST_ROWS = 20

/**
 * Regression or classification, from the outcomes of the first rows.
 *
 * Where nearly all are numbers it is regression, and the others are taken as missing. Words and truth values are
 * classes, and so are two whole numbers alone.
 */
export function findTask(outcomes: readonly Cell[]): 'regression' | 'classification' {
  const present = outcomes.filter((cell) => !isMissing(cell))
  if (!areNumbers(present)) return 'classification'
  const values = wholeValues(present)
  return values.length === 2 && present.length >= LEAST_ROWS ? 'classification' : 'regression'
}

/** The different values of outcomes that are few whole numbers: they may be amounts or names of classes. Else none. */
export function fewWholeNumbers(outcomes: readonly Cell[]): number[] {
  const present = outcomes.filter((cell) => !isMissing(cell))
  return present.length >= LEAST_ROWS && areNumbers(present) ? wholeValues(present) : []
}

function areNumbers(present: readonly Cell[]): boolean {
  const numbers = present.filter((cell) => kindOf(cell) === 'number').length
  return present.length === 0 || numbers >= NEARLY_ALL * present.length
}

/** From the least; empty where one is not whole, or there are more than may be classes. */
function wholeValues(present: readonly Cell[]): number[] {
  const values = new Set(
    present.map((cell) => numberOf(cell, 'number')).filter((value) => !Number.isNaN(value)),
  )
  if (values.size > MOST_CLASSES || [...values].some((value) => !Number.isInteger(value))) return []
  return [...values].sort((a, b) => a - b)
}
