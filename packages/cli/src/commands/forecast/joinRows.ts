import { UserError } from '../../base/failure.ts'
import { count } from '../../base/words.ts'
import { keyName, keyOf } from '../../input/findBy.ts'
import { readTimes } from './ask.ts'
import type { ForecastCommandOptions } from './asked.ts'
import { keysOf } from './keys.ts'
import { columnOf, placeOf, readOutcomes, type TextTable, timeStyleOf, withTimes } from './readTable.ts'
import type { SavedRows, SavedTable } from './savedRows.ts'
import { writeTime } from './writeTime.ts'

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
  if (dates) same('dates', options.dates, dates)
  return { ...options, target, time, by: named, ...(dates ? { dates } : {}) }
}

/** Rows that were saved with those of a new file, and what is to be said of these. */
export interface Joined {
  readonly table: TextTable
  readonly notes: readonly string[]
}

/**
 * Rows that were saved, and those of a new file. A new row stands for those before it of the same series and time,
 * unless it has no outcome and they have one.
 */
export function joinRows(
  { saved, table: before }: SavedTable,
  fresh: TextTable,
  options: ForecastCommandOptions,
): Joined {
  const old = idsOf(before, saved, options)
  const own = idsOf(fresh, saved, options)
  const first = new Map(saved.from.map(({ cells, time }) => [keyOf(cells), time]))
  const known = new Map(old.flatMap((row) => (Number.isNaN(row.y) ? [] : [[row.id, row]])))
  const isTold = ({ key, id, time, y }: RowId): boolean =>
    time >= (first.get(key) ?? -Infinity) && !(Number.isNaN(y) && known.has(id))
  const come = own.flatMap((row, r) => (isTold(row) ? [r] : []))
  const told = new Set(come.map((r) => (own[r] as RowId).id))
  const stay = old.flatMap(({ id }, r) => (told.has(id) ? [] : [r]))
  const names = [...before.names, ...fresh.names.filter((name) => !before.names.includes(name))]
  const earlier = new Map(old.map(({ id }, r) => [id, r]))
  // What the new file has no column for is as it was, such as the promotion of a day whose outcome has come.
  const cellOf = (name: string, r: number): string => {
    const cells = fresh.columns.get(name)
    const at = cells ? r : earlier.get((own[r] as RowId).id)
    return (cells ?? before.columns.get(name))?.[at ?? -1] ?? ''
  }
  const columns = names.map((name) => {
    const cells = before.columns.get(name)
    return [name, [...stay.map((r) => cells?.[r] ?? ''), ...come.map((r) => cellOf(name, r))]] as const
  })
  return {
    table: { names, columns: new Map(columns), rows: stay.length + come.length },
    notes: [...changedOutcomes(own, known, fresh, saved), ...newSeries(own, old)],
  }
}

/** Outcomes that were others before: corrected, or of another file. */
function changedOutcomes(
  own: readonly RowId[],
  known: ReadonlyMap<string, RowId>,
  fresh: TextTable,
  { target }: SavedRows,
): string[] {
  const changed = own.flatMap((row, r) => {
    const before = known.get(row.id)
    return before === undefined || Number.isNaN(row.y) || row.y === before.y ? [] : [{ row, r, before }]
  })
  const [first] = changed
  if (first === undefined) return []
  const { row, r, before } = first
  const whose = row.key === '' ? '' : ` of ${keyName(row.key)}`
  const what = `${row.written}${whose} was ${before.y} and is ${row.y} (${placeOf(fresh, r)})`
  return [
    `${changed.length === 1 ? `1 outcome is another one than before: ${target} of ${what}` : `${count(changed.length)} outcomes are others than before, the first is ${target} of ${what}`}. If this was corrected, do nothing. If not, see whether this file is the right one and its dates are read as they are meant`,
  ]
}

/** Series that are listed. */
const MOST = 5

/** Series that the checkpoint does not have: new, or called otherwise than before. */
function newSeries(own: readonly RowId[], old: readonly RowId[]): string[] {
  const before = new Set(old.map(({ key }) => key))
  const come = [...new Set(own.map(({ key }) => key))].filter((key) => !before.has(key))
  if (come.length === 0) return []
  const names = come.slice(0, MOST).map((key) => JSON.stringify(keyName(key)))
  const listed = `${names.join(', ')}${come.length > MOST ? ', …' : ''}`
  return [
    `${count(come.length)} series ${come.length === 1 ? 'is' : 'are'} not in the checkpoint: ${listed}. If ${come.length === 1 ? 'it is' : 'they are'} new, do nothing. If a name was written otherwise before, write it so, and go on from the checkpoint before this one`,
  ]
}

interface RowId {
  /** The series, and the series with the time. */
  readonly key: string
  readonly id: string
  readonly time: number
  readonly written: string
  /** NaN where there is none. */
  readonly y: number
}

function idsOf(given: TextTable, { target }: SavedRows, options: ForecastCommandOptions): RowId[] {
  const { y } = readOutcomes(columnOf(given, target, 'target'))
  const { table, time = '', form } = withTimes(given, options)
  if (given.rows === 0) return []
  const style = timeStyleOf(columnOf(table, time, 'time'), form)
  const times = readTimes(table, time, { ...style, form }, undefined)
  const ids = new Array<RowId>(table.rows)
  for (const { cells, rows } of keysOf(table, { named: options.by, time, target, times }).each) {
    const key = keyOf(cells)
    for (const r of rows) {
      const at = times[r] as number
      const id = keyOf([key, String(at)])
      ids[r] = { key, id, time: at, written: writeTime(at, style, undefined), y: y[r] as number }
    }
  }
  return ids
}
