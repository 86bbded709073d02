import { UserError } from '../../base/failure.ts'
import { count } from '../../base/words.ts'
import { beside, type List, repeated, ShelfList } from '../../files/shelf/list.ts'
import { Slots } from '../../files/shelf/slots.ts'
import { keyName, keyOf } from '../../input/findBy.ts'
import { readTimes } from './ask.ts'
import type { ForecastCommandOptions } from './asked.ts'
import { byTime, KeyRows, meanOf } from './keyRows.ts'
import { keysOf } from './keys.ts'
import {
  columnOf,
  placeOf,
  readOutcomes,
  type TextTable,
  type TimeStyle,
  timeStyleOf,
  withTimes,
} from './readTable.ts'
import { firstBefore, type SavedRows, type SavedTable } from './savedRows.ts'
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
      `--${option} ${said}: the checkpoint was saved with ${JSON.stringify(before)}. To go on from it, leave out --${option}; or begin again without --resume, and save under another name`,
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
  const old = seriesOf(before, saved, options)
  const own = seriesOf(fresh, saved, options)
  const met = meet(old, own, saved)
  return {
    table: tableOf(before, fresh, met),
    notes: [...changedOutcomes(met, own.style, fresh, saved), ...newSeries(own, old)],
  }
}

/** The rows of a table series by series. */
interface Series {
  /** The number of each, by its key. */
  readonly numbers: ReadonlyMap<string, number>
  readonly rows: KeyRows
  readonly size: number
  readonly style: TimeStyle
}

function seriesOf(given: TextTable, { target }: SavedRows, options: ForecastCommandOptions): Series {
  const { y } = readOutcomes(columnOf(given, target, 'target'), given.shelf)
  const { table, time = '', form } = withTimes(given, options)
  const style = timeStyleOf(columnOf(table, time, 'time'), form)
  const times = readTimes(table, time, { ...style, form }, undefined)
  const keys = keysOf(table, { named: options.by, time, target, times })
  return {
    numbers: new Map(keys.cells.map((cells, number) => [keyOf(cells), number])),
    rows: new KeyRows(keys, { times, y, shelf: given.shelf }),
    size: given.rows,
    style,
  }
}

/** An outcome that was another one before, by its row in the new file. */
interface Change {
  readonly row: number
  readonly key: string
  readonly time: number
  readonly was: number
  readonly is: number
}

/** What becomes of each row. */
interface Met {
  /** 1 where a row that was saved stays, and where one of the new file comes. */
  readonly stays: Uint8Array
  readonly comes: Uint8Array
  /** For each row of the new file, the last one that was saved of its series and time; −1: none. */
  readonly earlier: Float64Array
  readonly changes: number
  /** The first of them in the new file. */
  readonly change: Change | undefined
}

/** Compares rows series by series, so that only those of one are looked up at a time. */
function meet(old: Series, own: Series, before: SavedRows): Met {
  const first = firstBefore(before)
  const stays = new Uint8Array(old.size).fill(1)
  const comes = new Uint8Array(own.size)
  const earlier = new Float64Array(own.size).fill(-1)
  let changes = 0
  let change: Change | undefined
  for (const [key, number] of own.numbers) {
    const begin = first.get(key) ?? -Infinity
    // A series that is new has no rows there.
    const there = old.rows.of(old.numbers.get(key) ?? -1)
    const last = new Map<number, number>()
    there.place.forEach((time, r) => {
      last.set(time, there.row[r] as number)
    })
    const fresh = own.rows.of(number)
    const known = byTime(there)
    const given = byTime(fresh, known)
    const told = new Set<number>()
    fresh.place.forEach((time, r) => {
      const row = fresh.row[r] as number
      earlier[row] = last.get(time) ?? -1
      const isBlank = Number.isNaN(fresh.y[r])
      if (time >= begin && !(isBlank && known.has(time))) {
        comes[row] = 1
        told.add(time)
      }
      const outcomes = given.get(time)
      if (isBlank || outcomes === undefined) return
      // Each time once, in the first of its rows.
      given.delete(time)
      const [was, is] = [asLearnt(known.get(time) as number[]), asLearnt(outcomes)]
      if (is === was) return
      changes++
      if (change === undefined || row < change.row) change = { row, key, time, was, is }
    })
    there.place.forEach((time, r) => {
      if (told.has(time)) stays[there.row[r] as number] = 0
    })
  }
  return { stays, comes, earlier, changes, change }
}

/**
 * The outcome of a time; of several their mean, whatever their order, without the digits of binary numbers that no file
 * has: 0.2 and not 0.20000000000000004.
 */
function asLearnt(outcomes: number[]): number {
  if (outcomes.length === 1) return outcomes[0] as number
  return Number(meanOf(outcomes.sort((a, b) => a - b)).toPrecision(14))
}

function tableOf(before: TextTable, fresh: TextTable, { stays, comes, earlier }: Met): TextTable {
  const names = [...before.names, ...fresh.names.filter((name) => !before.names.includes(name))]
  const columns = names.map(() => ShelfList.texts(fresh.shelf))
  let rows = 0
  const add = (cellOf: (c: number) => string): void => {
    columns.forEach((column, c) => {
      column.push(cellOf(c))
    })
    rows++
  }
  const rowsOf = (table: TextTable): Iterable<readonly string[]> =>
    beside(names.map((name) => table.columns.get(name) ?? repeated('', table.rows)))
  let r = 0
  for (const cells of rowsOf(before)) if (stays[r++] === 1) add((c) => cells[c] as string)
  // What the new file has no column for is as it was, such as the promotion of a day whose outcome has come.
  const lost = before.names.filter((name) => !fresh.columns.has(name))
  const places = names.map((name) => lost.indexOf(name))
  const was = cellsBefore(before, lost, earlier)
  r = 0
  for (const cells of rowsOf(fresh)) {
    const own = comes[r] === 1 && lost.length > 0 ? was.at(r) : undefined
    if (comes[r++] === 1) add((c) => own?.[places[c] as number] ?? (cells[c] as string))
  }
  return {
    names,
    columns: new Map(names.map((name, c) => [name, columns[c] as List<string>])),
    rows,
    shelf: fresh.shelf,
  }
}

/** Cells of saved rows, by the rows of the new file for which they stand; read from one end to the other. */
function cellsBefore(
  before: TextTable,
  names: readonly string[],
  earlier: Float64Array,
): Slots<readonly string[]> {
  const cells = new Slots<readonly string[]>(before.shelf)
  if (names.length === 0) return cells
  const columns = names.map((name) => columnOf(before, name))
  const placeOfRow = (r: number): number => earlier[r] as number
  const there = Uint32Array.from(earlier.keys()).filter((r) => placeOfRow(r) >= 0)
  for (const r of there.sort((a, b) => placeOfRow(a) - placeOfRow(b)))
    cells.set(
      r,
      columns.map((column) => column.at(placeOfRow(r)) as string),
    )
  return cells
}

/** Outcomes that were others before: corrected, or of another file. */
function changedOutcomes(
  { changes, change }: Met,
  style: TimeStyle,
  fresh: TextTable,
  { target }: SavedRows,
): string[] {
  if (change === undefined) return []
  const { row, key, time, was, is } = change
  const whose = key === '' ? '' : ` of ${keyName(key)}`
  const what = `${writeTime(time, style, undefined)}${whose} was ${was} and is ${is} (${placeOf(fresh, row)})`
  return [
    `${changes === 1 ? `1 outcome has changed: ${target} of ${what}` : `${count(changes)} outcomes have changed, the first is ${target} of ${what}`}. If ${changes === 1 ? 'it was' : 'they were'} corrected, do nothing. If not, check that this is the right file and that day and month are not mixed up`,
  ]
}

/** Series that are listed. */
const MOST = 5

/** Series that the checkpoint does not have: new, or called otherwise than before. */
function newSeries(own: Series, old: Series): string[] {
  const come = [...own.numbers.keys()].filter((key) => !old.numbers.has(key))
  if (come.length === 0) return []
  const names = come.slice(0, MOST).map((key) => JSON.stringify(keyName(key)))
  const listed = `${names.join(', ')}${come.length > MOST ? ', …' : ''}`
  return [
    `${count(come.length)} series ${come.length === 1 ? 'is' : 'are'} not in the checkpoint: ${listed}. If ${come.length === 1 ? 'it is' : 'they are'} new, do nothing. If a series had another name before, give it that name again, and run again from an earlier checkpoint`,
  ]
}
