import type { Keys } from './keys.ts'

/** Rows without an outcome that are later than those with one. */
export interface RowsToCome {
  /** Later than the last outcome of every series. */
  readonly afterAll: readonly number[]
  /** Later than the last outcome of their own series. */
  readonly afterOwn: readonly number[]
}

/** @param times of the rows; empty where they have none, and follow each other */
export function rowsToCome({ each }: Keys, y: readonly number[], times: readonly number[]): RowsToCome {
  const place = (r: number): number => times[r] ?? r
  const lastOf = (rows: readonly number[]): number =>
    rows.reduce((last, r) => (Number.isNaN(y[r]) ? last : Math.max(last, place(r))), -Infinity)
  const ends = each.map(({ rows }) => lastOf(rows))
  // A series without any outcome is left out.
  const afterOwn = each.flatMap(({ rows }, s) => {
    const end = ends[s] as number
    return end === -Infinity ? [] : rows.filter((r) => Number.isNaN(y[r]) && place(r) > end)
  })
  const last = ends.reduce((latest, end) => Math.max(latest, end), -Infinity)
  return { afterAll: times.length > 0 ? afterOwn.filter((r) => place(r) > last) : afterOwn, afterOwn }
}
