import { Worker } from 'node:worker_threads'
import type { LessonsState, ManyPlan, NamedSeries, SeriesForecastOptions } from 'credence/paths'
import { askThread } from '../../base/askThread.ts'
import { receivedError, type SentError } from '../../base/sentError.ts'
import type { Draws, PlainForecast } from './plainForecast.ts'

/** What every thread is told once. */
export interface KeyWork {
  readonly plan: ManyPlan
  readonly wishes: SeriesForecastOptions
  readonly lessons: LessonsState
  readonly draws: Draws
}

/** What a thread answers for some series. */
export type KeyAnswer = { readonly found: readonly PlainForecast[] } | { readonly failure: SentError }

/** Threads that forecast series by what teachers knew. */
export class KeyThreads {
  readonly #work: KeyWork
  readonly #size: number

  constructor(work: KeyWork, size: number) {
    this.#work = work
    this.#size = size
  }

  /** All series in their order, `atOnce` to a thread that is free. */
  async forecast(
    series: readonly NamedSeries[],
    atOnce: number,
    signal: AbortSignal,
    onDone: (count: number) => void,
  ): Promise<PlainForecast[]> {
    const found = new Array<PlainForecast>(series.length)
    let next = 0
    const workers = Array.from({ length: this.#size }, () => this.#start())
    const stop = (): void => {
      for (const worker of workers) void worker.terminate()
    }
    signal.addEventListener('abort', stop, { once: true })
    try {
      await Promise.all(
        workers.map(async (worker) => {
          while (next < series.length) {
            const from = next
            next += atOnce
            const some = await ask(worker, series.slice(from, from + atOnce), signal)
            some.forEach((each, i) => {
              found[from + i] = each
            })
            onDone(some.length)
          }
        }),
      )
    } finally {
      signal.removeEventListener('abort', stop)
      await Promise.all(workers.map((worker) => worker.terminate()))
    }
    return found
  }

  #start(): Worker {
    return new Worker(new URL('./keysOfThread.js', import.meta.url), { workerData: this.#work })
  }
}

async function ask(
  worker: Worker,
  series: readonly NamedSeries[],
  signal: AbortSignal,
): Promise<readonly PlainForecast[]> {
  const answer = await askThread<KeyAnswer>(worker, series, signal)
  if ('failure' in answer) throw receivedError(answer.failure)
  return answer.found
}
