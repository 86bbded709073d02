import { Behind, type Fold } from '../base/fold.ts'
import type { Journal, Stream } from '../base/journal.ts'
import { Slices } from '../base/slices.ts'
import { activate, brokenEntry, type Entry, type Memory, measure } from './entry.ts'

export interface LiveKeysOptions<State> {
  readonly fold: Fold<State>
  readonly journal: Journal
  /** Keys in memory. */
  readonly cache: number
  /** Bytes in memory, about. */
  readonly cacheBytes: number
  readonly memory: Memory
  activated(keys: number, seconds: number): void
  /** A key cannot be read. */
  broken(key: string, error: Error): void
}

/** The keys in memory, the least recently used first. What is not here is read from the journal. */
export class LiveKeys<State> {
  readonly #options: LiveKeysOptions<State>
  readonly #entries = new Map<string, Entry<State>>()
  #bytes = 0

  constructor(options: LiveKeysOptions<State>) {
    this.#options = options
  }

  get size(): number {
    return this.#entries.size
  }

  /** What all of them take in memory, about. */
  get bytes(): number {
    return this.#bytes
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

  /** Forgets the keys that another worker has written since, and returns them. */
  async forgetMoved(keys: readonly string[]): Promise<Set<string>> {
    const moved = new Set<string>()
    const known = keys.filter((key) => this.#entries.has(key))
    if (known.length === 0) return moved
    const heads = await this.#options.journal.heads(known)
    for (const key of known) {
      const { seq, epoch } = this.at(key)
      const found = heads.get(key)
      if ((found?.head ?? 0) === seq && (!found || found.epoch === epoch)) continue
      moved.add(key)
    }
    this.forget(moved)
    return moved
  }

  /** The journal still has them. */
  forget(keys: Iterable<string>): void {
    for (const key of keys) {
      this.#bytes -= this.#entries.get(key)?.bytes ?? 0
      this.#entries.delete(key)
    }
  }

  /** Looks again how large a key is. */
  measure(entry: Entry<State>): void {
    this.#bytes += measure(this.#options.fold, entry)
  }

  /** Lets go of those above the limits, and of those just asked for that do not exist. */
  evict(asked: Iterable<{ readonly key: string }>): void {
    const { cache, cacheBytes } = this.#options
    for (const { key } of asked) if (this.#entries.get(key)?.seq === 0) this.forget([key])
    while (this.#entries.size > cache || (this.#bytes > cacheBytes && this.#entries.size > 1)) {
      this.forget([this.#entries.keys().next().value as string])
    }
  }

  async #load(missing: readonly string[]): Promise<void> {
    const { journal, activated } = this.#options
    const start = performance.now()
    const found = await journal.load(missing)
    const slices = new Slices()
    for (const key of missing) {
      const entry = await this.#read(key, found.get(key), slices)
      this.#entries.set(key, entry)
      this.#bytes += entry.bytes
    }
    activated(missing.length, (performance.now() - start) / 1000)
  }

  async #read(key: string, stream: Stream | undefined, slices: Slices): Promise<Entry<State>> {
    const { fold, memory, broken } = this.#options
    for (let tries = 0; ; tries++) {
      try {
        return await activate(fold, key, stream, memory, slices)
      } catch (error) {
        if (error instanceof Behind && tries === 0) await fold.refresh?.()
        else if (!stream) throw error
        else {
          broken(key, error as Error)
          return brokenEntry(fold, key, stream, memory, error as Error)
        }
      }
    }
  }
}
