import { type Facts, namedColumns, type Plan, planSession, type Session } from '@credence/recipe'
import { columnStatistics } from 'credence'
import { type Checkpoint, clearBeside, readCheckpoint, writeCheckpoint } from './checkpoint.ts'
import { UserError } from './failure.ts'
import { lockName } from './files/lock.ts'
import { checkPaths } from './files/roles.ts'
import { findInput, type Input } from './input/input.ts'
import { type Output, openOutput } from './output/output.ts'
import { startProgress } from './progress.ts'
import { readRecipe } from './readRecipe.ts'
import { Rows } from './rows.ts'

export interface RunCommandOptions {
  readonly output?: string
  readonly experts?: boolean
  readonly save?: string
  readonly resume?: string
}

/** Rounds between two checkpoints. */
const EVERY = 10_000

/** `credence run RECIPE DATA`: one JSON object per round. */
export async function runCommand(
  recipePath: string,
  data: string,
  options: RunCommandOptions,
  signal: AbortSignal,
): Promise<void> {
  const recipe = await readRecipe(recipePath)
  const input = await findInput(data)
  const resumed = options.resume === undefined ? undefined : await readCheckpoint(options.resume, recipe)
  if (resumed) expectSameRun(resumed, options)
  const { output: path, save: checkpoint, resume } = options
  await checkPaths({ recipe: recipePath, data }, { output: path, checkpoint, resume })
  const columns = namedColumns(recipe)
  const table = await input.open(columns, signal)
  const plan = planSession(recipe, table.names)
  const session = plan.begin(await gatherFacts(plan, input, columns, signal))
  if (resumed) session.restore(resumed.session)
  const rows = new Rows(table, plan.columns)
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
      session,
      output,
      save,
      resumed,
      experts: options.experts ?? false,
      report: progress.report,
    })
    await output.flush()
    await save()
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

interface Drive {
  readonly rows: Rows
  readonly session: Session
  readonly output: Output
  readonly resumed: Checkpoint | undefined
  readonly experts: boolean
  save(): Promise<void>
  report(rows: number): void
}

/** Takes the rows one after the other, past those that an earlier run has taken. */
async function drive({ rows, session, output, resumed, experts, save, report }: Drive): Promise<void> {
  for await (const { batch, from } of rows.after(resumed)) {
    for (let r = from; r < batch.size; r++) {
      rows.load(batch, r)
      output.write(stepAt(batch.lines[r] as number, session, rows.values, experts))
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
function askedOf({ experts = false }: RunCommandOptions): Checkpoint['asked'] {
  return { experts }
}

/** Whatever else was asked of the first run must be asked again. */
function expectSameRun({ asked }: Checkpoint, options: RunCommandOptions): void {
  if (options.output === undefined) throw new UserError('--resume goes on in a file: name it with -o')
  if (asked.experts !== (options.experts ?? false)) {
    throw new UserError(`the saved run was made ${asked.experts ? 'with' : 'without'} --experts`)
  }
}

/** The line is what a user can look up; the library does not know it. */
function stepAt(
  line: number,
  session: Session,
  row: Float64Array,
  experts: boolean,
): Record<string, unknown> {
  try {
    return session.step(row, { experts })
  } catch (error) {
    if (error instanceof Error) error.message = `line ${line}: ${error.message}`
    throw error
  }
}

/** Reads the file once beforehand, if the plan needs to know it whole. */
async function gatherFacts(
  { needs, features }: Plan,
  input: Input,
  columns: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<Facts> {
  if (!needs.rows && !needs.statistics) return {}
  if (!input.again) {
    throw new UserError(
      needs.statistics
        ? `${input.name} passes only once: a preparation by the whole file needs a file`
        : `${input.name} passes only once: give the recipe a horizon`,
    )
  }
  const table = await input.open(needs.statistics ? features : columns, signal)
  const statistics = await columnStatistics(table)
  return { rows: statistics.rows, statistics }
}
