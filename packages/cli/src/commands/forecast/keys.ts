import { UserError } from '../../base/failure.ts'
import { columnOf, isNumeric, type TextTable } from './readTable.ts'

/** The rows of each series, by the cells of the columns that name it. */
export interface Keys {
  readonly by: readonly string[]
  /** Whether they were found, not named. */
  readonly found: boolean
  readonly each: readonly { readonly cells: readonly string[]; readonly rows: readonly number[] }[]
}

/** Between the cells of a key: no file of text holds it. */
const MARK = '\u001f'

/** One text for cells that name something together. */
export function idOf(cells: readonly string[]): string {
  return cells.join(MARK)
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
      ? findKeys(table, time, target, times)
      : named === 'none'
        ? []
        : named.split(',').map((name) => name.trim())
  const columns = by.map((name) => columnOf(table, name, 'that names the series'))
  if (by.includes(target))
    throw new UserError(`--by ${target} is the target: name the column that tells the series apart`)
  const each = new Map<string, { cells: string[]; rows: number[] }>()
  for (let r = 0; r < table.rows; r++) {
    const cells = columns.map((column) => column[r] ?? '')
    const key = idOf(cells)
    const found = each.get(key)
    if (found) found.rows.push(r)
    else each.set(key, { cells, rows: [r] })
  }
  return { by, found: named === undefined && by.length > 0, each: [...each.values()] }
}

/** Part of the rows that may share key and time with another one. */
const SHARED = 0.01

function findKeys(
  table: TextTable,
  time: string | undefined,
  target: string,
  times: readonly number[],
): string[] {
  if (time === undefined || new Set(times).size >= (1 - SHARED) * times.length) return []
  const words = table.names.filter(
    (name) => name !== time && name !== target && !isNumeric(columnOf(table, name, '')),
  )
  const explains = (by: readonly string[]): boolean => {
    const columns = by.map((name) => columnOf(table, name, ''))
    const seen = new Set(times.map((at, r) => `${at}${MARK}${columns.map((column) => column[r]).join(MARK)}`))
    return seen.size >= (1 - SHARED) * times.length
  }
  const one = words.find((name) => explains([name]))
  if (one !== undefined) return [one]
  for (const first of words) {
    const second = words.find((name) => name !== first && explains([first, name]))
    if (second !== undefined) return [first, second]
  }
  return []
}
