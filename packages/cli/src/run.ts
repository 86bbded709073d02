import { type Facts, namedColumns, type Plan, planSession, readsText, type Session } from '@credence/recipe'
import { ArgumentError, columnStatistics, NumericalError } from 'credence'
import { type Checkpoint, clearBeside, readCheckpoint, writeCheckpoint } from './checkpoint.ts'
import { UserError } from './failure.ts'
import { lockName } from './files/lock.ts'
import { checkPaths } from './files/roles.ts'
import { type FileWishes, findInput, type Input, type OpenOptions } from './input/input.ts'
import { type Output, openOutput } from './output/output.ts'
import { print } from './print.ts'
import { startProgress } from './progress.ts'
import { type AutoFlags, recipeFor } from './recipeFor.ts'
import { Rows } from './rows.ts'
import { Skipped } from './skipped.ts'

export interface RunCommandOptions extends FileWishes, AutoFlags {
  readonly output?: string
  readonly experts?: boolean
  readonly save?: string
  readonly resume?: string
  readonly skipBadRows?: boolean
  readonly explain?: boolean
}

/** Rounds between two checkpoints. */
const EVERY = 10_000

/** `credence run [RECIPE] DATA`: one JSON object per round. */
export async function runCommand(
  recipePath: string | undefined,
  data: string,
  options: RunCommandOptions,
  signal: AbortSignal,
): Promise<void> {
  const recipe = await recipeFor(recipePath, options)
  if (options.explain) {
    print(JSON.stringify(recipe, null, 2))
    return
  }
  const input = await findInput(data, fileWishes(options))
  const resumed = options.resume === undefined ? undefined : await readCheckpoint(options.resume, recipe)
  if (resumed) expectSameRun(resumed, options)
  const { output: path, save: checkpoint, resume } = options
  await checkPaths(
    { ...(recipePath === undefined ? {} : { recipe: recipePath }), data },
    { output: path, checkpoint, resume },
  )
  const skipped = options.skipBadRows ? new Skipped() : undefined
  const text = readsText(recipe) ? (names: readonly string[]) => names : undefined
  const reading = { columns: namedColumns(recipe), text, signal, onBadRow: skipped?.add }
  const table = await input.open(reading)
  const plan = planSession(recipe, text ? table.allNames : table.names)
  const rows = new Rows(table, plan.columns, plan.texts)
  const session = plan.begin({
    ...(await gatherFacts(plan, input, reading)),
    outcomes: await rows.firstOutcomes(),
  })
  if (resumed) session.restore(resumed.session)
  const output = await openOutput(path, resumed?.output)
  const save = await saver(checkpoint, async (to) => {
    const left = await output.left()
    const state = {
      row: rows.read,
      rows: rows.checksum,
      output: left,
      asked: askedOf(options),
      session: session.save(),
    }
    await writeCheckpoint(to, recipe, state)
  })
  const progress = startProgress(input.name)
  try {
    await drive({
      rows,
      skipped,
      session,
      output,
      save,
      resumed,
      experts: options.experts ?? false,
      report: progress.report,
    })
    await output.flush()
    await save()
    for (const line of skipped?.lines ?? []) process.stderr.write(`credence: ${line}\n`)
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
  }
}

/** Saves to the checkpoint, if there is one to keep: it is then this run's alone. */
async function saver(
  path: string | undefined,
  write: (path: string) => Promise<void>,
): Promise<() => Promise<void>> {
  if (path === undefined) return async () => {}
  await lockName(path)
  await clearBeside(path)
  return () => write(path)
}

/** Only what says how the file is written. */
function fileWishes({ delimiter, decimal, thousands, encoding, header }: RunCommandOptions): FileWishes {
  const said = { delimiter: delimiter === '\\t' ? '\t' : delimiter, decimal, thousands, encoding, header }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
}

interface Drive {
  readonly rows: Rows
  /** Where bad rows are counted; absent: the first one ends the run. */
  readonly skipped: Skipped | undefined
  readonly session: Session
  readonly output: Output
  readonly resumed: Checkpoint | undefined
  readonly experts: boolean
  save(): Promise<void>
  report(rows: number): void
}

/** Takes the rows one after the other, past those that an earlier run has taken. */
async function drive(parts: Drive): Promise<void> {
  const { rows, output, resumed, save, report } = parts
  for await (const { batch, from } of rows.after(resumed)) {
    for (let r = from; r < batch.size; r++) {
      rows.load(batch, r)
      const record = stepAt(`${rows.unit} ${batch.lines[r]}`, parts)
      if (record) output.write(record)
      rows.took()
      if (rows.read % EVERY === 0) await save()
    }
    report(rows.read)
    await output.flush()
  }
  if (rows.read === 0) process.stderr.write('credence: the data has a header but no rows\n')
}

function sayWhere(rows: number, checkpoint: string): void {
  process.stderr.write(`credence: stopped after ${rows} rows; --resume ${checkpoint} goes on from there\n`)
}

/** What changes the output besides recipe and data. */
function askedOf({ experts = false, skipBadRows = false }: RunCommandOptions): Checkpoint['asked'] {
  return { experts, skipBadRows }
}

/** Whatever else was asked of the first run must be asked again. */
function expectSameRun({ asked }: Checkpoint, options: RunCommandOptions): void {
  if (options.output === undefined) throw new UserError('--resume goes on in a file: name it with -o')
  for (const [name, wanted] of Object.entries(askedOf(options))) {
    if (asked[name] === wanted) continue
    const option = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    throw new UserError(
      typeof wanted === 'boolean'
        ? `the saved run was made ${wanted ? 'without' : 'with'} ${option}`
        : `the saved run was made with ${option} ${asked[name]}`,
    )
  }
}

/** One round; undefined for a row that is passed over. The line is what a user can look up; the library does not know it. */
function stepAt(
  place: string,
  { session, rows, experts, skipped }: Drive,
): Record<string, unknown> | undefined {
  try {
    return session.step(rows.values, { experts }, rows.texts)
  } catch (error) {
    if (error instanceof Error) error.message = `${place}: ${error.message}`
    if (skipped === undefined || !(error instanceof ArgumentError || error instanceof NumericalError))
      throw error
    skipped.add(error)
    return undefined
  }
}

/** Reads the file once beforehand, if the plan needs to know it whole. */
async function gatherFacts({ needs, features }: Plan, input: Input, reading: OpenOptions): Promise<Facts> {
  if (!needs.rows && !needs.statistics) return {}
  if (!input.again) {
    throw new UserError(
      needs.statistics
        ? `${input.name} passes only once: a preparation by the whole file needs a file`
        : `${input.name} passes only once: give the recipe a horizon`,
    )
  }
  // Rows that are passed over are counted by the run itself.
  const onBadRow = reading.onBadRow && (() => {})
  const table = await input.open({ ...reading, onBadRow, ...(needs.statistics ? { columns: features } : {}) })
  const statistics = await columnStatistics(table)
  return { rows: statistics.rows, statistics }
}
