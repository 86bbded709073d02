import { Behind, type Fold } from '../fold.ts'
import type { Journal } from '../journal.ts'
import { activate, type Entry } from './entry.ts'

export interface LiveKeysOptions<State> {
  readonly fold: Fold<State>
  readonly journal: Journal
  /** Keys in memory. */
  readonly cache: number
  /** Answers remembered per key. */
  readonly remember: number
  activated(keys: number, seconds: number): void
}

/** The keys in memory, the least recently used first. What is not here is read from the journal. */
export class LiveKeys<State> {
  readonly #options: LiveKeysOptions<State>
  readonly #entries = new Map<string, Entry<State>>()

  constructor(options: LiveKeysOptions<State>) {
    this.#options = options
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: string): Entry<State> | undefined {
    return this.#entries.get(key)
  }

  /** A key that `bring` has brought. */
  at(key: string): Entry<State> {
    return this.#entries.get(key) as Entry<State>
  }

  values(): Entry<State>[] {
    return [...this.#entries.values()]
  }

  /** Loads what is not in memory. */
  async bring(keys: Iterable<string>): Promise<void> {
    const missing: string[] = []
    for (const key of keys) {
      const entry = this.#entries.get(key)
      if (!entry) {
        missing.push(key)
        continue
      }
      this.#entries.delete(key)
      this.#entries.set(key, entry)
    }
    if (missing.length > 0) await this.#load(missing)
  }

  /** Forgets the keys that another worker has written since. */
  async forgetMoved(keys: readonly string[]): Promise<void> {
    const known = keys.filter((key) => this.#entries.has(key))
    if (known.length === 0) return
    const heads = await this.#options.journal.heads(known)
    for (const key of known) {
      if ((heads.get(key) ?? 0) !== this.#entries.get(key)?.seq) this.#entries.delete(key)
    }
  }

  /** The journal still has them. */
  forget(keys: Iterable<string>): void {
    for (const key of keys) this.#entries.delete(key)
  }

  /** Lets go of those above the limit, and of those just asked for that do not exist. */
  evict(asked: Iterable<{ readonly key: string }>): void {
    for (const { key } of asked) if (this.#entries.get(key)?.seq === 0) this.#entries.delete(key)
    while (this.#entries.size > this.#options.cache) {
      this.#entries.delete(this.#entries.keys().next().value as string)
    }
  }

  async #load(missing: readonly string[]): Promise<void> {
    const { journal, fold, remember, activated } = this.#options
    const start = performance.now()
    const found = await journal.load(missing)
    for (const key of missing) {
      try {
        this.#entries.set(key, activate(fold, key, found.get(key), remember))
      } catch (error) {
        if (!(error instanceof Behind)) throw error
        await fold.refresh?.()
        this.#entries.set(key, activate(fold, key, found.get(key), remember))
      }
    }
    activated(missing.length, (performance.now() - start) / 1000)
  }
}
