import { type List, ShelfList } from '../../files/shelf/list.ts'
import { type KeyRows, numbersOf, type RowNumbers } from './keyRows.ts'
import type { Keys } from './keys.ts'

/** Rows without an outcome that are later than those with one. */
export interface RowsToCome {
  /** Later than the last outcome of every series. */
  readonly afterAll: List<number>
  /** Later than the last outcome of their own series. */
  readonly afterOwn: List<number>
}

export function rowsToCome(keys: Keys, rows: KeyRows, { times, y, shelf }: RowNumbers): RowsToCome {
  const last = rows.ends.reduce((latest, end) => Math.max(latest, end), -Infinity)
  const afterOwn = ShelfList.numbers(shelf)
  const afterAll = times ? ShelfList.numbers(shelf) : afterOwn
  let row = 0
  for (const [key, outcome, time] of numbersOf(keys.ofRows, y, times)) {
    const place = times ? time : row
    if (rows.isToCome(key, place, outcome)) {
      afterOwn.push(row)
      if (times && place > last) afterAll.push(row)
    }
    row++
  }
  return { afterAll, afterOwn }
}
