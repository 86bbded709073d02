import { ArgumentError } from '../base/errors.ts'

/** A row was to be learnt without its outcome. */
export function missingOutcome(round: number): ArgumentError {
  return new ArgumentError(
    `the outcome y is missing in round ${round}: give it beside the row, as in learn(row, y)`,
    'bad-outcome',
  )
}
