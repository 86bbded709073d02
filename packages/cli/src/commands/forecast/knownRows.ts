import { isMissing } from 'credence/auto'
import { UserError } from '../../base/failure.ts'
import { Groups } from '../../files/shelf/groups.ts'
import { beside, type List } from '../../files/shelf/list.ts'
import type { Shelf } from '../../files/shelf/shelf.ts'
import type { Keys } from './keys.ts'
import { columnOf, columnsNamed, type TextTable } from './readTable.ts'
import type { RowsToCome } from './rowsToCome.ts'

/** Columns whose future values are given. */
export interface KnownRows {
  readonly names: readonly string[]
  readonly found: boolean
  /** Columns that some rows to come carry, but not all: they are not used. */
  readonly partly: readonly { readonly name: string; readonly filled: number; readonly of: number }[]
  /** Their cells in the rows of each series, row by row; undefined without such columns. */
  readonly ofKeys: Groups<readonly string[], (readonly string[])[]> | undefined
}

/**
 * @param named columns with commas between, `none`, or absent: those that all rows to come carry
 * @param not columns that cannot be known: the target, the times, the names of series
 */
export function knownRows(
  table: TextTable,
  named: string | undefined,
  not: ReadonlySet<string>,
  {
    toCome: { afterAll, afterOwn },
    keys,
    target,
  }: { readonly toCome: RowsToCome; readonly keys: Keys; readonly target: string },
): KnownRows {
  const found = named === undefined ? findKnown(table, not, afterAll) : { names: [], partly: [] }
  const names = named === undefined || named === 'none' ? found.names : columnsNamed(named, table)
  const wrong = names.find((name) => not.has(name))
  if (wrong !== undefined)
    throw new UserError(
      `${JSON.stringify(wrong)} is ${wrong === target ? 'the target, so its future is not known' : 'the time or the name of a series'}. Choose other columns, or leave out --known`,
      'known',
    )
  const cells = names.map((name) => columnOf(table, name, 'known'))
  const blind = names.find((_, c) => filledIn(cells[c] as List<string>, afterOwn, 1) === 0)
  if (blind !== undefined)
    throw new UserError(
      `the file has no ${JSON.stringify(blind)} for future times. Add a row for each of them, with ${JSON.stringify(blind)} filled and ${JSON.stringify(target)} empty; or leave out --known`,
      'known',
    )
  return {
    names,
    found: named === undefined && names.length > 0,
    partly: found.partly,
    ofKeys: names.length === 0 ? undefined : cellsOfKeys(cells, keys, table.shelf),
  }
}

function cellsOfKeys(
  columns: readonly List<string>[],
  { ofRows }: Keys,
  shelf: Shelf,
): Groups<readonly string[], (readonly string[])[]> {
  const ofKeys = Groups.values<readonly string[]>(shelf)
  for (const [key, ...cells] of beside([ofRows, ...columns])) ofKeys.add(key, cells)
  return ofKeys
}

/** In how many of some rows a column is filled. @param most from which on it is enough */
function filledIn(cells: List<string>, rows: Iterable<number>, most: number = Infinity): number {
  let filled = 0
  for (const r of rows) {
    if (!isMissing(cells.at(r) ?? '')) filled++
    if (filled >= most) break
  }
  return filled
}

function isConstant(cells: Iterable<string>): boolean {
  let first: string | undefined
  for (const cell of cells) {
    first ??= cell
    if (cell !== first) return false
  }
  return true
}

/** A column is known where every row to come carries it, and it says more than one thing. */
function findKnown(
  table: TextTable,
  not: ReadonlySet<string>,
  coming: List<number>,
): Pick<KnownRows, 'names' | 'partly'> {
  if (coming.length > table.rows / 2) return { names: [], partly: [] }
  const carried = table.names.flatMap((name) => {
    const cells = columnOf(table, name)
    const filled = not.has(name) ? 0 : filledIn(cells, coming)
    return filled === 0 || isConstant(cells) ? [] : [{ name, filled }]
  })
  const of = coming.length
  return {
    names: carried.flatMap(({ name, filled }) => (filled === of ? [name] : [])),
    partly: carried.flatMap((each) => (each.filled < of ? [{ ...each, of }] : [])),
  }
}
