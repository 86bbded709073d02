import { UserError } from '../base/failure.ts'

/** A column was named as the times, and goes back from one number to another. */
export function notTimes(named: string, [from, to]: readonly [number, number]): UserError {
  return new UserError(
    `column ${JSON.stringify(named)} does not hold times: it goes from ${from} back to ${to}; times are written as 2026-03-31T05:00 or count seconds since 1970. Name another column with --time, or leave it out`,
  )
}
