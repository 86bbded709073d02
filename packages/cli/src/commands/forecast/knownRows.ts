import { isMissing } from 'credence/auto'
import { UserError } from '../../base/failure.ts'
import { columnOf, type TextTable } from './readTable.ts'

/** Columns whose future values are given. */
export interface KnownRows {
  readonly names: readonly string[]
  readonly found: boolean
  /** Their cells in each row of the table. */
  readonly rows: readonly (readonly string[])[]
}

/**
 * @param named columns with commas between, `none`, or absent: those that rows without an outcome carry
 * @param not columns that cannot be known: the target, the times, the names of series
 */
export function knownRows(
  table: TextTable,
  named: string | undefined,
  not: ReadonlySet<string>,
  y: readonly number[],
  target: string,
): KnownRows {
  const names =
    named === undefined
      ? findKnown(table, not, y)
      : named === 'none'
        ? []
        : named.split(',').map((name) => name.trim())
  const wrong = names.find((name) => not.has(name))
  if (wrong !== undefined)
    throw new UserError(
      `${JSON.stringify(wrong)} is ${wrong === target ? 'the target, so its future is not known' : 'the time or the name of a series'}. Choose other columns, or leave out --known`,
      'known',
    )
  const cells = names.map((name) => columnOf(table, name, 'known'))
  const blind = names.find(
    (_, c) => !y.some((value, r) => Number.isNaN(value) && !isMissing(cells[c]?.[r] ?? '')),
  )
  if (blind !== undefined)
    throw new UserError(
      `the file has no ${JSON.stringify(blind)} for future times. Add a row for each of them, with ${JSON.stringify(blind)} filled and ${JSON.stringify(target)} empty; or leave out --known`,
      'known',
    )
  return {
    names,
    found: named === undefined && names.length > 0,
    rows: Array.from({ length: table.rows }, (_, r) => cells.map((column) => column[r] ?? '')),
  }
}

/** A column is known where every row without an outcome carries it, and it says more than one thing. */
function findKnown(table: TextTable, not: ReadonlySet<string>, y: readonly number[]): string[] {
  const blank = y.flatMap((value, r) => (Number.isNaN(value) ? [r] : []))
  if (blank.length === 0 || blank.length > y.length / 2) return []
  return table.names.filter((name) => {
    if (not.has(name)) return false
    const cells = columnOf(table, name)
    return blank.every((r) => !isMissing(cells[r] ?? '')) && new Set(cells).size > 1
  })
}
