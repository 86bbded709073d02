import { basename } from 'node:path'
import { numberOf } from 'credence/auto'
import { forecastSeries, type SeriesForecastOptions, spacingName, Zone } from 'credence/paths'
import { Breath } from '../../base/breath.ts'
import { UserError } from '../../base/failure.ts'
import { print, tell } from '../../base/print.ts'
import { count, rowCount } from '../../base/words.ts'
import { holdingNames } from '../../files/hold.ts'
import { checkPaths } from '../../files/roles.ts'
import { writeWhole } from '../../files/writeWhole.ts'
import { findInput } from '../../input/input.ts'
import { type FileWishes, fileWishes } from '../../input/options.ts'
import { openOutput } from '../../output/openOutput.ts'
import { startProgress } from '../progress.ts'
import { describeForecast, describeRecord } from './describeForecast.ts'
import { withHolidays } from './holidays.ts'
import type { KeyForecast } from './keyForecast.ts'
import { type Keys, keysOf } from './keys.ts'
import { type KnownRows, knownRows } from './knownRows.ts'
import {
  columnOf,
  findTime,
  readOutcomes,
  readTable,
  type TextTable,
  type TimeStyle,
  timeStyleOf,
} from './readTable.ts'
import { writeTime } from './writeTime.ts'

/** What can be said after `credence forecast`. */
export interface ForecastCommandOptions extends FileWishes {
  readonly target?: string
  readonly steps?: number
  readonly until?: string
  readonly time?: string
  readonly by?: string
  readonly known?: string
  readonly holidays?: string
  readonly zone?: string
  readonly coverage?: number
  readonly output?: string
  readonly format?: string
  readonly digits?: number
  readonly report?: string
  readonly quiet?: boolean
}

/** The table with all that was found in it. */
interface Asked {
  readonly table: TextTable
  readonly target: string
  readonly time: string | undefined
  readonly zone: Zone | undefined
  readonly style: TimeStyle
  readonly times: readonly number[]
  readonly y: readonly number[]
  readonly odd: number
  readonly keys: Keys
  readonly known: KnownRows
  readonly options: ForecastCommandOptions
}

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
    const asked = ask(await readTable(input, signal), input.name, options)
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

function ask(table: TextTable, name: string, options: ForecastCommandOptions): Asked {
  const time = findTime(table, options.time)
  const zone = options.zone === undefined ? undefined : new Zone(options.zone)
  const target = options.target ?? guessTarget(table, time, name)
  const style = time === undefined ? { instants: false, days: false } : timeStyleOf(columnOf(table, time, ''))
  const times = time === undefined ? [] : readTimes(table, time, style, zone)
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
    (column) => column !== time && !readOutcomes(columns.get(column) ?? []).y.every(Number.isNaN),
  )
  if (numeric.length === 1) return numeric[0] as string
  throw new UserError(
    `${name} has several columns that could be forecast: name one with --target, such as --target ${JSON.stringify(numeric.at(-1) ?? names.at(-1))}`,
  )
}

function readTimes(
  table: TextTable,
  time: string,
  { instants }: TimeStyle,
  zone: Zone | undefined,
): number[] {
  return columnOf(table, time, 'of times').map((cell, r) => {
    const at = numberOf(cell, 'time')
    if (Number.isNaN(at))
      throw new UserError(
        `row ${r + 1}: ${JSON.stringify(cell)} in column ${JSON.stringify(time)} is not read as a time; write 2026-11-16 or 2026-11-16T05:00`,
      )
    return zone && instants ? zone.wallClock(at) : at
  })
}

async function forecastAll(asked: Asked, signal: AbortSignal): Promise<KeyForecast[]> {
  const { keys } = asked
  const progress = startProgress('forecast')
  const breath = new Breath()
  const forecasts: KeyForecast[] = []
  let rows = 0
  try {
    for (const key of keys.each) {
      forecasts.push(await forecastKey(asked, key))
      rows += key.rows.length
      progress.report(rows, rows / asked.table.rows)
      if (breath.isDue()) await breath.take(signal)
    }
  } finally {
    progress.stop()
  }
  return forecasts
}

async function forecastKey(asked: Asked, { cells, rows }: Keys['each'][number]): Promise<KeyForecast> {
  const { time, times, y, known, options, keys, zone, style } = asked
  const order =
    time === undefined ? rows : [...rows].sort((a, b) => (times[a] as number) - (times[b] as number))
  const name = keys.by.map((column, c) => `${column} ${cells[c]}`).join(', ')
  const series = {
    ...(time === undefined ? {} : { times: order.map((r) => times[r] as number) }),
    y: order.map((r) => y[r] as number),
    ...(known.names.length === 0 ? {} : { known: order.map((r) => known.rows[r] as readonly string[]) }),
  }
  const wishes = wishesOf(options)
  const whole = options.holidays === undefined ? series : await withHolidays(series, options.holidays, wishes)
  const found = inSeries(name, () => forecastSeries(whole, wishes))
  const at = (k: number): string | null => {
    const wall = found.times?.[k]
    return wall === undefined ? null : writeTime(wall, style, zone)
  }
  const steps = found.path.steps.map(({ step, mean, median, sd, lower, upper }, k) => ({
    step,
    time: at(k),
    mean,
    median,
    sd,
    lower,
    upper,
  }))
  const { mean, median, sd, lower, upper } = found.path.total
  const past = series.y.flatMap((value, i) => (Number.isNaN(value) ? [] : [i]))
  return {
    name,
    cells,
    steps,
    total: { mean, median, sd, lower, upper },
    record: found.record,
    found,
    past: { at: past.map((i) => series.times?.[i] ?? i + 1), y: past.map((i) => series.y[i] as number) },
  }
}

function wishesOf({ steps, until, coverage }: ForecastCommandOptions): SeriesForecastOptions {
  const end = until === undefined ? undefined : numberOf(until, 'time')
  if (end !== undefined && Number.isNaN(end))
    throw new UserError(`--until ${until} is not a day such as 2026-12-31`)
  return { steps, until: end, coverage }
}

/** An error of one series names it. */
function inSeries<T>(name: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (name !== '' && error instanceof Error) error.message = `${name}: ${error.message}`
    throw error
  }
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
      each: forecasts.map(({ name: key, past, steps, total, record, found }) => ({
        name: key,
        past,
        future: {
          at: found.times ?? steps.map((_, k) => (past.at.at(-1) ?? 0) + k + 1),
          mean: steps.map(({ mean }) => mean),
          lower: steps.map(({ lower }) => lower),
          upper: steps.map(({ upper }) => upper),
          innerLower: found.path.steps.map((step) => step.quantile(0.25)),
          innerUpper: found.path.steps.map((step) => step.quantile(0.75)),
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
