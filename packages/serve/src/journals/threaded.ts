import { Worker } from 'node:worker_threads'
import { Fenced, type Journal } from '../base/journal.ts'
import { threadProgram } from '../base/threadProgram.ts'

/** What the thread is asked. */
export interface Call {
  readonly id: number
  readonly method: Method
  readonly given: readonly unknown[]
}

/** What it says. */
export interface Returned {
  readonly id: number
  readonly value?: unknown
  readonly failure?: { readonly name: string; readonly message: string; readonly code?: string }
}

export type Method = Exclude<keyof Journal, 'shared'>

/** The call that is not made: the database is opened by itself. */
export const OPENING = 0

interface Waiting {
  resolve(value: never): void
  reject(error: unknown): void
}

/**
 * An embedded database in a thread of its own: while the disk syncs, and while a large file is searched, this thread goes on.
 */
export async function threadedSqlite(path: string): Promise<Journal> {
  const worker = new Worker(threadProgram('journals/journalThread.js'), {
    workerData: path,
    // No part of this process's arguments or environment concerns it.
    argv: [],
    env: {},
  })
  const { call, opened } = callsTo(worker)
  try {
    await opened
  } catch (error) {
    await worker.terminate()
    throw error
  }
  return {
    // Two processes on one file are allowed; they are slow, and right.
    shared: true,
    load: call('load'),
    heads: call('heads'),
    commit: call('commit'),
    list: call('list'),
    count: call('count'),
    size: call('size'),
    ready: call('ready'),
    history: call('history'),
    cutHistory: call('cutHistory'),
    purge: call('purge'),
    async close() {
      await call('close')()
      await worker.terminate()
    },
  }
}

interface Calls {
  /** Fulfilled once the database is open. */
  readonly opened: Promise<unknown>
  call<M extends Method>(method: M): (...given: Parameters<Journal[M]>) => ReturnType<Journal[M]>
}

/** Calls on their way to the thread and back; when it has gone, all fail. */
function callsTo(worker: Worker): Calls {
  const waiting = new Map<number, Waiting>()
  let gone: Error | undefined
  let calls = OPENING
  const wait = <T>(id: number): Promise<T> =>
    new Promise((resolve, reject) => {
      if (gone) reject(gone)
      else waiting.set(id, { resolve, reject })
    })
  const fail = (error: Error): void => {
    gone = error
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on('message', ({ id, value, failure }: Returned) => {
    const caller = waiting.get(id)
    waiting.delete(id)
    if (failure) caller?.reject(errorOf(failure))
    else caller?.resolve(value as never)
  })
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('the thread of the database has ended')))
  return {
    opened: wait(OPENING),
    call:
      (method) =>
      (...given) => {
        const id = ++calls
        const returned = wait(id)
        if (!gone) worker.postMessage({ id, method, given } satisfies Call)
        return returned as ReturnType<Journal[typeof method]>
      },
  }
}

function errorOf({ name, message, code }: NonNullable<Returned['failure']>): Error {
  if (name === 'Fenced') return new Fenced(message)
  return Object.assign(new Error(message), { name }, code === undefined ? {} : { code })
}
