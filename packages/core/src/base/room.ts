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

/** Twice the room in every array of a record of parallel ones. */
export function doubleArrays(record: object): void {
  const columns = record as Record<string, unknown>
  for (const [name, column] of Object.entries(columns)) {
    if (!ArrayBuffer.isView(column)) continue
    const old = column as Float64Array
    const wider = new (old.constructor as Float64ArrayConstructor)(2 * old.length)
    wider.set(old)
    columns[name] = wider
  }
}
