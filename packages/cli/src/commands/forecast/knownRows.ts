import { isMissing } from 'credence/auto'
import { type KnownColumn, knownColumn, knownWidth, writeKnown } from 'credence/paths'
import { UserError } from '../../base/failure.ts'
import { columnOf, type TextTable } from './readTable.ts'

/** Columns whose future values are given, as numbers by row. */
export interface KnownRows {
  readonly names: readonly string[]
  readonly found: boolean
  /** The numbers of each row of the table; empty lists where no column is known. */
  readonly rows: readonly (readonly number[])[]
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
      `--known ${wrong}: the target, the times and the names of series are no known columns`,
    )
  const cells = names.map((name) => columnOf(table, name, 'known in advance'))
  const columns = names.map((name, c) => knownColumn(name, cells[c] ?? []))
  return {
    names,
    found: named === undefined && names.length > 0,
    rows: numbersOf(table.rows, columns, cells),
  }
}

/** A column is known where every row without an outcome carries it, and it says more than one thing. */
function findKnown(table: TextTable, not: ReadonlySet<string>, y: readonly number[]): string[] {
  const blank = y.flatMap((value, r) => (Number.isNaN(value) ? [r] : []))
  if (blank.length === 0 || blank.length > y.length / 2) return []
  return table.names.filter((name) => {
    if (not.has(name)) return false
    const cells = columnOf(table, name, '')
    return blank.every((r) => !isMissing(cells[r] ?? '')) && new Set(cells).size > 1
  })
}

function numbersOf(
  rows: number,
  columns: readonly KnownColumn[],
  cells: readonly (readonly string[])[],
): number[][] {
  if (columns.length === 0) return []
  const before = columns.map(() => 0)
  const places = columns.map((_, c) =>
    columns.slice(0, c).reduce((sum, column) => sum + knownWidth(column), 0),
  )
  return Array.from({ length: rows }, (_, r) => {
    const out: number[] = []
    for (const [c, column] of columns.entries())
      writeKnown(column, cells[c]?.[r] ?? '', before[c] as number, out)
    places.forEach((place, c) => {
      before[c] = out[place] as number
    })
    return out
  })
}
