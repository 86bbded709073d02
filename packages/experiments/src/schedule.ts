import { Worker } from 'node:worker_threads'
import type { Result } from './experiment.ts'

/** One replication of one part of one experiment: all that a worker needs to know. */
export interface Task {
  readonly experiment: string
  readonly settings: unknown
  readonly part: string
  readonly replication: number
  readonly seed: number
  /** About how many seconds it takes. */
  readonly cost: number
}

export interface ScheduleOptions {
  readonly workers: number
  readonly signal?: AbortSignal | undefined
  /** Called as each task ends, one at a time and in any order. */
  done(task: Task, result: Result): Promise<void>
}

/** Runs tasks on worker threads, the longest first. What a task finds depends on the task alone. */
export async function schedule(
  tasks: readonly Task[],
  { workers, signal, done }: ScheduleOptions,
): Promise<void> {
  const waiting = tasks.map((task, i) => ({ task, i })).sort((a, b) => b.task.cost - a.task.cost || a.i - b.i)
  const stop = new AbortController()
  const count = Math.min(workers, tasks.length)
  const work = async (): Promise<void> => {
    const worker = new Worker(new URL('./worker.js', import.meta.url))
    const end = (): void => void worker.terminate()
    signal?.addEventListener('abort', end)
    stop.signal.addEventListener('abort', end)
    try {
      for (let next = waiting.shift(); next && !signal?.aborted; next = waiting.shift()) {
        const result = await ask(worker, next.task)
        await done(next.task, result)
      }
      signal?.throwIfAborted()
    } catch (error) {
      stop.abort()
      throw error
    } finally {
      signal?.removeEventListener('abort', end)
      await worker.terminate()
    }
  }
  await Promise.all(Array.from({ length: count }, work))
}

type Answer = { readonly result: Result } | { readonly failure: string }

function ask(worker: Worker, task: Task): Promise<Result> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      reject(
        new Error(`${task.experiment}, ${task.part}, replication ${task.replication + 1}: ${error.message}`),
      )
    }
    const exit = (): void => fail(new Error('stopped'))
    worker.once('error', fail)
    worker.once('exit', exit)
    worker.once('message', (answer: Answer) => {
      worker.off('error', fail)
      worker.off('exit', exit)
      if ('result' in answer) resolve(answer.result)
      else fail(new Error(answer.failure))
    })
    worker.postMessage(task)
  })
}
