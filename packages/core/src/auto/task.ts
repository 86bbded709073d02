import { type Cell, isMissing, kindOf } from '../rows/cell.ts'

/** What is to be forecast. A series is a regression over time. */
export type Task = 'regression' | 'classification' | 'series'

/** Most different whole numbers that may be names of classes. */
const MOST_CLASSES = 10
/** Rows that must have shown them. */
const LEAST_ROWS = 20

/**
 * Regression or classification, from the outcomes of the first rows.
 *
 * Words and truth values are classes, and so are two numbers alone, or the whole numbers from 0 or 1 up to ten of them.
 */
export function findTask(outcomes: readonly Cell[]): 'regression' | 'classification' {
  const present = outcomes.filter((cell) => !isMissing(cell))
  if (present.some((cell) => kindOf(cell) !== 'number')) return 'classification'
  const values = [...new Set(present.map(Number))].sort((a, b) => a - b)
  if (present.length < LEAST_ROWS || values.length < 2) return 'regression'
  if (values.length === 2) return 'classification'
  const whole = values.every((value, i) => value === values[0] + i)
  const first = values[0] === 0 || values[0] === 1
  return whole && first && values.length <= MOST_CLASSES ? 'classification' : 'regression'
}
