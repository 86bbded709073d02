import { parentPort, workerData } from 'node:worker_threads'
import type { NumericRecord, Recipe } from '@credence/recipe'
import type { RunSummary, Yardstick } from '@credence/report'
import { type SentError, sentError } from '../../base/sentError.ts'
import { Course } from '../../course/course.ts'
import { findInput } from '../../input/input.ts'
import type { FileWishes } from '../../input/options.ts'
import type { WrittenReader } from '../../input/readers.ts'
import { loadPlugins } from '../../recipes/plugins.ts'
import type { Losses } from './pairs.ts'
import { Judge } from './series.ts'
import { Naive } from './yardstick.ts'

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

/** What it says on the way: its losses; and at the end its summary, or what went wrong. */
export type Message =
  | { readonly own: Losses; readonly naive?: Losses; readonly share: number }
  | { readonly summary: RunSummary | null }
  | { readonly failure: SentError }

const CHUNK = 8192

async function contend(task: Task): Promise<void> {
  const { recipe, data, wishes, by, coverage, naive, ahead } = task
  await loadPlugins(task.plugins)
  const input = await findInput(data, wishes, task.reader)
  const course = await Course.open(recipe, input, {})
  const baseline = (): Naive | undefined => (naive ? new Naive(by, coverage, ahead) : undefined)
  const judge = new Judge(by, coverage, course.series.areMany, baseline)
  let own = room()
  let theirs = room()
  let size = 0
  const send = (): void => {
    const share = input.size === undefined ? 0 : input.position / input.size
    const sent = { own: filled(own, size), share }
    post(naive ? { ...sent, naive: filled(theirs, size) } : sent)
    own = room()
    theirs = room()
    size = 0
  }
  for await (const { batch, from } of course.batches()) {
    for (let r = from; r < batch.size; r++) {
      const round = course.take(batch, r) as NumericRecord | undefined
      if (round === undefined) continue
      const judged = judge.judge(round, course.rows.key)
      own.losses[size] = judged.loss
      own.points[size] = judged.point
      theirs.losses[size] = judged.naive?.loss ?? Number.NaN
      theirs.points[size] = judged.naive?.point ?? Number.NaN
      if (++size === CHUNK) send()
    }
  }
  send()
  post({ summary: course.summary() ?? null })
  await course.series.close()
}

function room(): Losses {
  return { losses: new Float64Array(CHUNK), points: new Float64Array(CHUNK) }
}

function filled({ losses, points }: Losses, size: number): Losses {
  return { losses: losses.slice(0, size), points: points.slice(0, size) }
}

function post(message: Message): void {
  parentPort?.postMessage(message)
}

contend(workerData as Task).catch((error: unknown) => post({ failure: sentError(error) }))
