import { ArgumentError } from './errors.ts'

/** Numbers in a gigabyte: more for one expert is a mistake, and would fail without saying whose it is. */
const MOST = 134_217_728

/** Room for the features of so many rounds. */
export function roomFor(rounds: number, dimension: number): Float64Array {
  if (rounds * dimension <= MOST) return new Float64Array(rounds * dimension)
  throw new ArgumentError(
    `an expert can keep ${MOST} numbers at most; received ${rounds} rounds × ${dimension} features`,
    'too-large',
  )
}
