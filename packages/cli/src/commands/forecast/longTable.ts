import { UserError } from '../../base/failure.ts'
import { joined, type List, repeated } from '../../files/shelf/list.ts'
import { isNumeric } from '../../input/findBy.ts'
import { columnOf, columnsNamed, type TextTable, type TimeWishes, withTimes } from './readTable.ts'

/** Of which columns a wide table has become a long one: the name of the series, and its values. */
export const LONG = { by: 'series', target: 'value' } as const

interface WideWishes extends TimeWishes {
  readonly wide?: boolean
  readonly series?: string
  readonly by?: string
}

export function isWide({ wide, series }: WideWishes): boolean {
  return wide === true || series !== undefined
}

/** A table with a column for each series, as one with a row for each value. Other columns are repeated. */
export function longTable(given: TextTable, wishes: WideWishes): TextTable {
  if (!isWide(wishes)) return given
  if (wishes.by !== undefined || wishes.target !== undefined) {
    const other = wishes.by === undefined ? '--target' : '--by'
    throw new UserError(`${other} is for tables with a row for each value: not with --wide or --series`)
  }
  const { table, time } = withTimes(given, wishes)
  const times = [time, ...(time?.split(', ') ?? [])]
  const named = wishes.series === undefined ? undefined : columnsNamed(wishes.series, table)
  const series =
    named ?? table.names.filter((name) => !times.includes(name) && isNumeric(columnOf(table, name)))
  if (series.length === 0)
    throw new UserError('--wide found no column of numbers: name them with --series a,b')
  const values = series.map((name) => columnOf(table, name, 'series'))
  const rest = table.names.filter((name) => !series.includes(name) && (named !== undefined || name === time))
  const clash = rest.find((name) => name === LONG.by || name === LONG.target)
  if (clash !== undefined)
    throw new UserError(`column ${JSON.stringify(clash)} has a name that --wide needs: rename it`)
  const rows = table.rows * series.length
  const again = <T>(list: List<T>): List<T> => joined(...series.map(() => list))
  const columns = new Map(rest.map((name) => [name, again(columnOf(table, name))]))
  columns.set(LONG.by, joined(...series.map((name) => repeated(name, table.rows))))
  columns.set(LONG.target, joined(...values))
  const { places } = table
  return {
    ...table,
    names: [...columns.keys()],
    columns,
    rows,
    ...(places && { places: { ...places, lines: again(places.lines) } }),
  }
}
