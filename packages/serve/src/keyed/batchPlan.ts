import { type Answer, answer, type Fold } from '../fold.ts'
import type { Write } from '../journal.ts'
import { type Entry, toRecord, type WrittenEvent } from './entry.ts'
import type { LiveKeys } from './liveKeys.ts'
import { pack } from './snapshot.ts'
import type { Outcome, Task } from './task.ts'

export interface PlanOptions<State> {
  readonly fold: Fold<State>
  /** Events of a key between two snapshots. */
  readonly snapshotEvery: number
  /** Refuses the first event of a key, or lets it pass. */
  readonly admit: (key: string) => Answer | undefined
  /** The mark to write for a key, where it is not the one in the journal. */
  markOf(entry: Entry<State>): number | undefined
  repeated(): void
}

/** What a batch comes to: one write for each key, and the events that are new, with all who sent them. */
export interface BatchPlan<State> {
  readonly writes: readonly Write[]
  readonly fresh: readonly FreshEvent<State>[]
}

interface FreshEvent<State> {
  readonly entry: Entry<State>
  readonly event: WrittenEvent
  readonly tasks: Task<State>[]
}

/** Snapshots in one commit: each is some kilobytes. */
export const SNAPSHOTS = 32

/** Answers what was answered before, and plans the commit of the rest. The keys must be in memory. */
export function planBatch<State>(
  batch: readonly Task<State>[],
  keys: LiveKeys<State>,
  options: PlanOptions<State>,
): BatchPlan<State> {
  const { fold, snapshotEvery, admit, markOf, repeated } = options
  const fresh = new Map<string, FreshEvent<State>>()
  const writes = new Map<string, { -readonly [P in keyof Write]: Write[P] } & { entries: string[] }>()
  let snapshots = 0
  for (const task of batch) {
    const { event, key } = task
    if (!event) continue
    const entry = keys.at(key)
    const name = `${key}\u0000${event.id}`
    const before = entry.remembered.get(event.id)
    const twin = fresh.get(name)
    if (before || twin) {
      const { digest } = before ?? (twin as FreshEvent<State>).event
      if (digest !== event.digest) task.waiter.resolve(reused(event, entry.seq) as never)
      else if (before) task.waiter.resolve({ ...before, repeated: true } as never)
      else twin?.tasks.push(task)
      repeated()
      continue
    }
    let write = writes.get(key)
    if (!write) {
      const refused = entry.seq === 0 ? admit(key) : undefined
      if (refused) {
        const { id, digest } = event
        task.waiter.resolve({ id, digest, seq: 0, ...refused, repeated: false } as never)
        continue
      }
      write = { key, from: entry.seq, entries: [] }
      if (entry.seq - entry.snap >= snapshotEvery && snapshots++ < SNAPSHOTS)
        write.snapshot = pack(fold, entry)
      const mark = markOf(entry)
      if (mark !== undefined) write.mark = mark
      writes.set(key, write)
    }
    write.entries.push(toRecord(event))
    fresh.set(name, { entry, event, tasks: [task] })
  }
  return { writes: [...writes.values()], fresh: [...fresh.values()] }
}

function reused({ id }: WrittenEvent, seq: number): Outcome {
  const title = 'the event id was used before, with other contents'
  const given = answer(422, {
    type: '/problems/event-id-reused',
    status: 422,
    title,
    detail: `event id ${JSON.stringify(id)}`,
  })
  return { id, digest: 0, seq, ...given, repeated: false }
}
