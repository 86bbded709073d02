import { randomInt } from 'node:crypto'
import { Fenced, type Journal } from '../base/journal.ts'

/** Where it is tried whether the journal takes writes; no key of a series starts so. */
const STREAM = '!ready'
/** Milliseconds for which a commit shows that others will be taken. */
const FRESH = 5000
/** Milliseconds for the database to answer. */
const PATIENCE = 2000

/** Whether a worker can take events: not only that the database answers, but that it writes. */
export class Probe {
  readonly #journal: Journal
  #last = -Infinity
  #trying: Promise<void> | undefined

  constructor(journal: Journal) {
    this.#journal = journal
  }

  /** A commit was taken. */
  wrote(): void {
    this.#last = performance.now()
  }

  async ready(): Promise<void> {
    if (performance.now() - this.#last < FRESH) return
    // One attempt at a time: with a database that hangs they would pile up.
    this.#trying ??= this.#try().finally(() => {
      this.#trying = undefined
    })
    await within(PATIENCE, this.#trying)
  }

  async #try(): Promise<void> {
    await this.#journal.ready()
    const found = (await this.#journal.heads([STREAM])).get(STREAM)
    const { head: from, epoch } = found ?? { head: 0, epoch: randomInt(1, 2 ** 47) }
    try {
      const seen = Date.now()
      await this.#journal.commit([{ key: STREAM, from, epoch, entries: found ? [] : [''], seen }])
    } catch (error) {
      // Another worker was faster: it could write.
      if (!(error instanceof Fenced)) throw error
    }
    this.wrote()
  }
}

/** Rejects if the work takes longer. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${milliseconds} ms`)), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
