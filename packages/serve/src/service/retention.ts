import { turn } from '../base/slices.ts'
import type { Service } from './service.ts'

export interface RetentionOptions {
  /** Milliseconds after which a key without an event is removed. Absent: never. */
  readonly idle?: number
  /** Milliseconds that rounds are kept for those who look back. Absent: none are. */
  readonly history?: number
  /** Bytes of the database above which no new key is taken. Absent: any. */
  readonly diskQuota?: number
}

/** Milliseconds between two looks. */
const EVERY = 60_000

/** Removes what has been kept for long enough. Every worker does so: what another one was faster with is gone already. */
export class Retention {
  readonly #service: Service
  readonly #options: RetentionOptions
  readonly #timer: NodeJS.Timeout
  #looking: Promise<void> | undefined

  /** @param failed told of what went wrong; it is tried again */
  constructor(service: Service, options: RetentionOptions, failed: (error: unknown) => void) {
    this.#service = service
    this.#options = options
    this.#timer = setInterval(() => void this.look().catch(failed), EVERY).unref()
  }

  /** One look at a time. */
  look(now: number = Date.now()): Promise<void> {
    this.#looking ??= this.#look(now).finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async #look(now: number): Promise<void> {
    const { idle, history } = this.#options
    const { registry, removal, journal, metrics } = this.#service
    let removed = 0
    if (idle !== undefined) {
      for (const model of registry.list()) removed += await removal.many(model, { idleSince: now - idle })
      metrics.expired.inc({ what: 'keys' }, removed)
    }
    let cut = 0
    for (let last = 1; history !== undefined && last > 0; cut += last) {
      last = await journal.cutHistory(now - history)
      await turn()
    }
    metrics.expired.inc({ what: 'rounds' }, cut)
    if (removed + cut > 0) await journal.purge()
  }
}
