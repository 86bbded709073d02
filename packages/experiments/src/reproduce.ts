import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Experiment, Result, Wishes } from './experiment.ts'
import { type Judged, judgeAll, merged, type Run } from './judged.ts'
import { writeLatex } from './latex.ts'
import { checkOverrides, chosenReading, type Overrides, withOverrides } from './overrides.ts'
import { chapterPage, reportPage } from './page/page.ts'
import { type About, type Chapter, drawFigure, FORMATS } from './page/parts.ts'
import { loadPng, type ToPng } from './png.ts'
import { startProgress } from './progress.ts'
import { type Detail, factorial, type Reading } from './reading.ts'
import { measuresTable, readingsTable } from './readingsTable.ts'
import { schedule, type Task } from './schedule.ts'
import { digest, seedOf } from './seed.ts'
import { Store, writeWhole } from './store.ts'
import { toCsv } from './table.ts'

/** Finished replications of another version are not continued. */
const VERSION: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version

export interface ReproduceOptions extends Omit<Wishes, 'reading' | 'replications'> {
  /** @default as many as each experiment has, 30 if it does not say; 5 of a quick run */
  readonly replications?: number
  readonly experiments: readonly Experiment[]
  readonly out: string
  /** The command as the user gave it, for the pages. */
  readonly command: string
  /** Settings and ways of reading, by name. @default none */
  readonly set?: Overrides
  /** Whether to run every reading, not only ours. @default false */
  readonly readings?: boolean
  /** The file that exports the experiment, as a URL, where it is not one of ours. */
  readonly module?: string
  /** Worker threads. @default all cores */
  readonly workers?: number
  readonly signal?: AbortSignal
  /** Whether to write report.html over all experiments. @default false */
  readonly report?: boolean
  /** Whether to write the tables as LaTeX too. @default false */
  readonly latex?: boolean
}

export interface Reproduced {
  readonly chapters: readonly Chapter[]
  /** The sentences of all chapters, each once. */
  readonly judged: readonly Judged[]
  /** Replications found finished, and run now. */
  readonly found: number
  readonly ran: number
}

/** One run that is prepared: its settings, what is left to do, and where results are kept. */
interface Plan {
  readonly experiment: Experiment
  readonly chosen: Reading
  readonly reading: Reading
  readonly settings: unknown
  readonly tasks: readonly Task[]
  readonly store: Store
}

/**
 * Runs experiments on all cores and writes numbers, figures and pages under `out`.
 *
 * Every finished replication is kept there: a run that is stopped goes on from them, and the same seed gives the
 * same bytes of CSV whatever the number of workers.
 */
export async function reproduce(options: ReproduceOptions): Promise<Reproduced> {
  const { out } = options
  const plans = await planAll(options)
  const { found, ran } = await runAll(plans, options)
  const about: About = { command: options.command, seed: options.seed, version: VERSION }
  const toPng = await loadPng()
  if (!toPng) console.error('@resvg/resvg-js is not installed: figures are written as SVG only')
  const chapters: Chapter[] = []
  for (const experiment of options.experiments) {
    const own = plans.filter((one) => one.experiment === experiment)
    chapters.push(await finish(own, out, about, toPng, options.latex ?? false))
  }
  const judged = merged(chapters.flatMap((chapter) => chapter.judged))
  if (options.report) {
    await writeWhole(join(out, 'report.html'), reportPage(chapters, judged, about, formats(toPng)))
    await writeWhole(join(out, 'readings.csv'), toCsv(readingsTable(judged)))
  }
  return { chapters, judged, found, ran }
}

async function planAll(options: ReproduceOptions): Promise<Plan[]> {
  const { set = {} } = options
  const plans: Plan[] = []
  for (const experiment of options.experiments) {
    const chosen = chosenReading(experiment, set)
    const decisive = (experiment.details ?? []).filter(({ measured }) => !measured)
    const own = only(decisive, chosen)
    const key = JSON.stringify(own)
    const others = options.readings ? factorial(decisive).filter((one) => JSON.stringify(one) !== key) : []
    const usual = options.quick ? 5 : (experiment.replications ?? 30)
    const { replications = usual } = options
    plans.push(await plan(experiment, chosen, own, replications, options))
    const few = Math.min(replications, experiment.perReading ?? 10)
    for (const reading of others) plans.push(await plan(experiment, chosen, reading, few, options))
  }
  checkOverrides(
    options.experiments,
    plans.map(({ settings }) => settings),
    set,
  )
  return plans
}

function only(details: readonly Detail[], reading: Reading): Reading {
  return Object.fromEntries(details.map(({ name }) => [name, reading[name]]))
}

async function plan(
  experiment: Experiment,
  chosen: Reading,
  reading: Reading,
  replications: number,
  options: ReproduceOptions,
): Promise<Plan> {
  const { name } = experiment
  const { seed, module, set = {} } = options
  const wishes = { ...options, replications, reading }
  const settings = withOverrides(await experiment.settings(wishes), set)
  const tasks = experiment.parts(settings, wishes).flatMap(({ name: part, replications: n, cost }) =>
    Array.from({ length: n }, (_, replication) => ({
      experiment: name,
      ...(module === undefined ? {} : { module }),
      settings,
      part,
      replication,
      // Not of the reading: all readings see the same streams.
      seed: seedOf(seed, name, part, replication),
      cost,
    })),
  )
  const source = module === undefined ? null : digest(readFileSync(fileURLToPath(module), 'utf8'))
  const store = new Store(options.out, name, digest([name, settings, seed, VERSION, source]))
  return { experiment, chosen, reading, settings, tasks, store }
}

async function runAll(
  plans: readonly Plan[],
  { workers = availableParallelism(), signal }: ReproduceOptions,
): Promise<{ found: number; ran: number }> {
  const all = plans.flatMap(({ tasks, store }) => tasks.map((task) => ({ task, store })))
  const stores = new Map(all.map(({ task, store }) => [task, store]))
  const left: Task[] = []
  for (const { task, store } of all) if (!(await store.read(task.part, task.replication))) left.push(task)
  const cost = (tasks: readonly Task[]): number => tasks.reduce((sum, task) => sum + task.cost, 0)
  const total = cost(all.map(({ task }) => task))
  const progress = startProgress(total, total - cost(left))
  try {
    await schedule(left, {
      workers,
      signal,
      async done(task, result) {
        await stores.get(task)?.write(task.part, task.replication, result)
        progress.step(task.cost)
      },
    })
  } finally {
    progress.stop()
  }
  return { found: all.length - left.length, ran: left.length }
}

/** Reads what was stored, also what has just been run: so both come from the same text. */
async function readRun({ experiment, reading, settings, tasks, store }: Plan): Promise<Run> {
  const results: Record<string, Result[]> = {}
  for (const { part, replication } of tasks) {
    const result = await store.read(part, replication)
    if (!result) throw new Error(`${experiment.name}: replication ${replication + 1} of ${part} is gone`)
    results[part] ??= []
    results[part].push(result)
  }
  return { settings, reading, results }
}

/** @param plans of one experiment, ours first */
async function finish(
  plans: readonly Plan[],
  out: string,
  about: About,
  toPng: ToPng | undefined,
  latex: boolean,
): Promise<Chapter> {
  const [{ experiment, chosen }] = plans
  const runs: Run[] = []
  for (const one of plans) runs.push(await readRun(one))
  const [{ settings, results }] = runs
  const { name, title, section, sources = [] } = experiment
  const summary = experiment.summarise(settings, results)
  const judged = judgeAll(experiment, runs, chosen)
  const chapter: Chapter = { name, title, section, sources, summary, judged }
  const folder = join(out, name)
  const tables = { ...summary.tables, sentences: measuresTable(judged), readings: readingsTable(judged) }
  for (const [table, content] of Object.entries(tables)) {
    await writeWhole(join(folder, `${table}.csv`), toCsv(content))
  }
  for (const figure of summary.figures) {
    const svg = drawFigure(figure, name)
    await writeWhole(join(folder, `${figure.name}.svg`), svg)
    if (toPng) await writeWhole(join(folder, `${figure.name}.png`), toPng(svg))
  }
  if (latex) await writeLatex(folder, chapter)
  const replications = Object.fromEntries(Object.entries(results).map(([part, list]) => [part, list.length]))
  const sentences = judged.map(({ sentence }) => sentence)
  const record = { experiment: name, ...about, settings, replications, notes: summary.notes, sentences }
  await writeWhole(join(folder, 'results.json'), `${JSON.stringify(record, null, 2)}\n`)
  await writeWhole(join(folder, 'index.html'), chapterPage(chapter, about, formats(toPng)))
  return chapter
}

function formats(toPng: ToPng | undefined): readonly string[] {
  return toPng ? FORMATS : FORMATS.slice(0, 1)
}
