import { parentPort, workerData } from 'node:worker_threads'
import type { Journal } from '../base/journal.ts'
import { sqliteJournal } from './sqlite.ts'
import { type Call, OPENING, type Returned } from './threaded.ts'

/** The thread of an embedded database: does what it is told, one call after the other. */
const port = parentPort as NonNullable<typeof parentPort>
const tell = (returned: Returned): void => port.postMessage(returned)

function failure(error: unknown): NonNullable<Returned['failure']> {
  const { name, message, code } = error as Error & { code?: string }
  return { name, message, ...(code === undefined ? {} : { code }) }
}

try {
  const journal: Journal = await sqliteJournal(workerData as string)
  port.on('message', ({ id, method, given }: Call) => {
    const work = journal[method] as (...given: readonly unknown[]) => Promise<unknown>
    work(...given).then(
      (value) => tell({ id, value }),
      (error) => tell({ id, failure: failure(error) }),
    )
  })
  tell({ id: OPENING })
} catch (error) {
  tell({ id: OPENING, failure: failure(error) })
}
