import { numberOf } from 'credence/auto'
import { UserError } from '../base/failure.ts'

/** A column was named as the times, and goes back from one number to another. */
export function notTimes(named: string, [from, to]: readonly [number, number]): UserError {
  return new UserError(
    `${JSON.stringify(named)} holds numbers that go up and down, such as ${from} and then ${to}, not times. Choose the column of dates, or leave out --time`,
    'time',
  )
}

/** Different times of the first rows, at least, and rows of each of them on average, at most, that are no series of times. */
const MANY_TIMES = 10
const FEW_ROWS = 5

/** Refuses a column of times as one that tells series apart. */
export function refuseTimes(column: string, times: number, rows: number): void {
  if (times < MANY_TIMES || times * FEW_ROWS <= rows) return
  throw new UserError(
    `${JSON.stringify(column)} holds times, and each time would be a series of its own. ${CHOOSE_BY}`,
    'by',
  )
}

/** Refuses a column of measurements as one that tells series apart: most of its cells are numbers with decimals. */
export function refuseMeasurements(column: string, cells: readonly string[]): void {
  const decimals = cells.filter((cell) => !Number.isInteger(numberOf(cell, 'number') || 0))
  const [one] = decimals
  if (one === undefined || decimals.length * 2 <= cells.length) return
  throw new UserError(
    `${JSON.stringify(column)} holds numbers such as ${one.trim()}, and each would be a series of its own. ${CHOOSE_BY}`,
    'by',
  )
}

/** What tells series apart. */
export const CHOOSE_BY =
  'Choose the column that says which shop, product or the like a row belongs to. If all rows are of one, leave out --by'
