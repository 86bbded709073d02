import { UserError } from '../../base/failure.ts'
import { findBy, keyOf } from '../../input/findBy.ts'
import { columnOf, type TextTable } from './readTable.ts'

/** The rows of each series, by the cells of the columns that name it. */
export interface Keys {
  readonly by: readonly string[]
  /** Whether they were found, not named. */
  readonly found: boolean
  readonly each: readonly { readonly cells: readonly string[]; readonly rows: readonly number[] }[]
}

/**
 * Parts rows into series.
 *
 * @param named columns with commas between, `none`, or absent: found where times repeat and words explain it
 */
export function keysOf(
  table: TextTable,
  {
    named,
    time,
    target,
    times,
  }: { named: string | undefined; time: string | undefined; target: string; times: readonly number[] },
): Keys {
  const by =
    named === undefined
      ? found(table, time, target, times)
      : named === 'none'
        ? []
        : named.split(',').map((name) => name.trim())
  const columns = by.map((name) => columnOf(table, name, 'by'))
  if (by.includes(target))
    throw new UserError(
      `${JSON.stringify(target)} is the target. Choose the column that says which shop, product or the like a row belongs to. If there is only one, leave --by out`,
      'by',
    )
  const each = new Map<string, { cells: string[]; rows: number[] }>()
  for (let r = 0; r < table.rows; r++) {
    const cells = columns.map((column) => column[r] ?? '')
    const key = keyOf(cells)
    const found = each.get(key)
    if (found) found.rows.push(r)
    else each.set(key, { cells, rows: [r] })
  }
  return { by, found: named === undefined && by.length > 0, each: [...each.values()] }
}

function found(
  { names, columns }: TextTable,
  time: string | undefined,
  target: string,
  times: readonly number[],
): string[] {
  if (time === undefined) return []
  const parts = [time, target, ...time.split(', ')]
  const others = names.filter((name) => !parts.includes(name))
  return findBy({ times, columns: new Map(others.map((name) => [name, columns.get(name) ?? []])) })
}
