import type { Answer, Fold } from '../base/fold.ts'
import type { Guard, Journal } from '../base/journal.ts'
import { activate, type Entry, type EventStamp, type KeyedEvent, type Memory } from './entry.ts'
import { Lane, type LaneWatch } from './lane.ts'
import type { Outcome, RemoveOptions, Waiter } from './task.ts'

export interface KeyedOptions {
  /** Commits under way at once. @default 1 */
  readonly lanes?: number
  /** Events in one commit. @default 512 */
  readonly batch?: number
  /** Whether rounds are kept for those who look back. @default false */
  readonly history?: boolean
  /** Events of a key between two snapshots. @default 64 */
  readonly snapshotEvery?: number
  /** Keys in memory. @default 1000000 */
  readonly cache?: number
  /** Bytes of keys in memory, about. @default 512 MB */
  readonly cacheBytes?: number
  /** Answers remembered per key: a repeat among them gets the same answer. @default 64 */
  readonly remember?: number
  /** Names of events remembered per key: a repeat among them is not taken again. @default 10000 */
  readonly names?: number
  /** Milliseconds that a name is remembered; the last thousand are, however old. @default a day */
  readonly namesFor?: number
  /** Events that may wait, over all keys. @default 20000 */
  readonly waiting?: number
  /** Events of one key that may wait. @default 1000 */
  readonly waitingPerKey?: number
  /** Refuses the first event of a key, or lets it pass. @default every key may come */
  readonly admit?: (key: string) => Answer | undefined
  /** What is added to an event when it is applied. @throws {Stale} if the key is not where it belongs any more */
  readonly stamp?: (key: string) => EventStamp | undefined
  /** A stream that must not have moved when events are written. */
  readonly guard?: () => Guard | undefined
  readonly watch?: Partial<LaneWatch>
}

/** More events wait than may wait: try later. */
export class Busy extends Error {
  override readonly name = 'Busy'
}

/** The worker is going: ask another one. */
export class Draining extends Error {
  override readonly name = 'Draining'
}

const silent: LaneWatch = {
  committed() {},
  fenced() {},
  activated() {},
  repeated() {},
  applied() {},
  broken() {},
  counted() {},
}

/** A state per key over a journal: every event is answered after it is durable, once, and in the order of its key. */
export class Keyed<State> {
  readonly fold: Fold<State>
  readonly journal: Journal
  /** Whether rounds are kept. */
  readonly history: boolean
  readonly #lanes: readonly Lane<State>[]
  readonly #memory: Memory
  readonly #waiting: number
  readonly #waitingPerKey: number
  readonly #waitingBy = new Map<string, number>()
  #waitingNow = 0
  #draining = false

  constructor(fold: Fold<State>, journal: Journal, options: KeyedOptions = {}) {
    const { lanes = 1, batch = 512, snapshotEvery = 64, cache = 1_000_000 } = options
    const { cacheBytes = 512 * 1024 * 1024, remember = 64, names = 10_000, namesFor = 86_400_000 } = options
    this.fold = fold
    this.journal = journal
    this.history = options.history ?? false
    this.#memory = { remember, names, namesFor }
    this.#waiting = options.waiting ?? 20_000
    this.#waitingPerKey = options.waitingPerKey ?? 1000
    const shared = {
      fold,
      journal,
      batch,
      snapshotEvery,
      history: this.history,
      cache: Math.ceil(cache / lanes),
      cacheBytes: cacheBytes / lanes,
      memory: this.#memory,
      admit: options.admit ?? (() => undefined),
      stamp: options.stamp ?? (() => undefined),
      guard: options.guard ?? (() => undefined),
      watch: { ...silent, ...options.watch },
    }
    this.#lanes = Array.from({ length: lanes }, () => new Lane(shared))
  }

  get live(): number {
    return this.#lanes.reduce((sum, { live }) => sum + live, 0)
  }

  /** Bytes that the keys in memory take, about. */
  get bytes(): number {
    return this.#lanes.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  get waiting(): number {
    return this.#waitingNow
  }

  /** Whether so many more events may wait. */
  hasRoomFor(events: number): boolean {
    return this.#waitingNow + events <= this.#waiting
  }

  get draining(): boolean {
    return this.#draining
  }

  /** @throws {Busy} if too many wait. @throws {Draining} if the worker is going */
  submit(event: KeyedEvent): Promise<Outcome> {
    return this.#counted(event.key, (waiter) => this.#lane(event.key).submit(event, waiter))
  }

  read<T>(key: string, read: (entry: Entry<State>) => T): Promise<T> {
    return this.#counted(key, (waiter) => this.#lane(key).read(key, read, waiter))
  }

  /** Removes a key and all that the journal has of it. False if there is none. */
  remove(key: string, options: RemoveOptions = {}): Promise<boolean> {
    return this.#counted(key, (waiter) => this.#lane(key).remove(key, options, waiter))
  }

  /** A key as the journal says it is, whatever memory holds. */
  async reread(key: string): Promise<Entry<State>> {
    const found = await this.journal.load([key])
    return activate(this.fold, key, found.get(key), this.#memory)
  }

  /**
   * Takes nothing more, finishes what waits, and writes snapshots until `deadline`. Returns how many keys are left without
   * one: nothing of them is lost, their events are read again.
   *
   * @param deadline as `performance.now()` says it. @default none
   */
  async drain(deadline: number = Infinity, progress?: (left: number) => void): Promise<number> {
    this.#draining = true
    const left = this.#lanes.map((lane) => lane.dirty)
    const lanes = this.#lanes.map((lane, i) =>
      lane.drain(deadline, (now) => {
        left[i] = now
        progress?.(left.reduce((sum, one) => sum + one, 0))
      }),
    )
    const ended = Promise.all(lanes).then(() => {})
    if (deadline === Infinity) await ended
    else await Promise.race([ended, pause(Math.max(0, deadline - performance.now()))])
    return this.#lanes.reduce((sum, lane) => sum + lane.dirty, 0)
  }

  /** One promise from the caller to the lane: at thousands of events a second each costs. */
  #counted<T>(key: string, work: (waiter: Waiter<T>) => void): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#enter(key)
      work({
        resolve: (value) => {
          this.#leave(key)
          resolve(value)
        },
        reject: (error) => {
          this.#leave(key)
          reject(error)
        },
      })
    })
  }

  #enter(key: string): void {
    if (this.#draining) throw new Draining('the worker is going')
    const own = this.#waitingBy.get(key) ?? 0
    if (this.#waitingNow >= this.#waiting || own >= this.#waitingPerKey) {
      throw new Busy(
        own >= this.#waitingPerKey ? `${own} events of this key wait` : `${this.#waitingNow} events wait`,
      )
    }
    this.#waitingNow++
    this.#waitingBy.set(key, own + 1)
  }

  #leave(key: string): void {
    this.#waitingNow--
    const left = (this.#waitingBy.get(key) as number) - 1
    if (left > 0) this.#waitingBy.set(key, left)
    else this.#waitingBy.delete(key)
  }

  #lane(key: string): Lane<State> {
    let hash = 0
    for (let i = 0; i < key.length; i++) hash = (Math.imul(hash, 31) + key.charCodeAt(i)) | 0
    return this.#lanes[(hash >>> 0) % this.#lanes.length] as Lane<State>
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref())
}
