import { Fenced, type Guard, type Journal, Unavailable, type Write } from '../base/journal.ts'
import { mapInSlices, Slices, turn } from '../base/slices.ts'
import { Batch, type BatchOptions } from './batch.ts'
import { type Absorbed, type Entry, isMeasured, type KeyedEvent, type Memory, written } from './entry.ts'
import { LiveKeys } from './liveKeys.ts'
import { Marks } from './marks.ts'
import { packAside, snapshotOf } from './snapshot.ts'
import type { Outcome, RemoveOptions, Task, Waiter } from './task.ts'

export interface LaneOptions<State> extends Omit<BatchOptions<State>, 'markOf' | 'failed'> {
  readonly journal: Journal
  /** Events in one commit. */
  readonly batch: number
  /** Keys in memory. */
  readonly cache: number
  /** Bytes in memory, about. */
  readonly cacheBytes: number
  /** What a key remembers beside its state. */
  readonly memory: Memory
  /** A stream that must not have moved when events are written. */
  readonly guard: () => Guard | undefined
  readonly watch: LaneWatch
}

/** What a lane tells about its work. */
export interface LaneWatch {
  committed(events: number, seconds: number): void
  fenced(): void
  activated(keys: number, seconds: number): void
  repeated(): void
  applied(event: KeyedEvent, given: Absorbed): void
  /** A key cannot be read, or the fold failed on an event of it. */
  broken(key: string, error: Error): void
  /** A key was made or removed. */
  counted(change: 1 | -1): void
}

/** How often an event is tried again after another worker moved the head. */
const TRIES = 40
/** Snapshots in one commit of a worker that goes. */
const AT_ONCE = 64

/**
 * One commit after the other. What arrives while a commit is under way goes into the next one: no timer. Memory changes,
 * the journal is written, then callers are answered; if the journal refuses, memory forgets what it changed.
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
    this.#keys = new LiveKeys({
      ...options,
      activated: (keys, seconds) => watch.activated(keys, seconds),
      broken: (key, error) => watch.broken(key, error),
    })
    this.#marks = new Marks(options.fold, () => {
      this.#marksDue = true
      this.#start()
    })
  }

  get live(): number {
    return this.#keys.size
  }

  get bytes(): number {
    return this.#keys.bytes
  }

  submit(event: KeyedEvent, waiter: Waiter<Outcome>): void {
    this.#enqueue({ key: event.key, event: written(event), waiter, tries: 0 })
  }

  /** Calls `read` with the key as it is after everything submitted before. */
  read<T>(key: string, read: (entry: Entry<State>) => T, waiter: Waiter<T>): void {
    this.#enqueue({ key, read, waiter, tries: 0 })
  }

  /** Removes the key and all that the journal has of it; false if there is none. */
  remove(key: string, remove: RemoveOptions, waiter: Waiter<boolean>): void {
    this.#enqueue({ key, remove, waiter, tries: 0 })
  }

  /** Keys that have events after their last snapshot. */
  get dirty(): number {
    return this.#keys.values().filter(isDirty).length
  }

  /** Waits for all that was submitted, and writes a snapshot of every key that has events after its last. */
  async drain(deadline: number, progress: (left: number) => void): Promise<void> {
    this.#marks.stop()
    while (this.#running) await this.#running
    const dirty = this.#keys.values().filter(isDirty)
    // The next snapshots are made while the last ones are written.
    let next = this.#withStates(dirty.slice(0, AT_ONCE))
    for (let i = 0; i < dirty.length && performance.now() < deadline; i += AT_ONCE) {
      progress(dirty.length - i)
      const writes = await next
      next = this.#withStates(dirty.slice(i + AT_ONCE, i + 2 * AT_ONCE))
      await this.#write(writes)
    }
    await next
  }

  /** Nothing changes them any more. */
  async #withStates(entries: readonly Entry<State>[]): Promise<Write[]> {
    const { fold } = this.#options
    const made = entries.map(async (entry) => {
      // Deflated in other threads, while this one goes on.
      const snapshot = await packAside(fold, entry)
      return { ...this.#withMark(entry), ...snapshotOf(entry, snapshot) }
    })
    // One that cannot be made keeps its events.
    return (await Promise.allSettled(made)).flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
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

  async #step(tasks: readonly Task<State>[]): Promise<void> {
    const guard = this.#options.guard()
    await this.#bring(tasks)
    const batch = new Batch(this.#keys, {
      ...this.#options,
      markOf: (entry) => this.#marks.changed(entry),
      failed: (key, error) => this.#options.watch.broken(key, error),
    })
    await mapInSlices(tasks, (task) => batch.take(task))
    const withdrawn = await this.#commit(batch, guard)
    const moved = await this.#movedAmong(batch.unwritten, guard)
    const again = await batch.answer(moved)
    await this.#report(batch)
    this.#keys.forget(batch.dropped)
    this.#keys.evict(tasks)
    this.#queue = [...this.#retried([...withdrawn, ...again]), ...batch.later, ...this.#queue]
  }

  /** Returns the tasks of keys that other workers have written since: they must be tried again. */
  async #commit(batch: Batch<State>, guard: Guard | undefined): Promise<Task<State>[]> {
    const { journal, watch } = this.#options
    const withdrawn: Task<State>[] = []
    for (let tries = 0; batch.writes.length > 0; tries++) {
      const { writes } = batch
      try {
        const start = performance.now()
        await journal.commit(writes, guard)
        const end = performance.now()
        watch.committed(batch.seen.length, (end - start) / 1000)
        batch.tell(performance.timeOrigin + start, performance.timeOrigin + end)
        this.#noteWritten(writes)
        break
      } catch (error) {
        if (!(error instanceof Fenced) || tries === TRIES || (await this.#hasMoved(guard))) throw error
        watch.fenced()
        const moved = await movedSince(journal, writes)
        withdrawn.push(...batch.withdraw(moved))
        this.#keys.forget(moved)
      }
    }
    return withdrawn
  }

  async #hasMoved(guard: Guard | undefined): Promise<boolean> {
    if (!guard) return false
    const found = (await this.#options.journal.heads([guard.key])).get(guard.key)
    return (found?.head ?? 0) !== guard.head
  }

  /** What was answered without being written was answered from memory, which may be behind. */
  async #movedAmong(keys: readonly string[], guard: Guard | undefined): Promise<ReadonlySet<string>> {
    const { journal, fold } = this.#options
    if (keys.length === 0 || !journal.shared) return new Set()
    if (await this.#hasMoved(guard)) {
      await fold.refresh?.()
      return new Set(keys)
    }
    return this.#keys.forgetMoved(keys)
  }

  async #report(batch: Batch<State>): Promise<void> {
    const { watch } = this.#options
    const slices = new Slices()
    for (const { event, given } of batch.seen) watch.applied(event, given)
    for (let n = batch.repeats; n > 0; n--) watch.repeated()
    for (const { key, from, remove } of batch.writes) {
      if (from === 0) watch.counted(1)
      if (remove) watch.counted(-1)
      const entry = this.#keys.get(key)
      if (!entry || remove) continue
      this.#marks.note(entry)
      if (isMeasured(entry)) this.#keys.measure(entry)
      await slices.over()
    }
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
    this.#keys.forget(keys)
    await this.#options.fold.refresh?.().catch(() => {})
    this.#queue = [...this.#retried(batch, error), ...this.#queue]
  }

  /** Those that were not tried too often yet. */
  #retried(tasks: readonly Task<State>[], error?: unknown): Task<State>[] {
    return tasks.filter((task) => {
      if (++task.tries < TRIES) return true
      task.waiter.reject(error ?? new Fenced('others write this key'))
      return false
    })
  }

  /** Between two commits, never beside one. */
  async #writeMarks(): Promise<void> {
    this.#marksDue = false
    const entries = this.#marks.take().flatMap((key) => this.#keys.get(key) ?? [])
    const known = entries.filter(({ seq }) => seq > 0)
    if (known.length > 0) await this.#write(known.map((entry) => this.#withMark(entry)))
  }

  #withMark(entry: Entry<State>): Write {
    const { key, seq: from, epoch } = entry
    return { key, from, epoch, entries: [], mark: this.#marks.of(entry) }
  }

  async #write(writes: readonly Write[]): Promise<void> {
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
      if (snapshot) {
        entry.snap = from
        entry.names.saved()
      }
      if (mark !== undefined) this.#marks.written(entry, mark)
    }
  }
}

function isDirty({ seq, snap }: Entry<unknown>): boolean {
  return seq > snap
}

/** The keys that are not where these writes believe them. */
async function movedSince(journal: Journal, writes: readonly Write[]): Promise<Set<string>> {
  const heads = await journal.heads(writes.map(({ key }) => key))
  const moved = writes.filter(({ key, from, epoch }) => {
    const found = heads.get(key)
    return found ? found.head !== from || found.epoch !== epoch : from > 0
  })
  return new Set(moved.map(({ key }) => key))
}
