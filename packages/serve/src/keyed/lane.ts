import { type Answer, answer, Behind, type Fold } from '../fold.ts'
import { Fenced, type Journal, Unavailable, type Write } from '../journal.ts'
import { absorb, activate, digestOf, type Entry, type KeyedEvent, pack, toRecord } from './entry.ts'
import type { Remembered } from './remembered.ts'

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
  applied(event: KeyedEvent, given: Remembered): void
}

export interface Outcome extends Remembered {
  /** Whether this event was answered before. */
  readonly repeated: boolean
}

interface Task<State> {
  readonly key: string
  readonly event?: KeyedEvent
  readonly read?: (entry: Entry<State>) => unknown
  readonly resolve: (value: never) => void
  readonly reject: (error: unknown) => void
  tries: number
}

/** Snapshots in one commit: each is some kilobytes. */
const SNAPSHOTS = 32
/** How often an event is tried again after another worker moved the head. */
const TRIES = 40
/** Milliseconds before a changed mark is written by itself. */
const MARK_DELAY = 500

/**
 * One commit after the other. What arrives while a commit is under way goes into the next one: no timer.
 * The journal is written first, then memory changes, then callers are answered: memory is never ahead.
 */
export class Lane<State> {
  readonly #options: LaneOptions<State>
  readonly #entries = new Map<string, Entry<State>>()
  readonly #unranked = new Set<string>()
  #queue: Task<State>[] = []
  #running: Promise<void> | undefined
  #markTimer: NodeJS.Timeout | undefined

  constructor(options: LaneOptions<State>) {
    this.#options = options
  }

  get queued(): number {
    return this.#queue.length
  }

  get live(): number {
    return this.#entries.size
  }

  submit(event: KeyedEvent): Promise<Outcome> {
    return this.#enqueue<Outcome>({ key: event.key, event })
  }

  /** Calls `read` with the key as it is after everything submitted before. */
  read<T>(key: string, read: (entry: Entry<State>) => T): Promise<T> {
    return this.#enqueue<T>({ key, read })
  }

  /** Waits for all that was submitted, and writes a snapshot of every key that has events after its last. */
  async drain(): Promise<void> {
    clearTimeout(this.#markTimer)
    while (this.#running) await this.#running
    const dirty = [...this.#entries.values()].filter(({ seq, snap }) => seq > snap)
    for (let i = 0; i < dirty.length; i += SNAPSHOTS) {
      await this.#writeStates(dirty.slice(i, i + SNAPSHOTS), true)
    }
  }

  /** Forgets a key; the journal still has it. */
  forget(key: string): void {
    this.#entries.delete(key)
  }

  #enqueue<T>(task: Pick<Task<State>, 'key' | 'event' | 'read'>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ ...task, resolve: resolve as (value: never) => void, reject, tries: 0 })
      this.#running ??= this.#run().finally(() => {
        this.#running = undefined
      })
    })
  }

  async #run(): Promise<void> {
    // Requests of the same turn of the event loop share the first commit.
    await turn()
    while (this.#queue.length > 0) {
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
    await this.#bring(batch)
    const plan = this.#plan(batch)
    if (plan.writes.length > 0) {
      const start = performance.now()
      await this.#options.journal.commit(plan.writes)
      this.#options.watch.committed(plan.fresh.length, (performance.now() - start) / 1000)
      this.#noteWritten(plan.writes)
    }
    for (const { entry, tasks } of plan.fresh) {
      const event = tasks[0]!.event as KeyedEvent
      const given = absorb(this.#options.fold, entry, event)
      tasks.forEach(({ resolve }, i) => {
        resolve({ ...given, repeated: i > 0 } as never)
      })
      this.#rank(entry)
      this.#options.watch.applied(event, given)
    }
    for (const { key, read, resolve, reject } of batch) {
      if (!read) continue
      try {
        resolve(read(this.#entries.get(key) as Entry<State>) as never)
      } catch (error) {
        reject(error)
      }
    }
    this.#evict()
  }

  /** Loads what is not in memory, and what another worker may have changed under a read. */
  async #bring(batch: readonly Task<State>[]): Promise<void> {
    const { journal, fold, watch, remember } = this.#options
    const keys = new Set(batch.map(({ key }) => key))
    if (journal.shared) {
      const written = new Set(batch.filter(({ event }) => event).map(({ key }) => key))
      // A write finds out by its commit; a read must ask.
      const asked = [...keys].filter((key) => this.#entries.has(key) && !written.has(key))
      if (asked.length > 0) await this.#forgetMoved(asked)
    }
    const missing = [...keys].filter((key) => !this.#entries.has(key))
    if (missing.length > 0) {
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
      watch.activated(missing.length, (performance.now() - start) / 1000)
    }
    // The most recently used are last.
    for (const key of keys) {
      const entry = this.#entries.get(key) as Entry<State>
      this.#entries.delete(key)
      this.#entries.set(key, entry)
    }
  }

  #plan(batch: readonly Task<State>[]): Plan<State> {
    const { fold, snapshotEvery, watch } = this.#options
    const fresh = new Map<string, { entry: Entry<State>; tasks: Task<State>[]; digest: number }>()
    const writes = new Map<string, { -readonly [P in keyof Write]: Write[P] } & { entries: string[] }>()
    let snapshots = 0
    for (const task of batch) {
      const { event, key } = task
      if (!event) continue
      const entry = this.#entries.get(key) as Entry<State>
      const digest = digestOf(event)
      const name = `${key}\u0000${event.id}`
      const before = entry.remembered.get(event.id) ?? fresh.get(name)
      if (before) {
        if (before.digest !== digest) task.resolve(reused(event, entry.seq) as never)
        else if ('tasks' in before) before.tasks.push(task)
        else task.resolve({ ...before, repeated: true } as never)
        watch.repeated()
        continue
      }
      let write = writes.get(key)
      if (!write) {
        const refused = entry.seq === 0 ? this.#options.admit(key) : undefined
        if (refused) {
          task.resolve({ id: event.id, digest, seq: 0, ...refused, repeated: false } as never)
          continue
        }
        write = { key, from: entry.seq, entries: [] }
        if (entry.seq - entry.snap >= snapshotEvery && snapshots++ < SNAPSHOTS)
          write.snapshot = pack(fold, entry)
        if (this.#unranked.has(key)) write.mark = fold.mark?.(entry.state) ?? 0
        writes.set(key, write)
      }
      write.entries.push(toRecord(event))
      fresh.set(name, { entry, tasks: [task], digest })
    }
    return { writes: [...writes.values()], fresh: [...fresh.values()] }
  }

  #noteWritten(writes: readonly Write[]): void {
    for (const { key, from, snapshot, mark } of writes) {
      const entry = this.#entries.get(key)
      if (!entry) continue
      if (snapshot) entry.snap = from
      if (mark !== undefined) {
        entry.mark = mark
        this.#unranked.delete(key)
      }
    }
  }

  /** After a failed commit: what memory holds may be behind the journal. */
  async #recover(batch: readonly Task<State>[], error: unknown): Promise<void> {
    const { watch } = this.#options
    const keys = [...new Set(batch.map(({ key }) => key))]
    if (!(error instanceof Fenced)) {
      for (const key of keys) this.#entries.delete(key)
      // What waits for the same keys fails too: an outcome must not overtake the forecast it belongs to.
      const failed = new Set(keys)
      const doomed = this.#queue.filter(({ key }) => failed.has(key))
      this.#queue = this.#queue.filter(({ key }) => !failed.has(key))
      for (const { reject } of [...batch, ...doomed]) reject(new Unavailable(error))
      return
    }
    watch.fenced()
    try {
      await this.#forgetMoved(keys)
    } catch {
      for (const key of keys) this.#entries.delete(key)
    }
    const again: Task<State>[] = []
    for (const task of batch) {
      if (++task.tries < TRIES) again.push(task)
      else task.reject(error)
    }
    this.#queue = [...again, ...this.#queue]
  }

  async #forgetMoved(keys: readonly string[]): Promise<void> {
    const heads = await this.#options.journal.heads(keys)
    for (const key of keys) {
      if ((heads.get(key) ?? 0) !== this.#entries.get(key)?.seq) this.#entries.delete(key)
    }
  }

  #rank(entry: Entry<State>): void {
    const mark = this.#options.fold.mark?.(entry.state) ?? 0
    if (mark === entry.mark) return
    this.#unranked.add(entry.key)
    this.#markTimer ??= setTimeout(() => {
      this.#markTimer = undefined
      void this.#writeMarks()
    }, MARK_DELAY).unref()
  }

  async #writeMarks(): Promise<void> {
    // Between two commits, never beside one.
    while (this.#running) await this.#running
    const entries = [...this.#unranked].flatMap((key) => this.#entries.get(key) ?? [])
    this.#unranked.clear()
    if (entries.length === 0) return
    this.#running = this.#writeStates(entries, false).finally(() => {
      this.#running = undefined
      if (this.#queue.length > 0) {
        this.#running = this.#run().finally(() => {
          this.#running = undefined
        })
      }
    })
    await this.#running
  }

  async #writeStates(entries: readonly Entry<State>[], snapshot: boolean): Promise<void> {
    const { fold, journal } = this.#options
    const writes = entries
      .filter(({ seq }) => seq > 0)
      .map((entry) => ({
        key: entry.key,
        from: entry.seq,
        entries: [],
        mark: fold.mark?.(entry.state) ?? 0,
        ...(snapshot ? { snapshot: pack(fold, entry) } : {}),
      }))
    try {
      await journal.commit(writes)
      this.#noteWritten(writes)
    } catch {
      // Another worker has some of these keys, or the store is away: the events themselves are safe.
      for (const { key } of writes) this.#entries.delete(key)
    }
  }

  #evict(): void {
    while (this.#entries.size > this.#options.cache) {
      this.#entries.delete(this.#entries.keys().next().value as string)
    }
  }
}

interface Plan<State> {
  readonly writes: readonly Write[]
  readonly fresh: readonly { readonly entry: Entry<State>; readonly tasks: readonly Task<State>[] }[]
}

function reused({ id }: KeyedEvent, seq: number): Outcome {
  const title = 'the event id was used before, with other contents'
  const given = answer(422, {
    type: '/problems/event-id-reused',
    status: 422,
    title,
    detail: `event id ${JSON.stringify(id)}`,
  })
  return { id, digest: 0, seq, ...given, repeated: false }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
