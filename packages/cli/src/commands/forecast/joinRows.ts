import { UserError } from '../../base/failure.ts'
import { keyOf } from '../../input/findBy.ts'
import { readTimes } from './ask.ts'
import type { ForecastCommandOptions } from './asked.ts'
import { keysOf } from './keys.ts'
import { columnOf, type TextTable, timeStyleOf, withTimes } from './readTable.ts'
import type { SavedRows, SavedTable } from './savedRows.ts'

/** What a forecast that goes on asks for: as the one before, unless something else was said. */
export function asBefore(
  options: ForecastCommandOptions,
  { target, time, dates, by }: SavedRows,
): ForecastCommandOptions {
  const same = (option: string, said: string | undefined, before: string): void => {
    const plain = (text: string): string =>
      text
        .split(',')
        .map((name) => name.trim())
        .join(',')
    if (said === undefined || plain(said) === plain(before)) return
    throw new UserError(
      `--${option} ${said}: the checkpoint was saved with ${JSON.stringify(before)}; begin again with a --save of its own`,
    )
  }
  const named = by.length === 0 ? 'none' : by.join(',')
  same('target', options.target, target)
  same('time', options.time, time)
  same('by', options.by, named)
  return { ...options, target, time, by: named, ...(dates ? { dates } : {}) }
}

/** Rows that were saved, and those of a new file. A new row stands for those before it of the same series and time. */
export function joinRows(
  { saved, table: before }: SavedTable,
  fresh: TextTable,
  options: ForecastCommandOptions,
): TextTable {
  const old = idsOf(before, saved, options)
  const own = idsOf(fresh, saved, options)
  const first = new Map(saved.from.map(({ cells, time }) => [keyOf(cells), time]))
  const told = new Set(own.map(({ id }) => id))
  const stay = old.flatMap(({ id }, r) => (told.has(id) ? [] : [r]))
  const come = own.flatMap(({ key, time }, r) => (time < (first.get(key) ?? -Infinity) ? [] : [r]))
  const names = [...before.names, ...fresh.names.filter((name) => !before.names.includes(name))]
  const cellsOf = ({ columns }: TextTable, name: string, rows: readonly number[]): string[] =>
    rows.map((r) => columns.get(name)?.[r] ?? '')
  const columns = names.map(
    (name) => [name, [...cellsOf(before, name, stay), ...cellsOf(fresh, name, come)]] as const,
  )
  return { names, columns: new Map(columns), rows: stay.length + come.length }
}

interface RowId {
  /** The series, and the series with the time. */
  readonly key: string
  readonly id: string
  readonly time: number
}

function idsOf(given: TextTable, { target }: SavedRows, options: ForecastCommandOptions): RowId[] {
  columnOf(given, target, 'target')
  const { table, time = '', form } = withTimes(given, options)
  if (given.rows === 0) return []
  const times = readTimes(
    table,
    time,
    { ...timeStyleOf(columnOf(table, time, 'time'), form), form },
    undefined,
  )
  const ids = new Array<RowId>(table.rows)
  for (const { cells, rows } of keysOf(table, { named: options.by, time, target, times }).each) {
    const key = keyOf(cells)
    for (const r of rows) ids[r] = { key, id: keyOf([key, String(times[r])]), time: times[r] as number }
  }
  return ids
}
