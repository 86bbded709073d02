import { ArgumentError } from './errors.ts'

/** Numbers in a gigabyte: more for one expert is a mistake, and would fail without saying whose it is. */
const MOST = 134_217_728

/** Rounds that there is room for at first. */
const START = 8

/** Refuses to keep the features of so many rounds where they take more than a gigabyte. */
export function expectRoom(rounds: number, dimension: number): void {
  if (rounds * dimension <= MOST) return
  throw new ArgumentError(
    `an expert can keep ${MOST} numbers at most; received ${rounds} rounds × ${dimension} features`,
    'too-large',
  )
}

/** Room for `count` rounds of at most `most`: it doubles as they come, so that a short past takes little. */
export function roomOf(count: number, most: number): number {
  let room = START
  while (room < count) room *= 2
  return Math.min(room, most)
}

/** The same numbers, with room for so many. */
export function widened<A extends Float64Array | Int32Array | Uint16Array | Uint8Array>(
  old: A,
  length: number,
): A {
  const wider = new (old.constructor as new (length: number) => A)(length)
  wider.set(old)
  return wider
}

/** Twice the room in every array of a record of parallel ones. */
export function doubleArrays(record: object): void {
  const columns = record as Record<string, unknown>
  for (const [name, column] of Object.entries(columns)) {
    if (!ArrayBuffer.isView(column)) continue
    columns[name] = widened(column as Float64Array, 2 * (column as Float64Array).length)
  }
}
