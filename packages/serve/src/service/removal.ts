import type { Head } from '../base/journal.ts'
import { turn } from '../base/slices.ts'
import { streamOf } from '../models/registry.ts'
import { endedLives, type ModelRecord } from '../models/registryFold.ts'
import type { Service } from './service.ts'

/** Keys looked at, and removed, at a time. */
const PAGE = 500

export interface RemovalQuery {
  readonly prefix?: string
  /** Only keys without an event since then, milliseconds since 1970. */
  readonly idleSince?: number
}

/** Takes keys away for good: one by one, so that a worker goes on with the others in between. */
export class Removal {
  readonly #service: Service
  #sweeping: Promise<void> | undefined

  constructor(service: Service) {
    this.#service = service
  }

  /** False if there is no such key. @param match where it must be. @throws {Moved} if it is not */
  one(model: ModelRecord, key: string, match?: Head): Promise<boolean> {
    return this.#service.current(model, (current) =>
      this.#service.keyed.remove(streamOf(current, key), match ? { match } : {}),
    )
  }

  /** Returns how many there were. */
  many(model: ModelRecord, { prefix = '', idleSince }: RemovalQuery): Promise<number> {
    return this.#all(streamOf(model, prefix), idleSince)
  }

  /** Removes the keys of models that were deleted, also those that another worker did not come to. */
  sweep(): Promise<void> {
    this.#sweeping ??= this.#sweep().finally(() => {
      this.#sweeping = undefined
    })
    return this.#sweeping
  }

  async #sweep(): Promise<void> {
    const { registry } = this.#service
    for (const model of registry.all()) {
      const { from, to } = endedLives(model)
      for (let life = from; life < to; life++) await this.#all(streamOf({ name: model.name, life }, ''))
      if (to > from) await registry.change('', { op: 'swept', model: model.name, life: to })
    }
  }

  async #all(prefix: string, idleSince?: number): Promise<number> {
    const { journal, keyed } = this.#service
    let removed = 0
    let after: { key: string; mark: number } | undefined
    for (;;) {
      const page = await journal.list({
        prefix,
        by: 'key',
        // Also what an earlier version hid when it was deleted.
        least: -1,
        limit: PAGE,
        ...(after ? { after } : {}),
      })
      // Of keys that an earlier version wrote last it is not known when that was: they are not idle.
      const due = page.filter(({ seen }) => idleSince === undefined || (seen > 0 && seen < idleSince))
      const done = await Promise.all(due.map(({ key }) => keyed.remove(key, { ended: true })))
      await turn()
      removed += done.filter(Boolean).length
      after = page.at(-1)
      if (!after) return removed
    }
  }
}
