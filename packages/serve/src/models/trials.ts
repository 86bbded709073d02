import type { DryRun, TrialRecord } from '@credence/client'
import { ArgumentError } from 'credence'
import { Slices } from '../base/slices.ts'
import { createHealth, recordHealth } from '../learning/health.ts'
import { healthOf } from '../learning/healthView.ts'
import type { Series } from '../learning/series.ts'
import type { BuildModel, BuiltModel } from './registry.ts'

/** Tries recipes before they are served. Where it is done in a thread of its own, nothing else waits. */
export interface Trials {
  /** What a key of this recipe takes. @throws {ArgumentError} if the recipe is wrong, or takes too long to find out */
  weigh(recipe: unknown): Promise<Weight>
  /** The recipe on rows, without keeping anything. */
  dryRun(recipe: unknown, rows: readonly Row[]): Promise<DryRun>
}

export interface Weight {
  /** Memory of a key after its first rounds, about. */
  readonly bytes: number
  /** The fastest of some rounds. */
  readonly milliseconds: number
}

export type Row = Readonly<Record<string, number | string | boolean | null>>

/** What a recipe may take. */
export interface Budget {
  /** Milliseconds for a round: one event holds up all others for so long. */
  readonly milliseconds: number
  /** Bytes for a key. */
  readonly bytes: number
}

export const BUDGET: Budget = { milliseconds: 50, bytes: 32e6 }

/** Refuses a recipe of which one key would hold up the others. */
export function expectAffordable({ bytes, milliseconds }: Weight, budget: Budget): void {
  if (milliseconds > budget.milliseconds) {
    throw new ArgumentError(
      `a round of this recipe takes ${Math.round(milliseconds)} ms, and all keys wait for it; ${budget.milliseconds} are allowed (--round-budget)`,
      'too-large',
    )
  }
  if (bytes > budget.bytes) {
    throw new ArgumentError(
      `a key of this recipe takes ${Math.round(bytes / 1e6)} MB of memory; ${budget.bytes / 1e6} are allowed`,
      'too-large',
    )
  }
}

/** Trials in this thread. */
export function trialsBy(build: BuildModel): Trials {
  return {
    weigh: async (recipe) => weigh(build(recipe)),
    dryRun: (recipe, rows) => dryRun(build(recipe), rows),
  }
}

/** Rounds to weigh a recipe by: the first make what later ones use. */
const ROUNDS = 4

function weigh(model: BuiltModel): Weight {
  const series = model.series.begin()
  const input = Object.fromEntries((model.columns ?? ['a', 'b']).map((name) => [name, 0]))
  let milliseconds = Infinity
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    if (!learnsSomething(series, input)) return { bytes: series.size(), milliseconds: 0 }
    milliseconds = Math.min(milliseconds, performance.now() - start)
  }
  return { bytes: series.size(), milliseconds }
}

/** Outcomes that most recipes take: a number, or one of two classes. */
function learnsSomething(series: Series, input: unknown): boolean {
  return [0, 1].some((y) => {
    try {
      series.learn(input, y)
      return true
    } catch {
      return false
    }
  })
}

/** Milliseconds that a dry run may take. */
const PATIENCE = 10_000

async function dryRun(model: BuiltModel, rows: readonly Row[]): Promise<DryRun> {
  const names = Object.keys(rows[0] as object)
  const target = model.target ?? names.filter((name) => !model.columns?.includes(name)).at(-1)
  if (target === undefined)
    throw new ArgumentError('the rows have no column for the target', 'unknown-column')
  const columns = model.columns ?? names.filter((name) => name !== target)
  const series = model.series.begin()
  const health = createHealth()
  const records: TrialRecord[] = []
  const end = performance.now() + PATIENCE
  const slices = new Slices()
  let stopped = false
  for (const [i, row] of rows.entries()) {
    const y = row[target]
    if (y === null || y === undefined) continue
    const input = Object.fromEntries(columns.map((name) => [name, row[name] ?? null]))
    const record = series.learn(input, y)
    const alerts = recordHealth(health, record, model.coverage, series.watched).map(({ reason }) => reason)
    records.push({ t: i + 1, ...record, ...(alerts.length > 0 ? { alerts } : {}) })
    await slices.over()
    stopped = performance.now() > end && i < rows.length - 1
    if (stopped) break
  }
  return { rows: rows.length, target, stopped, health: healthOf(health), records }
}
