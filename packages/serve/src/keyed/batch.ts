import { randomInt } from 'node:crypto'
import { type Answer, answer, Behind, type Fold } from '../base/fold.ts'
import type { Kept, Write } from '../base/journal.ts'
import { problem } from '../base/problem.ts'
import { Slices, turn } from '../base/slices.ts'
import {
  type Absorbed,
  absorb,
  type Entry,
  type EventStamp,
  etag,
  toRecord,
  type WrittenEvent,
} from './entry.ts'
import type { LiveKeys } from './liveKeys.ts'
import { pack, snapshotOf } from './snapshot.ts'
import { BrokenKey, FailedEvent, Moved, type Outcome, type RemoveOptions, type Task } from './task.ts'

export interface BatchOptions<State> {
  readonly fold: Fold<State>
  /** Events of a key between two snapshots. */
  readonly snapshotEvery: number
  /** Whether rounds are kept for those who look back. */
  readonly history: boolean
  /** Refuses the first event of a key, or lets it pass. */
  readonly admit: (key: string) => Answer | undefined
  /** What the worker adds to an event. @throws {Stale} if the key is not where the event belongs any more */
  readonly stamp: (key: string) => EventStamp | undefined
  /** The fold failed on an event. */
  failed(key: string, error: Error): void
  /** The mark to write for a key, where it is not the one in the journal. */
  markOf(entry: Entry<State>): number | undefined
}

/** Snapshots in one commit: each is some kilobytes. */
const SNAPSHOTS = 32
/** Callers answered at a time: each goes on with its request as soon as it is. */
const ANSWERS = 64

type Draft = { -readonly [P in keyof Write]: Write[P] } & { entries: string[]; history?: Kept[] }

/** An event that was applied or refused, for those who count. */
export interface Seen {
  readonly event: WrittenEvent
  readonly given: Absorbed
}

/**
 * One commit in the making. Events are applied first, so that a refusal is known before anything is written; no caller is
 * answered before the commit, and if it fails, memory forgets every key that was touched.
 */
export class Batch<State> {
  readonly #keys: LiveKeys<State>
  readonly #options: BatchOptions<State>
  readonly #writes = new Map<string, Draft>()
  /** Keys that were removed or spoilt here: what follows waits for the next batch. */
  readonly #closed = new Set<string>()
  #answers: { readonly task: Task<State>; readonly value: unknown; readonly error?: unknown }[] = []
  seen: Seen[] = []
  /** Tasks for the next batch. */
  readonly later: Task<State>[] = []
  #reads: Task<State>[] = []
  /** Keys whose state in memory is not to be trusted after the commit. */
  readonly dropped: Set<string> = new Set()
  /** How many events had been taken before. */
  repeats = 0
  #snapshots = 0

  constructor(keys: LiveKeys<State>, options: BatchOptions<State>) {
    this.#keys = keys
    this.#options = options
  }

  get writes(): Write[] {
    return [...this.#writes.values()]
  }

  /** Keys that were answered from memory, and that the commit does not look at. */
  get unwritten(): string[] {
    const keys = new Set(this.#answers.map(({ task }) => task.key))
    return [...keys].filter((key) => !this.#writes.has(key))
  }

  /** The key must be in memory. */
  take(task: Task<State>): void {
    const { key, event, remove } = task
    const entry = this.#keys.at(key)
    if (this.#closed.has(key)) this.later.push(task)
    else if (remove) this.#remove(task, entry, remove)
    else if (!event) this.#reads.push(task)
    else this.#event(task, entry, event)
  }

  #event(task: Task<State>, entry: Entry<State>, event: WrittenEvent): void {
    const stamped = event.stamp ?? this.#stamp(task)
    if (stamped === 'stale') return
    const known = this.#known(entry, event)
    if (known) {
      this.repeats++
      this.#answer(task, known)
    } else this.#apply(task, entry, event, stamped)
  }

  /** What the worker adds to an event; or that its key is not where the event belongs, which is told. */
  #stamp(task: Task<State>): EventStamp | undefined | 'stale' {
    try {
      return this.#options.stamp(task.key)
    } catch (error) {
      this.#fail(task, error)
      return 'stale'
    }
  }

  #fail(task: Task<State>, error: unknown): void {
    this.#answers.push({ task, value: undefined, error })
  }

  /** Tells those who asked when their events were written. */
  tell(start: number, end: number): void {
    const commit = { start, end, events: this.seen.length }
    for (const { event, given } of this.seen) if (given.status < 400) event.committed?.(commit)
  }

  /** After the commit. Tasks of keys that moved meanwhile are returned, not answered. */
  async answer(moved: ReadonlySet<string>): Promise<Task<State>[]> {
    const again: Task<State>[] = []
    const slices = new Slices()
    for (const [i, { task, value, error }] of this.#answers.entries()) {
      if (i % ANSWERS === ANSWERS - 1) await turn()
      if (moved.has(task.key)) again.push(task)
      else if (error !== undefined) task.waiter.reject(error)
      else task.waiter.resolve(value as never)
    }
    for (const task of this.#reads) {
      if (moved.has(task.key) || this.dropped.has(task.key)) again.push(task)
      else this.#look(task)
      // To look may mean to save a key of a megabyte.
      await slices.over()
    }
    return again
  }

  #look({ key, read, waiter }: Task<State>): void {
    const entry = this.#keys.at(key)
    try {
      if (entry.broken) throw new BrokenKey(key, entry.broken)
      waiter.resolve(read?.(entry) as never)
    } catch (error) {
      waiter.reject(error)
    }
  }

  #remove(task: Task<State>, entry: Entry<State>, { match, ended }: RemoveOptions): void {
    const { key } = task
    if (!ended && this.#stamp(task) === 'stale') return
    if (match && (match.head !== entry.seq || match.epoch !== entry.epoch)) {
      this.#fail(task, new Moved({ head: entry.seq, epoch: entry.epoch }))
      return
    }
    const from = this.#writes.get(key)?.from ?? entry.seq
    if (from === 0 && entry.seq > 0) {
      // It was made in this batch: it must be written before it can be removed.
      this.later.push(task)
      this.#closed.add(key)
      return
    }
    if (from > 0) this.#writes.set(key, { key, from, epoch: entry.epoch, entries: [], remove: true })
    this.#answers.push({ task, value: from > 0 })
    this.#close(key)
  }

  /** Takes back what was done to keys that others have written: their tasks are tried again. */
  withdraw(moved: ReadonlySet<string>): Task<State>[] {
    const mine = ({ task }: { readonly task: Task<State> }): boolean => moved.has(task.key)
    const tasks = [
      ...this.#answers.filter(mine).map(({ task }) => task),
      ...this.#reads.filter(({ key }) => moved.has(key)),
    ]
    for (const key of moved) this.#writes.delete(key)
    this.#answers = this.#answers.filter((one) => !mine(one))
    this.#reads = this.#reads.filter(({ key }) => !moved.has(key))
    this.seen = this.seen.filter(({ event }) => !moved.has(event.key))
    return tasks
  }

  #close(key: string): void {
    this.#closed.add(key)
    this.dropped.add(key)
  }

  #answer(task: Task<State>, outcome: Outcome): void {
    this.#answers.push({ task, value: outcome })
  }

  /** What an event that was taken before is answered. */
  #known(entry: Entry<State>, event: WrittenEvent): Outcome | undefined {
    const before = entry.remembered.get(event.id)
    if (before && before.digest !== event.digest) return refused(event, entry.seq, reused(event))
    if (before) return { ...before, repeated: true }
    if (!entry.names.has(event.id)) return undefined
    return { ...refused(event, entry.seq, taken(event)), repeated: true }
  }

  #apply(task: Task<State>, entry: Entry<State>, event: WrittenEvent, stamped: EventStamp | undefined): void {
    const { key } = task
    const { fold, admit } = this.#options
    try {
      if (entry.broken && !event.fresh) throw new BrokenKey(key, entry.broken)
      const full = entry.seq === 0 ? admit(key) : undefined
      if (full) {
        this.#answer(task, refused(event, 0, full))
        return
      }
      if (entry.seq === 0 && !this.#admits(task, event)) return
      const { match } = event
      if (match && (match.head !== entry.seq || match.epoch !== entry.epoch)) {
        this.#answer(task, refused(event, entry.seq, changed(entry)))
        return
      }
      const write = this.#writes.get(key) ?? this.#draft(entry)
      const { record, keep, ...given } = absorb(fold, entry, event, stamped)
      this.seen.push({ event, given: { ...given, record } })
      this.#answer(task, { ...given, repeated: false })
      if (given.status >= 400) return
      delete entry.broken
      write.entries.push(toRecord(event, stamped))
      if (this.#options.history && keep !== undefined) {
        write.history ??= []
        write.history.push({ seq: given.seq, at: keep, body: given.body })
      }
      this.#writes.set(key, write)
    } catch (error) {
      if (error instanceof Behind) throw error
      if (error instanceof BrokenKey) {
        this.#fail(task, error)
        return
      }
      const failed = new FailedEvent(key, error)
      this.#options.failed(key, failed)
      this.#fail(task, failed)
      // What threw may have changed half of the state.
      this.#close(key)
    }
  }

  #admits(task: Task<State>, { admit }: WrittenEvent): boolean {
    try {
      admit?.()
      return true
    } catch (error) {
      this.#fail(task, error)
      return false
    }
  }

  #draft(entry: Entry<State>): Draft {
    const { fold, snapshotEvery, markOf } = this.#options
    if (entry.seq === 0) entry.epoch = randomInt(1, 2 ** 47)
    const { key, seq, epoch } = entry
    const draft: Draft = { key, from: seq, epoch, entries: [], seen: Date.now() }
    const due = seq - entry.snap >= snapshotEvery && this.#snapshots++ < SNAPSHOTS
    if (due || entry.broken) Object.assign(draft, snapshotOf(entry, pack(fold, entry)))
    const mark = markOf(entry)
    if (mark !== undefined) draft.mark = mark
    return draft
  }
}

function refused({ id, digest }: WrittenEvent, seq: number, given: Answer): Outcome {
  return { id, digest, seq, ...given, repeated: false }
}

function changed({ seq, epoch }: Entry<unknown>): Answer {
  return answer(412, problem(412, `the key is at ${etag({ head: seq, epoch })}`))
}

function reused({ id }: WrittenEvent): Answer {
  return answer(422, {
    type: '/problems/event-id-reused',
    status: 422,
    title: 'the event id was used before, with other contents',
    detail: `event id ${JSON.stringify(id)}`,
  })
}

function taken({ id }: WrittenEvent): Answer {
  return answer(409, {
    type: '/problems/already-taken',
    status: 409,
    title: 'the event was taken before',
    detail: `event id ${JSON.stringify(id)}: its answer is not kept any more, and nothing was done again`,
  })
}
