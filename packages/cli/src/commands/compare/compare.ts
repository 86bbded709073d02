import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { Worker } from 'node:worker_threads'
import { aheadOf, coverageOf, type Recipe } from '@credence/recipe'
import type { Comparison, RunSummary, Yardstick } from '@credence/report'
import { inPlace, noRows, UserError } from '../../base/failure.ts'
import { print } from '../../base/print.ts'
import { receivedError } from '../../base/sentError.ts'
import { holdingNames } from '../../files/hold.ts'
import { checkPaths } from '../../files/roles.ts'
import { writeWhole } from '../../files/writeWhole.ts'
import { findInput } from '../../input/input.ts'
import { type FileWishes, fileWishes } from '../../input/options.ts'
import { type RecipeFile, type RecipeWishes, readRecipe } from '../../recipes/readRecipe.ts'
import { startBars } from './bars.ts'
import type { Message, Task } from './contender.ts'
import { describeComparison } from './describe.ts'
import { Pairs } from './pairs.ts'
import { commonBy, withBy } from './series.ts'

export interface CompareCommandOptions extends FileWishes, RecipeWishes {
  /** By what they are compared. */
  readonly measure?: Yardstick
  readonly workers?: number
  readonly json?: boolean
  readonly plugins?: boolean
  readonly report?: string
  /** Data sets to rank over, and how many seeds each. */
  readonly over?: readonly string[]
  readonly seeds?: number
}

/** `credence compare A B … DATA`: each in a thread of its own, and naive always among them. */
export async function compareCommand(
  names: readonly string[],
  data: string,
  options: CompareCommandOptions,
  signal: AbortSignal,
): Promise<void> {
  const { json = false, report } = options
  const files: RecipeFile[] = []
  const wishes = recipeWishes(options)
  for (const name of names) files.push(await readRecipe(name, wishes, options.plugins, signal))
  // All of them learn from the same rows.
  const reader = files.find((file) => file.reader)?.reader
  const input = await findInput(data, fileWishes(options), reader)
  if (!input.again)
    throw new UserError(`${input.name} passes only once: compare reads it once for each recipe`)
  await checkPaths({ data, recipe: names, plugin: files.flatMap(({ plugins }) => plugins) }, { report })
  const labels = [...distinct(names), 'naive']
  await holdingNames({ report }, async () => {
    const comparison = await contest(files, labels, { ...options, data, reader }, signal)
    if (comparison.pairs.every(({ rounds }) => rounds === 0)) throw nothingCompared(comparison, input.name)
    if (report !== undefined)
      await writePage(report, comparison, `${labels.join(', ')} on ${basename(input.name)}`)
    await print(...(json ? [JSON.stringify(comparison)] : describeComparison(comparison)))
  })
}

export interface ContestOptions extends CompareCommandOptions {
  readonly data: string
  readonly reader: RecipeFile['reader']
}

/** @param labels of the recipes, and of naive at their end */
export async function contest(
  files: readonly RecipeFile[],
  labels: readonly string[],
  options: ContestOptions,
  signal: AbortSignal,
): Promise<Comparison> {
  const written = files.map(({ recipe }) => recipe)
  const input = await findInput(options.data, fileWishes(options), options.reader)
  const series = await commonBy(written, input, signal)
  const recipes = written.map((recipe) => withBy(recipe, series))
  const { measure: by = yardstickOf(recipes), workers = availableParallelism(), data, reader } = options
  const coverage = coverageOf(recipes[0] as Recipe)
  const pairs = new Pairs(labels, by)
  const summaries = new Array<RunSummary | null>(files.length).fill(null)
  const shares = labels.map(() => 0)
  const bars = startBars(labels)
  const start = performance.now()
  const contend = (i: number): Promise<void> => {
    const task: Task = {
      recipe: recipes[i] as Recipe,
      plugins: files.flatMap(({ plugins }) => plugins),
      reader,
      data,
      wishes: fileWishes(options),
      by,
      coverage,
      naive: i === 0,
      // Where they differ, as late as the one that knows least.
      ahead: Math.max(...recipes.map(aheadOf)),
    }
    return inThread(task, signal, (message) => {
      if ('summary' in message) summaries[i] = message.summary
      if (!('own' in message)) return
      pairs.add(i, message.own)
      shares[i] = message.share
      if (message.naive) {
        pairs.add(files.length, message.naive)
        shares[files.length] = message.share
      }
      bars.show(shares)
    })
  }
  try {
    await inTurns(files.length, Math.min(workers, files.length), contend, labels)
  } finally {
    bars.stop()
  }
  return {
    by,
    series,
    seconds: (performance.now() - start) / 1000,
    contenders: labels.map((name, i) => ({
      name,
      meanLoss: pairs.meanLoss(i),
      summary: summaries[i] ?? null,
    })),
    pairs: pairs.all,
  }
}

/** Why no round could be compared. */
function nothingCompared({ contenders }: Comparison, file: string): UserError {
  const [summary] = contenders.flatMap((one) => one.summary ?? [])
  if (!summary) return noRows(file)
  const target = JSON.stringify(summary.columns.target)
  return new UserError(
    summary.outcomes > 1
      ? `${target} holds classes, and compare measures forecasts of numbers. Choose a column of numbers with --target, or use credence run ${file}`
      : `${file} has fewer than two rows with a value in ${target}: there is nothing to compare`,
  )
}

async function writePage(path: string, comparison: Comparison, title: string): Promise<void> {
  const { comparisonPage } = await import('@credence/report')
  const page = await comparisonPage(comparison, { title })
  await writeWhole(path, page, `${path}: no room left on its disk for the page`)
}

/** As many at once as there are workers. */
async function inTurns(
  count: number,
  workers: number,
  run: (i: number) => Promise<void>,
  names: readonly string[],
): Promise<void> {
  let next = 0
  const work = async (): Promise<void> => {
    while (next < count) {
      const i = next++
      await run(i).catch((error: unknown) => {
        throw inPlace(names[i] as string, error)
      })
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
}

function inThread(task: Task, signal: AbortSignal, onMessage: (message: Message) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./contender.js', import.meta.url), { workerData: task })
    const stop = (): void => {
      worker.terminate().catch(() => {})
      reject(signal.reason)
    }
    signal.addEventListener('abort', stop)
    worker.on('message', (message: Message) => {
      if ('failure' in message) reject(receivedError(message.failure))
      else onMessage(message)
    })
    worker.on('error', reject)
    worker.on('exit', () => {
      signal.removeEventListener('abort', stop)
      resolve()
    })
  })
}

/** What all recipes can be measured by. */
function yardstickOf(recipes: readonly Recipe[]): Yardstick {
  if (recipes.every(({ task }) => task === 'conformal')) return 'interval'
  return recipes.every(({ task }) => task === 'classification') ? 'probability' : 'absolute'
}

/** The same recipe twice is told apart by its place. */
export function distinct(names: readonly string[]): string[] {
  return names.map((name, i) => (names.indexOf(name) === i && name !== 'naive' ? name : `${name} (${i + 1})`))
}

export function recipeWishes({ target, by, coverage, standardize }: CompareCommandOptions): RecipeWishes {
  const said = { target, by, coverage, standardize }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
}
