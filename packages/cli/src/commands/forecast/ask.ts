import { numberOf, orderOf } from 'credence/auto'
import { Zone } from 'credence/paths'
import { inPlace, UserError } from '../../base/failure.ts'
import { type List, ShelfList } from '../../files/shelf/list.ts'
import type { Asked, ForecastCommandOptions } from './asked.ts'
import { KeyRows } from './keyRows.ts'
import { keysOf } from './keys.ts'
import { knownRows } from './knownRows.ts'
import {
  columnOf,
  otherOrder,
  placeOf,
  readOutcomes,
  type TextTable,
  type TimedTable,
  type TimeStyle,
  timeStyleOf,
  unclearDates,
  withTimes,
} from './readTable.ts'
import { rowsToCome } from './rowsToCome.ts'

/**
 * Finds in a table what was asked for: times, outcomes, series and known columns.
 *
 * @param judged whether forecasts are there already, so that messages are for a judge
 */
export function ask(given: TextTable, name: string, options: ForecastCommandOptions, judged = false): Asked {
  const { table, time, form, undated } = withTimes(given, options)
  if (options.sort && time === undefined)
    throw new UserError('--sort needs a column of times: name it with --time')
  const zone = options.zone === undefined ? undefined : new Zone(options.zone)
  const target = options.target ?? guessTarget(table, time, { name, judged })
  const style =
    time === undefined
      ? { instants: false, days: false, numbers: false }
      : timeStyleOf(columnOf(table, time), form)
  const times = time === undefined ? undefined : readTimes(table, time, { ...style, form }, zone)
  const outcomes = readOutcomes(columnOf(table, target, 'target'), table.shelf)
  if (!holdsNumbers(outcomes.y))
    throw new UserError(
      `${JSON.stringify(target)} holds no number to learn from. credence forecast is for numbers: choose a column of numbers with --target. credence run forecasts words too, row by row of the file: it cannot say what comes after the last row`,
      'target',
    )
  const keys = keysOf(table, { named: options.by, time, target, times })
  const not = new Set([target, ...(time === undefined ? [] : [time, ...time.split(', ')]), ...keys.by])
  const rows = new KeyRows(keys, { times, y: outcomes.y, shelf: table.shelf })
  const toCome = rowsToCome(keys, rows, { times, y: outcomes.y, shelf: table.shelf })
  const known = knownRows(table, options.known, not, { toCome, keys, target })
  const { odd, unread } = outcomes
  const found = { table, target, time, form, undated, zone, style, times, odd, unread }
  return { ...found, keys, rows, toCome, known, options }
}

function holdsNumbers(values: Iterable<number>): boolean {
  for (const value of values) if (!Number.isNaN(value)) return true
  return false
}

function* numbersOf(cells: Iterable<string>): Generator<number, void, void> {
  for (const cell of cells) yield numberOf(cell, 'number')
}

/** The last column that is neither time nor words, where it alone is one. */
function guessTarget(
  { names, columns }: TextTable,
  time: string | undefined,
  { name, judged }: { readonly name: string; readonly judged: boolean },
): string {
  const numeric = names.filter(
    (column) =>
      column !== time &&
      !time?.split(', ').includes(column) &&
      holdsNumbers(numbersOf(columns.get(column) ?? [])),
  )
  if (numeric.length === 1) return numeric[0] as string
  const such = `such as --target ${JSON.stringify(numeric.at(-1) ?? names.at(-1))}`
  throw new UserError(
    judged
      ? `${name} has several columns of numbers: name the one that was forecast with --target, ${such}`
      : `${name} has several columns that could be forecast: name one with --target, ${such}. If each is a series of its own, forecast with --wide`,
  )
}

/** Milliseconds of each row, by the clock on the wall where there is a zone. */
export function readTimes(
  table: TextTable,
  time: string,
  { instants, form }: Pick<TimeStyle, 'instants'> & Pick<TimedTable, 'form'>,
  zone: Zone | undefined,
): List<number> {
  const times = ShelfList.numbers(table.shelf)
  for (const cell of columnOf(table, time, 'time')) {
    const at = numberOf(cell, 'time', form)
    if (Number.isNaN(at)) throw unreadTime(table, time, { r: times.length, cell, form })
    times.push(zone && instants ? zone.wallClock(at) : at)
  }
  return times
}

/** Why the cell of a time cannot be read. */
function unreadTime(
  table: TextTable,
  time: string,
  { r, cell, form }: { readonly r: number; readonly cell: string } & Pick<TimedTable, 'form'>,
): unknown {
  const order = orderOf(cell.trim())
  if (order === 'either') return unclearDates(time, cell)
  if (order !== undefined && order !== form) return inPlace(placeOf(table, r), otherOrder(time, cell, order))
  return new UserError(
    `${placeOf(table, r)}: ${JSON.stringify(cell)} in ${JSON.stringify(time)} is not a time. If this line is a sum or a note, delete it. If it is data, write a time there, such as 2026-11-16 or 2026-11-16T05:00. Then run again`,
  )
}
