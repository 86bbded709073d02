import { basename } from 'node:path'
import type { SeriesReport } from '@credence/report'
import { inPlace, UserError } from '../../base/failure.ts'
import { print, tell } from '../../base/print.ts'
import { styleOf } from '../../base/style.ts'
import { rowCount, typed } from '../../base/words.ts'
import { holdingNames } from '../../files/hold.ts'
import { checkPaths } from '../../files/roles.ts'
import { joined, type List } from '../../files/shelf/list.ts'
import { Shelf } from '../../files/shelf/shelf.ts'
import { writeWhole } from '../../files/writeWhole.ts'
import { findInput, type Input } from '../../input/input.ts'
import { fileWishes } from '../../input/options.ts'
import { formatOf } from '../../output/format.ts'
import { openOutput } from '../../output/openOutput.ts'
import { ask } from './ask.ts'
import type { Asked, ForecastCommandOptions } from './asked.ts'
import { describeForecast, describeRecord, describeTotals, isSeasonal } from './describeForecast.ts'
import { forecastAll } from './forecastAll.ts'
import { headline } from './headline.ts'
import { asBefore, type Joined, joinRows } from './joinRows.ts'
import { keyField } from './keyField.ts'
import type { KeyForecast } from './keyForecast.ts'
import { isWide, LONG, longTable } from './longTable.ts'
import { readTable } from './readTable.ts'
import { readAsBefore, readSavedRows, type SavedTable, saveRows, untimed } from './savedRows.ts'

/** `credence forecast DATA`: learns the file and answers about the rows that come after it. */
export async function forecastCommand(
  data: string,
  given: ForecastCommandOptions,
  signal: AbortSignal,
  shelf: Shelf = new Shelf(),
): Promise<void> {
  try {
    await forecastWith(shelf, data, given, signal)
  } finally {
    shelf.close()
  }
}

async function forecastWith(
  shelf: Shelf,
  data: string,
  given: ForecastCommandOptions,
  signal: AbortSignal,
): Promise<void> {
  const before = given.resume === undefined ? undefined : await readSavedRows(given.resume, shelf)
  const options = before ? readAsBefore(before.saved, given) : given
  const input = await findInput(data, fileWishes(options))
  const { output, report, save: checkpoint, resume } = options
  const writes = { output, report, checkpoint, resume }
  await checkPaths({ data }, writes)
  await holdingNames(writes, async () => {
    const { table, wishes, notes } = await rowsOf(input, options, before, shelf, signal)
    const asked = ask(table, input.name, wishes)
    if (checkpoint !== undefined && asked.time === undefined) throw untimed()
    expectWholeNumbers(options)
    const { each: forecasts, totals } = await forecastAll(asked, signal)
    if (!options.quiet)
      await tell(`${[...inStyle(headline(asked, forecasts)), ...notes, ...input.notes].join('\n')}\n`)
    await write(asked, forecasts, totals, signal)
    if (!options.quiet) {
      const coverage = options.coverage ?? 0.9
      const lines = [...describeRecord(forecasts, coverage), ...describeTotals(totals, coverage)]
      if (lines.length > 0) await tell(`${lines.join('\n')}\n`)
    }
    if (report !== undefined) await writePage(report, asked, joined(totals, forecasts), basename(input.name))
    // Last: a forecast that failed on its way is made again from the same rows.
    if (checkpoint !== undefined)
      await saveRows(checkpoint, table, asked, input.numbers ?? options.usual ?? {}, before?.saved)
  })
}

/** The first line says what follows. */
function inStyle([first = '', ...rest]: readonly string[]): string[] {
  return [styleOf(process.stderr).strong(first), ...rest]
}

function expectWholeNumbers({ coherent, digits }: ForecastCommandOptions): void {
  if (coherent && digits !== undefined)
    throw new UserError(
      '--digits rounds every number by itself: with --coherent leave it out, so that parts add up',
    )
}

/** The rows of the file, after those of a checkpoint if there is one; and what is asked of them. */
async function rowsOf(
  input: Input,
  options: ForecastCommandOptions,
  before: SavedTable | undefined,
  shelf: Shelf,
  signal: AbortSignal,
): Promise<Joined & { wishes: ForecastCommandOptions }> {
  const fresh = longTable(await readTable(input, shelf, signal), options)
  const wishes = isWide(options) ? { ...options, ...LONG } : options
  if (before === undefined) return { table: fresh, notes: [], wishes }
  const same = asBefore(wishes, before.saved)
  try {
    return { ...joinRows(before, fresh, same), wishes: same }
  } catch (error) {
    throw inPlace(`${input.name} holds other data than ${options.resume}`, error)
  }
}

/** Series that are written before the output is waited for. */
const AT_ONCE = 64

/** Records to the output, or CSV to a pipe; the table with its fan to a terminal. */
async function write(
  asked: Asked,
  each: List<KeyForecast>,
  totals: List<KeyForecast>,
  signal: AbortSignal,
): Promise<void> {
  const { options, keys } = asked
  const { output: path, digits } = options
  const terminal = path === undefined && process.stdout.isTTY
  if (terminal || (path !== undefined && !options.quiet)) {
    const lines = describeForecast(joined(totals, each), path)
    if (terminal) await print(...lines)
    else await tell(`${lines.join('\n')}\n`)
    if (terminal) return
  }
  const format = options.format ?? (path === undefined ? 'csv' : undefined)
  const output = await openOutput({ path, format, digits, signal })
  // A column of a sheet may hold numbers and a text; elsewhere it has one type.
  const inSheet = formatOf(path, format) === 'xlsx'
  try {
    let written = 0
    for (const { cells, steps, total, found } of joined(each, totals)) {
      const key = Object.fromEntries(keys.by.map((column, c) => [keyField(column), cells[c]]))
      const drawn = (of: (course: readonly number[]) => number | undefined): Record<string, unknown> =>
        Object.fromEntries(found.samples.map((course, i) => [`sample_${i + 1}`, of(course)]))
      steps.forEach(({ step, ...row }, k) => {
        output.write({ ...key, step: inSheet ? step : String(step), ...row, ...drawn((course) => course[k]) })
      })
      const sums = drawn((course) => course.reduce((sum, value) => sum + value, 0))
      output.write({ ...key, step: 'total', time: null, ...total, ...sums })
      if (++written % AT_ONCE === 0) await output.flush()
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
  forecasts: List<KeyForecast>,
  name: string,
): Promise<void> {
  const { forecastPage } = await import('@credence/report')
  // One column need not be named on every card.
  const column = asked.keys.by.length === 1 ? `${asked.keys.by[0]} ` : '\0'
  const timed = asked.time !== undefined && haveTimes(forecasts)
  const page = await forecastPage(
    {
      target: asked.target,
      coverage: asked.options.coverage ?? 0.9,
      timed,
      seasonal: isSeasonal(forecasts),
      each: { [Symbol.iterator]: () => reportsOf(forecasts, column, asked.time !== undefined && !timed) },
    },
    { title: name, subtitle: rowCount(asked.table.rows), command: typed() },
  )
  await writeWhole(path, page, `${path}: no room left on its disk for the page`)
}

/** Whether steps have times: after a single row nothing tells them. */
function haveTimes(forecasts: Iterable<KeyForecast>): boolean {
  for (const { found } of forecasts) if (found.times) return true
  return false
}

/** @param numbered whether rows are numbered, because the times of steps are not known */
function* reportsOf(
  forecasts: Iterable<KeyForecast>,
  column: string,
  numbered: boolean,
): Generator<SeriesReport, void, void> {
  for (const { name, past: own, steps, total, record, found, inner } of forecasts) {
    const past = numbered ? { ...own, at: own.y.map((_, k) => k + 1) } : own
    yield {
      name: name.startsWith(column) ? name.slice(column.length) : name,
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
    }
  }
}
