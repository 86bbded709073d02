import { UserError } from '../../base/failure.ts'
import { print } from '../../base/print.ts'
import { Shelf } from '../../files/shelf/shelf.ts'
import { targetOf } from '../../files/targetOf.ts'
import { keyOf } from '../../input/findBy.ts'
import { findInput } from '../../input/input.ts'
import { type FileWishes, fileWishes } from '../../input/options.ts'
import { ask } from '../forecast/ask.ts'
import type { Asked } from '../forecast/asked.ts'
import { LONG, longTable } from '../forecast/longTable.ts'
import { readTable, type TextTable, type TimeWishes } from '../forecast/readTable.ts'
import { biasOf, describeJudged, errorOf } from './describeJudged.ts'
import { type Issued, readIssued } from './issued.ts'
import { type JudgedFile, judge, outcomesOf } from './judged.ts'

export interface JudgeCommandOptions extends FileWishes, TimeWishes {
  readonly coverage?: number
  readonly json?: boolean
}

/** `credence judge DATA FORECASTS…`: whether what `credence forecast` wrote has held, now that outcomes are known. */
export async function judgeCommand(
  data: string,
  paths: readonly string[],
  options: JudgeCommandOptions,
  signal: AbortSignal,
): Promise<void> {
  await expectDifferent(paths)
  const shelf = new Shelf()
  try {
    await judgeWith(shelf, data, paths, options, signal)
  } finally {
    shelf.close()
  }
}

async function judgeWith(
  shelf: Shelf,
  data: string,
  paths: readonly string[],
  options: JudgeCommandOptions,
  signal: AbortSignal,
): Promise<void> {
  const issued: Issued[] = []
  for (const path of paths) issued.push(await readIssued(path, options.dates, shelf, signal))
  const { by } = issued[0] as Issued
  const other = issued.find((one) => keyOf(one.by) !== keyOf(by))
  if (other)
    throw new UserError(
      `${other.file} and ${(issued[0] as Issued).file} name their series by different columns. Judge each file with a command of its own`,
    )
  const input = await findInput(data, fileWishes(options))
  const asked = askAlike(await readTable(input, shelf, signal), input.name, issued, options)
  const outcomes = outcomesOf(asked, issued)
  const each = issued.map((one) => judge(one, outcomes.of))
  if (options.json) await print(JSON.stringify({ files: each.map(plain) }))
  else await print(...describeJudged(each, { name: input.name, asked, ...outcomes }, options.coverage ?? 0.9))
}

/** A file that is given twice, as by its name and by a pattern, would count twice. */
async function expectDifferent(paths: readonly string[]): Promise<void> {
  const seen = new Set<string>()
  for (const path of paths) {
    const target = await targetOf(path)
    if (seen.has(target)) throw new UserError(`${path} is given twice: name each file of forecasts once`)
    seen.add(target)
  }
}

/** Reads the data as the forecasts were asked for. */
function askAlike(
  table: TextTable,
  name: string,
  issued: readonly Issued[],
  options: JudgeCommandOptions,
): Asked {
  const { by } = issued[0] as Issued
  // A column for each series, where the forecasts have a row for each.
  const isWide = by.length === 1 && by[0] === LONG.by && !table.names.includes(LONG.by)
  const cells = new Set(issued.flatMap(({ steps }) => steps.map((one) => one.cells[0] as string)))
  const series = [...cells].filter((cell) => table.names.includes(cell)).join(',')
  const lost = isWide ? undefined : by.find((column) => !table.names.includes(column))
  if (lost !== undefined) throw noSeries(lost, table, name, issued[0] as Issued)
  if (isWide) expectWide(series, table, name, issued[0] as Issued, options)
  const asked = isWide
    ? ask(longTable(table, { ...options, series }), name, { ...options, ...LONG })
    : ask(table, name, { ...options, by: by.length === 0 ? 'none' : by.join(',') }, true)
  if (asked.time === undefined)
    throw new UserError(`${name} has no column of times that can be read: name it with --time`)
  return asked
}

/** Forecasts of columns, each a series of its own, need data that has these columns. */
function expectWide(
  series: string,
  { names }: TextTable,
  data: string,
  { file, steps }: Issued,
  { target }: JudgeCommandOptions,
): void {
  if (series === '')
    throw new UserError(
      `${data} has no column ${JSON.stringify(steps[0]?.cells[0])}, of which ${file} has forecasts, nor another of them. Its columns are ${names.join(', ')}`,
    )
  if (target !== undefined)
    throw new UserError(`${file} has forecasts of columns, each a series of its own: leave out --target`)
}

/** The forecasts are of series by a column that the data does not have. */
function noSeries(column: string, { names }: TextTable, data: string, { file }: Issued): UserError {
  return new UserError(
    `${data} has no column ${JSON.stringify(column)}, which names the series in ${file}. Its columns are ${names.join(', ')}. If one of them is it, rename it to ${JSON.stringify(column)}; else give the data that was forecast from, with its new rows`,
  )
}

/** The numbers of one file, for programs. */
function plain({ file, steps, come, sums }: JudgedFile): Record<string, unknown> {
  const heldIn = (all: readonly { held: boolean }[]): number => all.filter(({ held }) => held).length
  return {
    file,
    steps: steps.length,
    come: come.length,
    held: heldIn(come),
    meanAbsoluteError: come.length === 0 ? null : errorOf(come),
    bias: come.length === 0 ? null : biasOf(come),
    totals: sums.length,
    totalsHeld: heldIn(sums),
  }
}
