import { Worker } from 'node:worker_threads'
import type { LessonsState, ManyPlan, NamedSeries, SeriesForecastOptions } from 'credence/paths'
import { askThread } from '../../base/askThread.ts'
import { receivedError, type SentError } from '../../base/sentError.ts'
import type { List } from '../../files/shelf/list.ts'
import type { KeySeries, Take } from './keyForecast.ts'
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

  /** Some of the series in their order, `atOnce` to a thread that is free. They are read when it is their turn. */
  async forecast(
    series: List<KeySeries>,
    places: readonly number[],
    atOnce: number,
    signal: AbortSignal,
    take: Take,
  ): Promise<void> {
    let next = 0
    const workers = Array.from({ length: this.#size }, () => this.#start())
    const stop = (): void => {
      for (const worker of workers) void worker.terminate()
    }
    signal.addEventListener('abort', stop, { once: true })
    try {
      await Promise.all(
        workers.map(async (worker) => {
          while (next < places.length) {
            const own = places.slice(next, next + atOnce)
            next += atOnce
            const some = own.map((i) => series.at(i) as KeySeries)
            const found = await ask(worker, some, signal)
            own.forEach((i, k) => {
              take(i, some[k] as KeySeries, found[k] as PlainForecast)
            })
          }
        }),
      )
    } finally {
      signal.removeEventListener('abort', stop)
      await Promise.all(workers.map((worker) => worker.terminate()))
    }
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
