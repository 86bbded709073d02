import { type Facts, namedColumns, type Plan, planSession, type Session } from '@credence/recipe'
import { columnStatistics, type Table } from 'credence'
import { type Checkpoint, readCheckpoint, writeCheckpoint } from './checkpoint.ts'
import { UserError } from './failure.ts'
import { findInput, type Input } from './input.ts'
import { type Output, openOutput } from './output.ts'
import { checkPaths } from './paths.ts'
import { type Progress, startProgress } from './progress.ts'
import { readRecipe } from './readRecipe.ts'
import { RowDigest } from './rowDigest.ts'

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
  await checkPaths({ recipe: recipePath, data }, { output: options.output, checkpoint: options.save })
  const columns = namedColumns(recipe)
  const table = await input.open(columns, signal)
  const plan = planSession(recipe, table.names)
  const session = plan.begin(await gatherFacts(plan, input, columns, signal))
  if (resumed) session.restore(resumed.session)
  const left = resumed && { offset: resumed.offset, checksum: resumed.output }
  const output = await openOutput(options.output, left)
  const digest = new RowDigest()
  const save = async (): Promise<void> => {
    await output.flush()
    if (options.save === undefined) return
    await writeCheckpoint(options.save, recipe, {
      row: session.t,
      rows: digest.value,
      offset: output.offset,
      output: output.checksum,
      experts: options.experts ?? false,
      session: session.save(),
    })
  }
  const progress = startProgress(input.name)
  try {
    await drive({
      table,
      plan,
      session,
      output,
      progress,
      digest,
      resumed,
      experts: options.experts ?? false,
      save,
    })
  } finally {
    progress.stop()
    await save().finally(() => output.close())
  }
}

interface Drive {
  readonly table: Table
  readonly plan: Plan
  readonly session: Session
  readonly output: Output
  readonly progress: Progress
  readonly digest: RowDigest
  readonly resumed: Checkpoint | undefined
  readonly experts: boolean
  save(): Promise<void>
}

/** Takes the rows one after the other, past those that an earlier run has taken. */
async function drive(parts: Drive): Promise<void> {
  const { table, plan, session, output, progress, digest, resumed, experts, save } = parts
  const places = plan.columns.map((name) => table.names.indexOf(name))
  const row = new Float64Array(places.length)
  const done = session.t
  let seen = 0
  for await (const batch of table.batches()) {
    for (const { line, values } of batch) {
      for (let j = 0; j < places.length; j++) row[j] = values[places[j] as number] as number
      digest.add(row)
      if (++seen === done && digest.value !== resumed?.rows) {
        throw new UserError(`the first ${done} rows are not those that the saved run has learnt from`)
      }
      if (seen <= done) continue
      output.write(stepAt(line, session, row, experts))
      if (session.t % EVERY === 0) await save()
    }
    progress.report(seen)
    await output.flush()
  }
  if (seen === 0) process.stderr.write('credence: the data has a header but no rows\n')
  if (seen < done) throw new UserError(`the data has ${seen} rows; the saved run has already taken ${done}`)
}

/** Whatever else was asked of the first run must be asked again. */
function expectSameRun({ experts }: Checkpoint, options: RunCommandOptions): void {
  if (options.output === undefined) throw new UserError('--resume goes on in a file: name it with -o')
  if (experts !== (options.experts ?? false)) {
    throw new UserError(`the saved run was made ${experts ? 'with' : 'without'} --experts`)
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
