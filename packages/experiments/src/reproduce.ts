import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Claim } from './claim.ts'
import type { Experiment, Result, Summary, Wishes } from './experiment.ts'
import { type About, type Chapter, chapterPage, drawFigure, FORMATS, reportPage } from './page.ts'
import { loadPng, type ToPng } from './png.ts'
import { startProgress } from './progress.ts'
import { schedule, type Task } from './schedule.ts'
import { digest, seedOf } from './seed.ts'
import { Store, writeWhole } from './store.ts'
import { toCsv } from './table.ts'

/** Finished replications of another version are not continued. */
const VERSION: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version

export interface ReproduceOptions extends Wishes {
  readonly experiments: readonly Experiment[]
  readonly out: string
  /** The command as the user gave it, for the pages. */
  readonly command: string
  /** Worker threads. @default all cores */
  readonly workers?: number
  readonly signal?: AbortSignal
  /** Whether to write report.html over all experiments. @default false */
  readonly report?: boolean
}

export interface Reproduced {
  readonly chapters: readonly Chapter[]
  /** Replications found finished, and run now. */
  readonly found: number
  readonly ran: number
}

/** A prepared experiment: its settings, what is left to run, and where results are kept. */
interface Plan {
  readonly experiment: Experiment
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
  const { experiments, out, workers = availableParallelism(), signal } = options
  const plans: Plan[] = []
  for (const experiment of experiments) plans.push(await plan(experiment, options))
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
  const about: About = { command: options.command, seed: options.seed, version: VERSION }
  const chapters: Chapter[] = []
  const toPng = await loadPng()
  if (!toPng) console.error('@resvg/resvg-js is not installed: figures are written as SVG only')
  for (const one of plans) chapters.push(await finish(one, out, about, toPng))
  if (options.report) await writeWhole(join(out, 'report.html'), reportPage(chapters, about, formats(toPng)))
  return { chapters, found: all.length - left.length, ran: left.length }
}

async function plan(experiment: Experiment, options: ReproduceOptions): Promise<Plan> {
  const { name } = experiment
  const { seed } = options
  const settings = await experiment.settings(options)
  const tasks = experiment.parts(settings, options).flatMap(({ name: part, replications, cost }) =>
    Array.from({ length: replications }, (_, replication) => ({
      experiment: name,
      settings,
      part,
      replication,
      seed: seedOf(seed, name, part, replication),
      cost,
    })),
  )
  return {
    experiment,
    settings,
    tasks,
    store: new Store(options.out, name, digest([name, settings, seed, VERSION])),
  }
}

/** Reads what was stored, also what has just been run: so both come from the same text. */
async function finish(
  { experiment, settings, tasks, store }: Plan,
  out: string,
  about: About,
  toPng: ToPng | undefined,
): Promise<Chapter> {
  const results: Record<string, Result[]> = {}
  for (const { part, replication } of tasks) {
    const result = await store.read(part, replication)
    if (!result) throw new Error(`${experiment.name}: replication ${replication + 1} of ${part} is gone`)
    results[part] ??= []
    results[part].push(result)
  }
  const { name, title, section, sources = [] } = experiment
  const summary = experiment.summarise(settings, results)
  const chapter = { name, title, section, sources, summary }
  const folder = join(out, name)
  for (const [table, content] of Object.entries({ ...summary.tables, claims: claimsTable(summary) })) {
    await writeWhole(join(folder, `${table}.csv`), toCsv(content))
  }
  for (const figure of summary.figures) {
    const svg = drawFigure(figure, name)
    await writeWhole(join(folder, `${figure.name}.svg`), svg)
    if (toPng) await writeWhole(join(folder, `${figure.name}.png`), toPng(svg))
  }
  const replications = Object.fromEntries(Object.entries(results).map(([part, list]) => [part, list.length]))
  const { claims, notes } = summary
  const record = { experiment: name, ...about, settings, replications, notes, claims }
  await writeWhole(join(folder, 'results.json'), `${JSON.stringify(record, null, 2)}\n`)
  await writeWhole(join(folder, 'index.html'), chapterPage(chapter, about, formats(toPng)))
  return chapter
}

function formats(toPng: ToPng | undefined): readonly string[] {
  return toPng ? FORMATS : FORMATS.slice(0, 1)
}

function claimsTable({ claims }: Summary): { columns: string[]; rows: (string | number)[][] } {
  const row = ({ says, measured, side, than, estimate, verdict }: Claim): (string | number)[] => {
    const { mean, error, low, high, n } = estimate
    return [says, measured, side, than, mean, error, low, high, n, verdict]
  }
  return {
    columns: [
      'claim',
      'measured',
      'side',
      'than',
      'mean',
      'standard_error',
      'low',
      'high',
      'replications',
      'verdict',
    ],
    rows: claims.map(row),
  }
}
