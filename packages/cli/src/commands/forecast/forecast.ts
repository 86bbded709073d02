import { basename } from 'node:path'
import { numberOf, orderOf } from 'credence/auto'
import { spacingName, Zone } from 'credence/paths'
import { UserError } from '../../base/failure.ts'
import { print, tell } from '../../base/print.ts'
import { count, rowCount } from '../../base/words.ts'
import { holdingNames } from '../../files/hold.ts'
import { checkPaths } from '../../files/roles.ts'
import { writeWhole } from '../../files/writeWhole.ts'
import { findInput } from '../../input/input.ts'
import { fileWishes } from '../../input/options.ts'
import { openOutput } from '../../output/openOutput.ts'
import type { Asked, ForecastCommandOptions } from './asked.ts'
import { describeForecast, describeRecord } from './describeForecast.ts'
import { forecastAll } from './forecastAll.ts'
import type { KeyForecast } from './keyForecast.ts'
import { keysOf } from './keys.ts'
import { knownRows } from './knownRows.ts'
import { isWide, LONG, longTable } from './longTable.ts'
import {
  columnOf,
  readOutcomes,
  readTable,
  type TextTable,
  type TimedTable,
  type TimeStyle,
  timeStyleOf,
  unclearDates,
  withTimes,
} from './readTable.ts'

/** `credence forecast DATA`: learns the file and answers about the rows that come after it. */
export async function forecastCommand(
  data: string,
  options: ForecastCommandOptions,
  signal: AbortSignal,
): Promise<void> {
  const input = await findInput(data, fileWishes(options))
  const writes = { output: options.output, report: options.report }
  await checkPaths({ data }, writes)
  await holdingNames(writes, async () => {
    const table = longTable(await readTable(input, signal), options)
    const asked = ask(table, input.name, isWide(options) ? { ...options, ...LONG } : options)
    const forecasts = await forecastAll(asked, signal)
    if (!options.quiet) await tell(`${headline(asked, forecasts).join('\n')}\n`)
    await write(asked, forecasts, signal)
    if (!options.quiet) {
      const lines = describeRecord(forecasts, options.coverage ?? 0.9)
      if (lines.length > 0) await tell(`${lines.join('\n')}\n`)
    }
    if (options.report !== undefined) await writePage(options.report, asked, forecasts, basename(input.name))
  })
}

function ask(given: TextTable, name: string, options: ForecastCommandOptions): Asked {
  const { table, time, form } = withTimes(given, options)
  const zone = options.zone === undefined ? undefined : new Zone(options.zone)
  const target = options.target ?? guessTarget(table, time, name)
  const style = time === undefined ? { instants: false, days: false } : timeStyleOf(columnOf(table, time, ''))
  const times = time === undefined ? [] : readTimes(table, time, { ...style, form }, zone)
  const { y, odd } = readOutcomes(columnOf(table, target, 'to forecast'))
  if (y.every(Number.isNaN))
    throw new UserError(
      `column ${JSON.stringify(target)} has no number to learn from: name another with --target`,
    )
  const keys = keysOf(table, { named: options.by, time, target, times })
  const not = new Set([target, ...(time === undefined ? [] : [time]), ...keys.by])
  const known = knownRows(table, options.known, not, y)
  return { table, target, time, zone, style, times, y, odd, keys, known, options }
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
    `${name} has several columns that could be forecast: name one with --target, such as --target ${JSON.stringify(numeric.at(-1) ?? names.at(-1))}`,
  )
}

function readTimes(
  table: TextTable,
  time: string,
  { instants, form }: TimeStyle & Pick<TimedTable, 'form'>,
  zone: Zone | undefined,
): number[] {
  return columnOf(table, time, 'of times').map((cell, r) => {
    const at = numberOf(cell, 'time', form)
    if (Number.isNaN(at) && orderOf(cell.trim()) === 'either') throw unclearDates(time, cell)
    if (Number.isNaN(at))
      throw new UserError(
        `row ${r + 1}: ${JSON.stringify(cell)} in column ${JSON.stringify(time)} is not read as a time; write 2026-11-16 or 2026-11-16T05:00`,
      )
    return zone && instants ? zone.wallClock(at) : at
  })
}

/** What was found and decided, in a few lines. */
function headline(
  { table, target, time, keys, known, odd, y }: Asked,
  forecasts: readonly KeyForecast[],
): string[] {
  const spacings = new Set(forecasts.map(({ found }) => spacingName(found.spacing)))
  const spacing = time === undefined ? 'no times' : [...spacings].slice(0, 3).join(', ')
  const series =
    keys.by.length === 0
      ? 'one series'
      : `${count(keys.each.length)} series by ${keys.by.join(' and ')}${keys.found ? ', because times repeat (--by none: one series)' : ''}`
  const missing = forecasts.reduce((sum, { found }) => sum + found.missing, 0)
  const repeated = forecasts.reduce((sum, { found }) => sum + found.repeated, 0)
  const unread = y.filter((value, r) => Number.isNaN(value) && isThere(table, target, r)).length
  return [
    `${target} from ${rowCount(table.rows)}: ${series}, ${spacing}${known.names.length > 0 ? `; known in advance: ${known.names.join(', ')}${known.found ? ' (rows without an outcome carry them)' : ''}` : ''}`,
    ...(missing > 0
      ? [`${count(missing)} times between the first and the last outcome have none: they are taken for gaps`]
      : []),
    ...(repeated > 0
      ? [`${count(repeated)} rows share their time with another one of the same series: their mean is learnt`]
      : []),
    ...(keys.each.length > forecasts.length
      ? [`${count(keys.each.length - forecasts.length)} series have no outcome: they are left out`]
      : []),
    ...(odd >= 0
      ? [
          `${count(unread)} cells of ${target} are no numbers and are taken as missing; the first is in row ${odd + 1}: ${JSON.stringify(table.columns.get(target)?.[odd])}`,
        ]
      : []),
  ]
}

function isThere({ columns }: TextTable, target: string, r: number): boolean {
  return (columns.get(target)?.[r] ?? '').trim() !== ''
}

/** Records to the output, or CSV to a pipe; the table with its fan to a terminal. */
async function write(asked: Asked, forecasts: readonly KeyForecast[], signal: AbortSignal): Promise<void> {
  const { options, keys } = asked
  const { output: path, digits } = options
  const terminal = path === undefined && process.stdout.isTTY
  if (terminal || (path !== undefined && !options.quiet)) {
    const lines = describeForecast(forecasts)
    if (terminal) await print(...lines)
    else await tell(`${lines.join('\n')}\n`)
    if (terminal) return
  }
  const output = await openOutput({
    path,
    format: options.format ?? (path === undefined ? 'csv' : undefined),
    digits,
    signal,
  })
  try {
    for (const { cells, steps, total } of forecasts) {
      const key = Object.fromEntries(keys.by.map((column, c) => [column, cells[c]]))
      for (const { step, ...row } of steps) output.write({ ...key, step: String(step), ...row })
      output.write({ ...key, step: 'total', time: null, ...total })
    }
    await output.flush()
    await output.finish()
  } finally {
    await output.close()
  }
}

async function writePage(
  path: string,
  asked: Asked,
  forecasts: readonly KeyForecast[],
  name: string,
): Promise<void> {
  const { forecastPage } = await import('@credence/report')
  const page = await forecastPage(
    {
      target: asked.target,
      coverage: asked.options.coverage ?? 0.9,
      timed: asked.time !== undefined,
      each: forecasts.map(({ name: key, past, steps, total, record, found, inner }) => ({
        name: key,
        past,
        future: {
          at: found.times ?? steps.map((_, k) => (past.at.at(-1) ?? 0) + k + 1),
          mean: steps.map(({ mean }) => mean),
          lower: steps.map(({ lower }) => lower),
          upper: steps.map(({ upper }) => upper),
          innerLower: inner.lower,
          innerUpper: inner.upper,
        },
        labels: steps.map(({ time, step }) => time ?? `step ${step}`),
        total,
        record,
      })),
    },
    { title: name, subtitle: rowCount(asked.table.rows) },
  )
  await writeWhole(path, page, `${path}: no room left on its disk for the page`)
}
