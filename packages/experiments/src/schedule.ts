import { Worker } from 'node:worker_threads'
import type { Result } from './experiment.ts'

/** One replication of one part of one experiment: all that a worker needs to know. */
export interface Task {
  readonly experiment: string
  /** The file that exports it, as a URL, where it is not one of ours. */
  readonly module?: string
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
  /** Called as each task ends, in any order. */
  done(task: Task, result: Result): Promise<void>
}

/** Runs tasks on worker threads, the longest first. What a task finds depends on the task alone. */
export async function schedule(
  tasks: readonly Task[],
  { workers, signal, done }: ScheduleOptions,
): Promise<void> {
  const waiting = tasks.map((task, i) => ({ task, i })).sort((a, b) => b.task.cost - a.task.cost || a.i - b.i)
  const threads = new Set<Worker>()
  const stop = (): void => {
    waiting.length = 0
    for (const thread of threads) void thread.terminate()
  }
  const work = async (): Promise<void> => {
    const worker = new Worker(new URL('./worker.js', import.meta.url))
    threads.add(worker)
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await done(next.task, await ask(worker, next.task))
    }
  }
  signal?.throwIfAborted()
  signal?.addEventListener('abort', stop)
  try {
    await Promise.all(Array.from({ length: Math.min(workers, tasks.length) }, work))
    signal?.throwIfAborted()
  } finally {
    signal?.removeEventListener('abort', stop)
    stop()
  }
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
