import { basename } from 'node:path'
import type { Recipe } from '@credence/recipe'
import type { RunSummary } from '@credence/report'
import { ArgumentError } from 'credence'
import { Breath } from '../base/breath.ts'
import { noRows, UserError } from '../base/failure.ts'
import { print, tell } from '../base/print.ts'
import { styleOf } from '../base/style.ts'
import { rowCount, typed } from '../base/words.ts'
import type { Checkpoint } from '../course/checkpoint.ts'
import { inFile, readCheckpoint, writeCheckpoint } from '../course/checkpointFile.ts'
import { Course } from '../course/course.ts'
import type { Skipped } from '../course/skipped.ts'
import { holdingNames } from '../files/hold.ts'
import { checkPaths } from '../files/roles.ts'
import { writeWhole } from '../files/writeWhole.ts'
import { findInput, type Input } from '../input/input.ts'
import { fileWishes } from '../input/options.ts'
import { formatOf, isClosed } from '../output/format.ts'
import { openOutput } from '../output/openOutput.ts'
import type { Output } from '../output/output.ts'
import { type RecipeWishes, readRecipe } from '../recipes/readRecipe.ts'
import { describeSummary } from '../summary/describe.ts'
import { askedOf, expectSameRun } from './asked.ts'
import { costOf, JUDGED_AFTER } from './cost.ts'
import { Pace } from './pace.ts'
import { CLEAR, type Progress, startProgress } from './progress.ts'
import type { RunCommandOptions } from './runOptions.ts'
import { SaveClock } from './saveClock.ts'

/** Rounds between two checkpoints, at most. */
const EVERY = 10_000

/** `credence run RECIPE DATA`: one record per round, and at the end what can be said of them. */
export async function runCommand(
  recipePath: string,
  data: string,
  options: RunCommandOptions,
  signal: AbortSignal,
): Promise<void> {
  const { output, save, resume, report } = options
  if (isClosed(formatOf(output, options.format))) expectNoCheckpoint(options)
  const wishes = recipeWishes(options)
  const { recipe, asked, reader, plugins } = await readRecipe(recipePath, wishes, options.plugins, signal)
  const input = await findInput(data, fileWishes(options), reader)
  const writes = { output, checkpoint: save, resume, report }
  await checkPaths({ recipe: recipePath, data, plugin: plugins }, writes)
  if (options.explain) {
    const course = await openCourse(recipe, input, { ...options, asked }, signal)
    await print(JSON.stringify(course.explain(), null, 2))
    return
  }
  await holdingNames(writes, async () => {
    const ran = await inOptions(() =>
      runAlong(recipe, input, { ...options, asked, pluginPaths: plugins }, signal),
    )
    for (const line of ran.skipped?.lines ?? []) process.stderr.write(`credence: ${line}\n`)
    const { summary } = ran
    if (summary === undefined) return
    if (!options.quiet) for (const note of input.notes) await tell(`${note}\n`)
    await printSummary(summary, options)
    if (report !== undefined) await writeReport(report, summary, titleOf(recipePath, input.name))
  })
}

/** What the library refuses, with the option that helps. */
async function inOptions<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ArgumentError && error.code === 'bad-row')
      error.message += '. Correct the line, or leave such lines out with --skip-bad-rows'
    throw error
  }
}

function openCourse(
  recipe: Recipe,
  input: Input,
  options: RunCommandOptions,
  signal: AbortSignal,
): Promise<Course> {
  const { save, resume, report } = options
  const summed = save !== undefined || resume !== undefined
  const kept = { watch: isWatched(options), pictured: report !== undefined, summed }
  return Course.open(recipe, input, { threads: 'found', ...options, ...kept }, signal)
}

/** Learns along the input, and writes the records. */
async function runAlong(
  recipe: Recipe,
  input: Input,
  options: RunCommandOptions,
  signal: AbortSignal,
): Promise<{ readonly skipped: Course['skipped']; readonly summary: RunSummary | undefined }> {
  const { output: path, save: checkpoint, resume, format, digits } = options
  const resumed = resume === undefined ? undefined : await readCheckpoint(resume, recipe)
  if (resumed) expectSameRun(resumed, options)
  const knownBy = resumed && (resumed.series?.by ?? [])
  const course = await openCourse(recipe, input, { ...options, knownBy }, signal)
  if (resumed) await inFile(resume as string, () => course.restore(resumed, resume as string))
  const shape = course.session.model.shape ?? undefined
  const output = await openOutput({ path, format, digits, shape, left: resumed?.output, signal })
  const { rows } = course
  const save = async (): Promise<void> => {
    if (checkpoint === undefined) return
    const left = await output.left()
    const { watched, skipped } = course
    const state = { row: rows.read, rows: rows.checksum, output: left, asked: askedOf(options) }
    const refused = skipped?.refused ?? null
    await writeCheckpoint(checkpoint, recipe, { ...state, watched, refused, ...(await course.save()) })
    await course.series.saved()
  }
  const progress = startProgress(input.name)
  // With --json and no file of records the summary alone goes to standard error: a program reads it.
  const quiet = options.quiet === true || (options.json === true && path === undefined)
  try {
    await drive({ course, input, output, save, resumed, progress, signal, quiet })
    // What is saved may be gone on with, by rows that have outcomes.
    if (!course.hasLearnt && checkpoint === undefined) throw nothingLearnt(input.name, course.target)
    await save()
    await output.finish()
    await course.finish()
    if (options.report !== undefined) progress.say('drawing the page')
    // While the states of its series are there: a page asks them for what comes next.
    return { skipped: course.skipped, summary: course.summary() }
  } catch (error) {
    // Stopped by a signal the run is in good order, unless it was still among the rows that the saved run has read.
    if (signal.aborted && rows.read >= (resumed?.row ?? 0)) {
      await save()
      if (checkpoint !== undefined) sayWhere(rows.read, checkpoint)
    }
    throw error
  } finally {
    progress.stop()
    await output.close()
    await course.series.close()
  }
}

/** Whether the statistics will be read: a summary, a page, or the run that goes on from a checkpoint. */
function isWatched({ quiet, json, report, save, resume }: RunCommandOptions): boolean {
  return !quiet || json === true || [report, save, resume].some((path) => path !== undefined)
}

interface Drive {
  readonly course: Course
  readonly input: Input
  readonly output: Output
  readonly resumed: Checkpoint | undefined
  readonly progress: Progress
  readonly signal: AbortSignal
  readonly quiet: boolean
  save(): Promise<void>
}

/** Takes the rows one after the other, past those that an earlier run has taken. */
async function drive(along: Drive): Promise<void> {
  const { course, input, output, resumed, progress, signal, save, quiet } = along
  const { rows } = course
  const breath = new Breath()
  let arrived = 0
  // A piece of the file is read whole before its first row is taken: what was read is not what is done.
  const share = (): number | undefined =>
    input.size === undefined ? undefined : (rows.read / arrived) * (input.position / input.size)
  const begun = performance.now()
  const pace = new Pace()
  let judged = quiet
  const report = (): void => {
    progress.report(rows.read, share())
    if (judged) return
    const seconds = (performance.now() - begun) / 1000
    pace.add(seconds, rows.read, share())
    if (seconds < JUDGED_AFTER || pace.rate === 0) return
    judged = true
    const cost = costOf({ ...pace.now, rows: rows.read, share: share(), learner: course.session.learner })
    if (cost !== undefined) process.stderr.write(`${CLEAR}credence: ${cost}\n`)
  }
  const clock = new SaveClock()
  const saveNow = async (): Promise<void> => {
    await save()
    clock.saved()
  }
  // Rows of many series are saved at fixed rows alone: each save writes the states of them all.
  const isSmall = !course.series.areMany
  let last: unknown
  for await (const { batch, from, to } of course.pieces(resumed, EVERY, signal)) {
    if (batch !== last) arrived += batch.size
    last = batch
    for (let r = from; r < to; r++) {
      const record = course.take(batch, r)
      if (record) output.write(record)
      if (rows.read % EVERY === 0) await saveNow()
      if (!breath.isDue()) continue
      if (isSmall && clock.isDue()) await saveNow()
      // What threads have learnt is taken first: a piece is told and stopped at its end.
      if (!course.isThreaded) report()
      await output.flush()
      await breath.take(course.isThreaded ? undefined : signal)
    }
    report()
    await output.flush()
  }
  if (rows.read === 0)
    throw course.skipped?.count ? allSkipped(input.name, course.skipped) : noRows(input.name)
}

/** Every row was bad: the first says why. */
function allSkipped(file: string, { count, lines }: Skipped): UserError {
  return new UserError(`${file}: all ${rowCount(count)} were skipped. The first: ${lines[1]?.trim()}`)
}

/** A run that learnt nothing has forecast nothing: whatever waits for its records must not take them for forecasts. */
function nothingLearnt(file: string, target: string): UserError {
  return new UserError(
    `no row of ${file} has a value in ${JSON.stringify(target)} that can be read, so nothing was learnt. Fill the column, or choose another with --target`,
  )
}

/** The summary: as data where that was asked for, else for people. */
async function printSummary(summary: RunSummary, { json, quiet, output }: RunCommandOptions): Promise<void> {
  if (json) await printData(summary, output !== undefined)
  else if (!quiet) await tell(`${describeSummary(summary, styleOf(process.stderr)).join('\n')}\n`)
}

/** The data, and the recipe where one was named. */
function titleOf(recipe: string, data: string): string {
  return recipe === 'auto' ? basename(data) : `${recipe} on ${basename(data)}`
}

/** The page is written beside its place and renamed: a reader finds it whole or not at all. */
async function writeReport(path: string, summary: RunSummary, title: string): Promise<void> {
  const { reportPage } = await import('@credence/report')
  const page = await reportPage(summary, { title, subtitle: rowCount(summary.rows), command: typed() })
  await writeWhole(path, page, `${path}: no room left on its disk for the page`)
}

/** Standard output, unless the records are there. */
async function printData(summary: RunSummary, outputIsFree: boolean): Promise<void> {
  const text = JSON.stringify(summary)
  if (outputIsFree) await print(text)
  else await tell(`${text}\n`)
}

function sayWhere(rows: number, checkpoint: string): void {
  process.stderr.write(
    `credence: stopped after ${rows} ${rows === 1 ? 'row' : 'rows'}; --resume ${checkpoint} goes on from there\n`,
  )
}

function recipeWishes(options: RunCommandOptions): RecipeWishes {
  const { target, by, alone, task, time, dates, zone, forecast, widthBy, coverEach } = options
  const { ahead, coverage, memory, standardize } = options
  const columns = { target, by, alone, time, forecast, widthBy, coverEach }
  const said = { ...columns, task, dates, zone, ahead, coverage, memory, standardize }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
}

function expectNoCheckpoint({ save, resume }: RunCommandOptions): void {
  if (save === undefined && resume === undefined) return
  throw new UserError(
    'a Parquet file or an Excel workbook is described at its end and cannot be gone on with: name the output .csv or .ndjson to use a checkpoint',
  )
}
