import type { ComingRow } from '@credence/recipe'

/**
 * The end of the rows, from the first on, whose numbers do not depend on each other, where series learn from each other:
 * threads may learn them at the same time.
 *
 * These are rows of the time that was reached, and of earlier ones. A row of a later time ends them, because others are
 * told more after it: it is learnt after all before it. Without an outcome it tells nothing, and others like it may come
 * along. A row whose time is not known is learnt by itself.
 *
 * @param coming rows of different series
 * @param reached the latest time that was learnt
 */
export function alike(coming: readonly ComingRow[], first: number, reached: number): number {
  let end = first
  const next = (): ComingRow | undefined => coming[end]
  if ((next()?.time ?? reached) > reached) {
    while ((next()?.time ?? reached) > reached) if (!coming[end++]?.blank) break
    return end
  }
  while ((next()?.time ?? Number.NaN) <= reached) end++
  return Math.max(end, first + 1)
}
