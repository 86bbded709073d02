import { numberOf, orderOf } from 'credence/auto'
import { Zone } from 'credence/paths'
import { inPlace, UserError } from '../../base/failure.ts'
import type { Asked, ForecastCommandOptions } from './asked.ts'
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

/** Finds in a table what was asked for: times, outcomes, series and known columns. */
export function ask(given: TextTable, name: string, options: ForecastCommandOptions): Asked {
  const { table, time, form, undated } = withTimes(given, options)
  if (options.sort && time === undefined)
    throw new UserError('--sort needs a column of times: name it with --time')
  const zone = options.zone === undefined ? undefined : new Zone(options.zone)
  const target = options.target ?? guessTarget(table, time, name)
  const style =
    time === undefined
      ? { instants: false, days: false, numbers: false }
      : timeStyleOf(columnOf(table, time), form)
  const times = time === undefined ? [] : readTimes(table, time, { ...style, form }, zone)
  const { y, odd } = readOutcomes(columnOf(table, target, 'target'))
  if (y.every(Number.isNaN))
    throw new UserError(
      `${JSON.stringify(target)} holds no number to learn from. credence forecast is for numbers: choose a column of numbers with --target. Words are forecast by credence run, but only of rows that are in the file`,
      'target',
    )
  const keys = keysOf(table, { named: options.by, time, target, times })
  const not = new Set([target, ...(time === undefined ? [] : [time, ...time.split(', ')]), ...keys.by])
  const toCome = rowsToCome(keys, y, times)
  const known = knownRows(table, options.known, not, toCome, target)
  return { table, target, time, form, undated, zone, style, times, y, odd, keys, toCome, known, options }
}

/** The last column that is neither time nor words, where it alone is one. */
function guessTarget({ names, columns }: TextTable, time: string | undefined, name: string): string {
  const numeric = names.filter(
    (column) =>
      column !== time &&
      !time?.split(', ').includes(column) &&
      !readOutcomes(columns.get(column) ?? []).y.every(Number.isNaN),
  )
  if (numeric.length === 1) return numeric[0] as string
  throw new UserError(
    `${name} has several columns that could be forecast: name one with --target, such as --target ${JSON.stringify(numeric.at(-1) ?? names.at(-1))}. If each is a series of its own, forecast with --wide`,
  )
}

/** Milliseconds of each row, by the clock on the wall where there is a zone. */
export function readTimes(
  table: TextTable,
  time: string,
  { instants, form }: Pick<TimeStyle, 'instants'> & Pick<TimedTable, 'form'>,
  zone: Zone | undefined,
): number[] {
  return columnOf(table, time, 'time').map((cell, r) => {
    const at = numberOf(cell, 'time', form)
    if (!Number.isNaN(at)) return zone && instants ? zone.wallClock(at) : at
    const order = orderOf(cell.trim())
    if (order === 'either') throw unclearDates(time, cell)
    if (order !== undefined && order !== form) throw inPlace(placeOf(table, r), otherOrder(time, cell, order))
    throw new UserError(
      `${placeOf(table, r)}: ${JSON.stringify(cell)} in ${JSON.stringify(time)} is not a time. If this line is a sum or a note, delete it. If it is data, write a time there, such as 2026-11-16 or 2026-11-16T05:00. Then run again`,
    )
  })
}
