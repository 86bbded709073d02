import { UserError } from '../base/failure.ts'

/** A column was named as the times, and goes back from one number to another. */
export function notTimes(named: string, [from, to]: readonly [number, number]): UserError {
  return new UserError(
    `${JSON.stringify(named)} holds numbers that go up and down, such as ${from} and then ${to}, not times. Choose the column of dates, or leave out --time`,
    'time',
  )
}
