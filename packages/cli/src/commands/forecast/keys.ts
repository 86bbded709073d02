import { UserError } from '../../base/failure.ts'
import { beside, type List, repeated, ShelfList } from '../../files/shelf/list.ts'
import { findBy, keyOf } from '../../input/findBy.ts'
import { CHOOSE_BY, refuseTimes } from '../../input/notTimes.ts'
import { columnOf, columnsNamed, type TextTable } from './readTable.ts'

/** The series of a table, by the cells of the columns that name them. */
export interface Keys {
  readonly by: readonly string[]
  /** Whether they were found, not named. */
  readonly found: boolean
  /** The cells that name each, in the order in which they come. */
  readonly cells: readonly (readonly string[])[]
  /** For each row, which series it is of. */
  readonly ofRows: List<number>
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
  }: {
    named: string | undefined
    time: string | undefined
    target: string
    times: List<number> | undefined
  },
): Keys {
  const by =
    named === undefined
      ? found(table, time, target, times)
      : named === 'none'
        ? []
        : columnsNamed(named, table)
  const columns = by.map((name) => columnOf(table, name, 'by'))
  if (by.includes(target)) throw new UserError(`${JSON.stringify(target)} is the target. ${CHOOSE_BY}`, 'by')
  const twice = by.find((name, i) => by.indexOf(name) < i)
  if (twice !== undefined)
    throw new UserError(`the column ${JSON.stringify(twice)} is named twice: name it once`, 'by')
  const isFound = named === undefined && by.length > 0
  if (by.length === 0) return { by, found: false, cells: [[]], ofRows: repeated(0, table.rows) }
  const numbers = new Map<string, number>()
  const each: string[][] = []
  const ofRows = ShelfList.numbers(table.shelf)
  for (const cells of beside(columns)) {
    const key = keyOf(cells)
    const number = numbers.get(key) ?? each.length
    if (number === each.length) {
      numbers.set(key, number)
      each.push([...cells])
    }
    ofRows.push(number)
  }
  if (time !== undefined && by.includes(time)) refuseTimes(time, each.length, table.rows)
  return { by, found: isFound, cells: each, ofRows }
}

function found(
  { names, columns }: TextTable,
  time: string | undefined,
  target: string,
  times: List<number> | undefined,
): string[] {
  if (time === undefined || times === undefined) return []
  const parts = [time, target, ...time.split(', ')]
  const others = names.filter((name) => !parts.includes(name))
  return findBy({ times, columns: new Map(others.map((name) => [name, columns.get(name) ?? []])) })
}
