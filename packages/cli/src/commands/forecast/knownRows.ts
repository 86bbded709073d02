import { isMissing } from 'credence/auto'
import { UserError } from '../../base/failure.ts'
import { columnOf, type TextTable } from './readTable.ts'
import type { RowsToCome } from './rowsToCome.ts'

/** Columns whose future values are given. */
export interface KnownRows {
  readonly names: readonly string[]
  readonly found: boolean
  /** Columns that some rows to come carry, but not all: they are not used. */
  readonly partly: readonly { readonly name: string; readonly filled: number; readonly of: number }[]
  /** Their cells in each row of the table. */
  readonly rows: readonly (readonly string[])[]
}

/**
 * @param named columns with commas between, `none`, or absent: those that all rows to come carry
 * @param not columns that cannot be known: the target, the times, the names of series
 */
export function knownRows(
  table: TextTable,
  named: string | undefined,
  not: ReadonlySet<string>,
  { afterAll, afterOwn }: RowsToCome,
  target: string,
): KnownRows {
  const found = named === undefined ? findKnown(table, not, afterAll) : { names: [], partly: [] }
  const names =
    named === undefined || named === 'none' ? found.names : named.split(',').map((name) => name.trim())
  const wrong = names.find((name) => not.has(name))
  if (wrong !== undefined)
    throw new UserError(
      `${JSON.stringify(wrong)} is ${wrong === target ? 'the target, so its future is not known' : 'the time or the name of a series'}. Choose other columns, or leave out --known`,
      'known',
    )
  const cells = names.map((name) => columnOf(table, name, 'known'))
  const blind = names.find((_, c) => !afterOwn.some((r) => !isMissing(cells[c]?.[r] ?? '')))
  if (blind !== undefined)
    throw new UserError(
      `the file has no ${JSON.stringify(blind)} for future times. Add a row for each of them, with ${JSON.stringify(blind)} filled and ${JSON.stringify(target)} empty; or leave out --known`,
      'known',
    )
  return {
    names,
    found: named === undefined && names.length > 0,
    partly: found.partly,
    rows: Array.from({ length: table.rows }, (_, r) => cells.map((column) => column[r] ?? '')),
  }
}

/** A column is known where every row to come carries it, and it says more than one thing. */
function findKnown(
  table: TextTable,
  not: ReadonlySet<string>,
  coming: readonly number[],
): Pick<KnownRows, 'names' | 'partly'> {
  if (coming.length > table.rows / 2) return { names: [], partly: [] }
  const carried = table.names.flatMap((name) => {
    const cells = columnOf(table, name)
    const filled = coming.filter((r) => !isMissing(cells[r] ?? '')).length
    return not.has(name) || filled === 0 || new Set(cells).size === 1 ? [] : [{ name, filled }]
  })
  const of = coming.length
  return {
    names: carried.flatMap(({ name, filled }) => (filled === of ? [name] : [])),
    partly: carried.flatMap((each) => (each.filled < of ? [{ ...each, of }] : [])),
  }
}
