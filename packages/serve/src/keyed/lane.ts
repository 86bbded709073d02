import type { Answer, Fold } from '../fold.ts'
import { Fenced, type Journal, Unavailable, type Write } from '../journal.ts'
import { planBatch, SNAPSHOTS } from './batchPlan.ts'
import { type Absorbed, absorb, type Entry, type KeyedEvent, written } from './entry.ts'
import { LiveKeys } from './liveKeys.ts'
import { Marks } from './marks.ts'
import { pack } from './snapshot.ts'
import type { Outcome, Task, Waiter } from './task.ts'

export interface LaneOptions<State> {
  readonly fold: Fold<State>
  readonly journal: Journal
  /** Events in one commit. */
  readonly batch: number
  /** Events of a key between two snapshots. */
  readonly snapshotEvery: number
  /** Keys in memory. */
  readonly cache: number
  /** Answers remembered per key. */
  readonly remember: number
  /** Refuses the first event of a key, or lets it pass. */
  readonly admit: (key: string) => Answer | undefined
  readonly watch: LaneWatch
}

/** What a lane tells about its work. */
export interface LaneWatch {
  committed(events: number, seconds: number): void
  fenced(): void
  activated(keys: number, seconds: number): void
  repeated(): void
  applied(event: KeyedEvent, given: Absorbed): void
}

/** How often an event is tried again after another worker moved the head. */
const TRIES = 40

/**
 * One commit after the other. What arrives while a commit is under way goes into the next one: no timer.
 * The journal is written first, then memory changes, then callers are answered: memory is never ahead.
 */
export class Lane<State> {
  readonly #options: LaneOptions<State>
  readonly #keys: LiveKeys<State>
  readonly #marks: Marks<State>
  #queue: Task<State>[] = []
  #running: Promise<void> | undefined
  #marksDue = false

  constructor(options: LaneOptions<State>) {
    this.#options = options
    const { watch } = options
    this.#keys = new LiveKeys({ ...options, activated: (keys, seconds) => watch.activated(keys, seconds) })
    this.#marks = new Marks(options.fold, () => {
      this.#marksDue = true
      this.#start()
    })
  }

  get live(): number {
    return this.#keys.size
  }

  submit(event: KeyedEvent, waiter: Waiter<Outcome>): void {
    this.#enqueue({ key: event.key, event: written(event), waiter, tries: 0 })
  }

  /** Calls `read` with the key as it is after everything submitted before. */
  read<T>(key: string, read: (entry: Entry<State>) => T, waiter: Waiter<T>): void {
    this.#enqueue({ key, read, waiter, tries: 0 })
  }

  /** Waits for all that was submitted, and writes a snapshot of every key that has events after its last. */
  async drain(): Promise<void> {
    this.#marks.stop()
    while (this.#running) await this.#running
    const dirty = this.#keys.values().filter(({ seq, snap }) => seq > snap)
    for (let i = 0; i < dirty.length; i += SNAPSHOTS) {
      await this.#writeStates(dirty.slice(i, i + SNAPSHOTS), true)
    }
  }

  #enqueue(task: Task<State>): void {
    this.#queue.push(task)
    this.#start()
  }

  #start(): void {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
  }

  async #run(): Promise<void> {
    // Requests of the same turn of the event loop share the first commit.
    await turn()
    while (this.#queue.length > 0 || this.#marksDue) {
      if (this.#marksDue) await this.#writeMarks()
      const batch = this.#queue.slice(0, this.#options.batch)
      this.#queue = this.#queue.slice(batch.length)
      try {
        await this.#step(batch)
      } catch (error) {
        await this.#recover(batch, error)
      }
      await turn()
    }
  }

  async #step(batch: readonly Task<State>[]): Promise<void> {
    const { fold, journal, watch, snapshotEvery, admit } = this.#options
    await this.#bring(batch)
    const { writes, fresh } = planBatch(batch, this.#keys, {
      fold,
      snapshotEvery,
      admit,
      markOf: (entry) => this.#marks.changed(entry),
      repeated: () => watch.repeated(),
    })
    if (writes.length > 0) {
      const start = performance.now()
      await journal.commit(writes)
      watch.committed(fresh.length, (performance.now() - start) / 1000)
      this.#noteWritten(writes)
    }
    for (const { entry, event, tasks } of fresh) {
      const given = absorb(fold, entry, event)
      const { id, digest, seq, status, body } = given
      tasks.forEach(({ waiter }, i) => {
        waiter.resolve({ id, digest, seq, status, body, repeated: i > 0 } as never)
      })
      this.#marks.note(entry)
      watch.applied(event, given)
    }
    for (const { key, read, waiter } of batch) {
      if (!read) continue
      try {
        waiter.resolve(read(this.#keys.at(key)) as never)
      } catch (error) {
        waiter.reject(error)
      }
    }
    this.#keys.evict(batch)
  }

  /** Loads what is not in memory, and what another worker may have changed under a read. */
  async #bring(batch: readonly Task<State>[]): Promise<void> {
    const keys = new Set(batch.map(({ key }) => key))
    if (this.#options.journal.shared) {
      const reads = new Set(batch.filter(({ event }) => !event).map(({ key }) => key))
      // A write finds out by its commit; a read must ask.
      for (const { event, key } of batch) if (event) reads.delete(key)
      if (reads.size > 0) await this.#keys.forgetMoved([...reads])
    }
    await this.#keys.bring(keys)
  }

  /** After a failed commit: what memory holds may be behind the journal. */
  async #recover(batch: readonly Task<State>[], error: unknown): Promise<void> {
    const keys = new Set(batch.map(({ key }) => key))
    if (!(error instanceof Fenced)) {
      this.#keys.forget(keys)
      // What waits for the same keys fails too: an outcome must not overtake the forecast it belongs to.
      const doomed = this.#queue.filter(({ key }) => keys.has(key))
      this.#queue = this.#queue.filter(({ key }) => !keys.has(key))
      for (const { waiter } of [...batch, ...doomed]) waiter.reject(new Unavailable(error))
      return
    }
    this.#options.watch.fenced()
    try {
      await this.#keys.forgetMoved([...keys])
    } catch {
      this.#keys.forget(keys)
    }
    const again: Task<State>[] = []
    for (const task of batch) {
      if (++task.tries < TRIES) again.push(task)
      else task.waiter.reject(error)
    }
    this.#queue = [...again, ...this.#queue]
  }

  /** Between two commits, never beside one. */
  async #writeMarks(): Promise<void> {
    this.#marksDue = false
    const entries = this.#marks.take().flatMap((key) => this.#keys.get(key) ?? [])
    if (entries.length > 0) await this.#writeStates(entries, false)
  }

  async #writeStates(entries: readonly Entry<State>[], snapshot: boolean): Promise<void> {
    const { fold } = this.#options
    const writes = entries
      .filter(({ seq }) => seq > 0)
      .map((entry) => ({
        key: entry.key,
        from: entry.seq,
        entries: [],
        mark: this.#marks.of(entry),
        ...(snapshot ? { snapshot: pack(fold, entry) } : {}),
      }))
    try {
      await this.#commitUnmoved(writes)
    } catch {
      // The store is away: the events themselves are safe.
      this.#keys.forget(writes.map(({ key }) => key))
    }
  }

  /** Leaves out the keys that another worker has written since: their states are its to write. */
  async #commitUnmoved(writes: readonly Write[]): Promise<void> {
    for (let tries = 0; writes.length > 0; tries++) {
      try {
        await this.#options.journal.commit(writes)
        this.#noteWritten(writes)
        return
      } catch (error) {
        if (!(error instanceof Fenced) || tries === TRIES) throw error
        await this.#keys.forgetMoved(writes.map(({ key }) => key))
        writes = writes.filter(({ key }) => this.#keys.get(key))
      }
    }
  }

  #noteWritten(writes: readonly Write[]): void {
    for (const { key, from, snapshot, mark } of writes) {
      const entry = this.#keys.get(key)
      if (!entry) continue
      if (snapshot) entry.snap = from
      if (mark !== undefined) this.#marks.written(entry, mark)
    }
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
