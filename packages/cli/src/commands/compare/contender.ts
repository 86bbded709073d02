import { parentPort, workerData } from 'node:worker_threads'
import type { Recipe } from '@credence/recipe'
import type { RunRecord, RunSummary, Yardstick } from '@credence/report'
import { explain } from '../../base/failure.ts'
import { Course } from '../../course/course.ts'
import { findInput } from '../../input/input.ts'
import type { FileWishes } from '../../input/options.ts'
import type { WrittenReader } from '../../input/readers.ts'
import { loadPlugins } from '../../recipes/plugins.ts'
import { lossBy, Naive } from './yardstick.ts'

/** What a contender's thread is given. */
export interface Task {
  readonly recipe: Recipe
  /** Plugins of all contenders, and how they all read the data. */
  readonly plugins: readonly string[]
  readonly reader: WrittenReader | undefined
  readonly data: string
  readonly wishes: FileWishes
  readonly by: Yardstick
  readonly coverage: number
  /** Whether this thread also says what the naive forecast loses, and how many rows later it knows outcomes. */
  readonly naive: boolean
  readonly ahead: number
}

/** What it says on the way: losses by row, NaN where there is none; and at the end its summary, or what went wrong. */
export type Message =
  | { readonly losses: Float64Array; readonly naive?: Float64Array; readonly share: number }
  | { readonly summary: RunSummary | null }
  | { readonly failure: { readonly message: string; readonly code: number } }

const CHUNK = 8192

async function contend(task: Task): Promise<void> {
  const { recipe, data, wishes, by, coverage, naive, ahead } = task
  await loadPlugins(task.plugins)
  const input = await findInput(data, wishes, task.reader)
  const course = await Course.open(recipe, input, {})
  const baseline = naive ? new Naive(by, coverage, ahead) : undefined
  let losses = new Float64Array(CHUNK)
  let theirs = new Float64Array(naive ? CHUNK : 0)
  let size = 0
  const send = (): void => {
    const sent = losses.slice(0, size)
    const beside = theirs.slice(0, size)
    const share = input.size === undefined ? 0 : input.position / input.size
    post(naive ? { losses: sent, naive: beside, share } : { losses: sent, share })
    losses = new Float64Array(CHUNK)
    theirs = new Float64Array(naive ? CHUNK : 0)
    size = 0
  }
  for await (const { batch, from } of course.batches()) {
    for (let r = from; r < batch.size; r++) {
      const round = course.take(batch, r) as RunRecord | undefined
      if (round === undefined) continue
      losses[size] = lossBy(by, round, coverage)
      if (baseline) theirs[size] = baseline.lose(round)
      if (++size === CHUNK) send()
    }
  }
  send()
  post({ summary: course.summary() ?? null })
}

function post(message: Message): void {
  parentPort?.postMessage(message)
}

contend(workerData as Task).catch((error: unknown) => post({ failure: explain(error) }))
