import { Behind, type Fold } from '../base/fold.ts'
import type { Head, Stream } from '../base/journal.ts'
import { Slices } from '../base/slices.ts'
import { Names, type NamesOptions } from './names.ts'
import { digest, type Remembered, RememberedEvents, UNNAMED } from './remembered.ts'
import { unpack } from './snapshot.ts'

/** An event as a caller submits it. */
export interface KeyedEvent {
  readonly key: string
  /** The caller's own name for this event: a repeat gets the same answer and changes nothing. Empty: it has none. */
  readonly id: string
  /** What the caller sent: plain data. */
  readonly body: unknown
  /** What the worker adds; not part of what makes a repeat equal. */
  readonly stamp?: EventStamp
  /** Whether it needs nothing of the state before it, and may follow one that cannot be read. */
  readonly fresh?: boolean
  /** Where the key must be for the event to be taken. */
  readonly match?: Head
  /** Called where the event would make its key: what it throws is the answer. */
  readonly admit?: () => void
  /** Called when it was written. */
  readonly committed?: (commit: Commit) => void
}

/** A commit that was done. */
export interface Commit {
  /** Milliseconds since 1970. */
  readonly start: number
  readonly end: number
  /** How many events were in it. */
  readonly events: number
}

export interface EventStamp {
  /** Milliseconds since 1970. */
  readonly t?: number
}

/** A key in memory: its state after `seq` events. */
export interface Entry<State> {
  readonly key: string
  state: State
  seq: number
  /** Which life of the key in the journal this is. */
  epoch: number
  /** The seq of the snapshot in the journal. */
  snap: number
  /** The mark in the journal. */
  mark: number
  readonly remembered: RememberedEvents
  readonly names: Names
  /** Why the key cannot be read. Its state is a fresh one then. */
  broken?: Error
  /** Bytes in memory, about, when they were measured last. */
  bytes: number
}

/** What a key remembers beside its state. */
export interface Memory extends NamesOptions {
  /** Answers. */
  readonly remember: number
}

/** Where a key is, as HTTP names it. */
export function etag({ head, epoch }: Head): string {
  return epoch === 0 ? `"${head}"` : `"${epoch.toString(36)}-${head}"`
}

/** The reverse; undefined for what is no such name. */
export function readEtag(text: string): Head | undefined {
  const [, epoch = '0', head] = /^"(?:([0-9a-z]{1,12})-)?(\d{1,15})"$/.exec(text) ?? []
  return head === undefined ? undefined : { head: Number(head), epoch: Number.parseInt(epoch, 36) }
}

/** An event as the journal keeps it. */
interface Recorded {
  readonly i: string
  readonly b: unknown
  readonly s?: EventStamp
}

/** An event whose body is text already: it is written once, for the journal and for knowing a repeat. */
export interface WrittenEvent extends KeyedEvent {
  readonly text: string
  readonly digest: number
}

export function written(event: KeyedEvent): WrittenEvent {
  const text = JSON.stringify(event.body)
  return { ...event, text, digest: digest(text) }
}

/** The event as the journal keeps it: a `Recorded`. */
export function toRecord({ id, text }: WrittenEvent, stamp: EventStamp | undefined): string {
  const rest = stamp === undefined ? '' : `,"s":${JSON.stringify(stamp)}`
  return `{"i":${JSON.stringify(id)},"b":${text}${rest}}`
}

/** Rebuilds a key: its snapshot, then every event after it, in slices. */
export async function activate<State>(
  fold: Fold<State>,
  key: string,
  stream: Stream | undefined,
  memory: Memory,
  slices: Slices = new Slices(),
): Promise<Entry<State>> {
  const remembered = new RememberedEvents(memory.remember)
  const snapshot = stream?.snapshot
  const entry: Entry<State> = {
    key,
    state: snapshot ? unpack(fold, key, snapshot.bytes, remembered) : fold.init(key),
    seq: snapshot?.seq ?? 0,
    epoch: stream?.epoch ?? 0,
    snap: snapshot?.seq ?? 0,
    mark: stream?.mark ?? 0,
    remembered,
    names: new Names(memory, stream?.names),
    bytes: 0,
  }
  for (const text of stream?.tail ?? []) {
    replay(fold, entry, JSON.parse(text) as Recorded)
    const rest = slices.over()
    if (rest) await rest
  }
  if (stream && entry.seq !== stream.head) {
    throw new Error(
      `the journal of ${key} is broken: its head is ${stream.head}, its entries end at ${entry.seq}`,
    )
  }
  measure(fold, entry)
  return entry
}

/** A key that cannot be read, where its journal ends: it can be removed, and it can go on from a save. */
export function brokenEntry<State>(
  fold: Fold<State>,
  key: string,
  { head, epoch, mark, names }: Stream,
  memory: Memory,
  broken: Error,
): Entry<State> {
  const kept = new Names(memory, names)
  const remembered = new RememberedEvents(memory.remember)
  const bytes = 1000
  return {
    key,
    state: fold.init(key),
    seq: head,
    epoch,
    snap: head,
    mark,
    remembered,
    names: kept,
    broken,
    bytes,
  }
}

/** An event that the journal has counts, also one that an earlier program wrote before it refused it. */
function replay<State>(fold: Fold<State>, entry: Entry<State>, { i: id, b: body, s: stamp }: Recorded): void {
  const seq = entry.seq + 1
  try {
    absorb(fold, entry, written({ key: entry.key, id, body }), stamp)
  } catch (error) {
    if (error instanceof Behind) throw error
  }
  entry.seq = seq
}

/** What an event became: what is remembered of it, and what its answer says as data. */
export interface Absorbed extends Remembered {
  readonly record: object | undefined
  readonly keep?: number
}

/** Applies an event. One that is refused changes nothing. */
export function absorb<State>(
  fold: Fold<State>,
  entry: Entry<State>,
  { id, digest, body: given }: WrittenEvent,
  stamp: EventStamp | undefined,
): Absorbed {
  const seq = entry.seq + 1
  const event = stamp === undefined ? given : { ...(given as object), stamp }
  const { status, body, record, forgets, keep } = fold.apply(entry.state, event, seq)
  if (status >= 400) return { id, digest, seq: entry.seq, status, body, record }
  entry.seq = seq
  if (forgets) {
    entry.remembered.clear()
    entry.names.clear()
  }
  entry.remembered.add({ id, digest, seq, status, body })
  if (id !== UNNAMED) entry.names.add(id, stamp?.t ?? 0)
  return { id, digest, seq, status, body, record, ...(keep === undefined ? {} : { keep }) }
}

/** Bytes of an answer that is remembered, about. */
const ANSWER = 500

/** A state grows fast at first, and slowly later. */
export function isMeasured({ seq }: Pick<Entry<unknown>, 'seq'>): boolean {
  return seq % 64 === 0 || (seq < 64 && (seq & (seq - 1)) === 0)
}

/** Looks how large a key has become. Returns by how much it grew. */
export function measure<State>(fold: Fold<State>, entry: Entry<State>): number {
  const before = entry.bytes
  const state = fold.size?.(entry.state) ?? 1000
  entry.bytes = state + entry.remembered.size * ANSWER + entry.names.bytes + 500
  return entry.bytes - before
}
