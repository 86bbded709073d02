import { availableParallelism } from 'node:os'
import type { Batch } from 'credence/stream'
import type { Rows } from './rows.ts'

/** Bytes of a file from which threads are worth the time that it takes to start them. */
const LARGE = 200_000
/** Rows of different series for each thread that must come together where series learn from each other. */
const TOGETHER = 4

/**
 * How many threads are worth it to learn the series of a table: one for each processor, or one.
 *
 * Series that learn from each other do so from one time to the next: with the rows of many series at each time, threads
 * take them at once. In a table that is sorted by series, or has no times, they would wait for each other.
 */
export function threadsFor(
  rows: Rows,
  first: Batch,
  bytes: number | undefined,
  { timed, shared }: { readonly timed: boolean; readonly shared: boolean },
): number {
  const most = availableParallelism()
  if (bytes === undefined || bytes < LARGE) return 1
  if (!shared) return most
  return timed && together(rows, first) >= TOGETHER * most ? most : 1
}

/** Rows of different series that come one after the other, in the mean. */
function together(rows: Rows, first: Batch): number {
  const met = new Set<string>()
  let runs = 1
  for (let r = 0; r < first.size; r++) {
    const key = rows.keyAt(first, r)
    if (met.has(key)) {
      met.clear()
      runs++
    }
    met.add(key)
  }
  return first.size / runs
}
