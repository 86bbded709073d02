import { type Answer, answer } from '../base/fold.ts'
import type { Journal } from '../base/journal.ts'
import { problem } from '../base/problem.ts'

/** Milliseconds between two looks. */
const EVERY = 60_000

/** How much the database holds, and whether it may hold another key. */
export class Room {
  readonly #journal: Journal
  readonly #keyLimit: number
  readonly #diskQuota: number
  readonly #timer: NodeJS.Timeout
  /** Keys in the database, over all models. */
  keys = 0
  /** Bytes of the database, as they were when they were looked at last. */
  bytes = 0

  constructor(journal: Journal, keyLimit = 2_000_000, diskQuota = Infinity) {
    this.#journal = journal
    this.#keyLimit = keyLimit
    this.#diskQuota = diskQuota
    this.#timer = setInterval(() => void this.look().catch(() => {}), EVERY).unref()
  }

  async look(): Promise<void> {
    // Streams of the service itself are not keys.
    const own = await this.#journal.list({ prefix: '!', by: 'key', least: -1, limit: 10 })
    this.keys = (await this.#journal.count()) - own.length
    this.bytes = await this.#journal.size()
  }

  /** A key was made or removed. */
  note(change: 1 | -1): void {
    this.keys += change
  }

  /** Refuses a new key, or lets it pass. */
  admit(): Answer | undefined {
    if (this.bytes > this.#diskQuota) {
      const detail = `the database has ${this.bytes} bytes, and ${this.#diskQuota} are allowed: keys that are there go on`
      return answer(507, problem(507, detail))
    }
    if (this.keys < this.#keyLimit) return undefined
    return answer(422, problem(422, `there are ${this.#keyLimit} keys already`))
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
