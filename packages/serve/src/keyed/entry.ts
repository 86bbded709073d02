import { type Applied, answer, Behind, type Fold } from '../fold.ts'
import type { Stream } from '../journal.ts'
import { digest, type Remembered, RememberedEvents } from './remembered.ts'
import { unpack } from './snapshot.ts'

/** An event as a caller submits it. */
export interface KeyedEvent {
  readonly key: string
  /** The caller's own name for this event: a repeat gets the same answer and changes nothing. */
  readonly id: string
  /** What the caller sent: plain data. */
  readonly body: unknown
  /** What the worker adds; not part of what makes a repeat equal. */
  readonly stamp?: unknown
}

/** A key in memory: its state after `seq` events. */
export interface Entry<State> {
  readonly key: string
  state: State
  seq: number
  /** The seq of the snapshot in the journal. */
  snap: number
  /** The mark in the journal. */
  mark: number
  readonly remembered: RememberedEvents
}

/** An event as the journal keeps it. */
interface Recorded {
  readonly i: string
  readonly b: unknown
  readonly s?: unknown
}

/** An event whose body is text already: it is written once, for the journal and for knowing a repeat. */
export interface WrittenEvent extends KeyedEvent {
  readonly text: string
  readonly digest: number
}

export function written({ key, id, body, stamp }: KeyedEvent): WrittenEvent {
  const text = JSON.stringify(body)
  return { key, id, body, stamp, text, digest: digest(text) }
}

/** The event as the journal keeps it: a `Recorded`. */
export function toRecord({ id, text, stamp }: WrittenEvent): string {
  const rest = stamp === undefined ? '' : `,"s":${JSON.stringify(stamp)}`
  return `{"i":${JSON.stringify(id)},"b":${text}${rest}}`
}

/** Rebuilds a key: its snapshot, then every event after it. */
export function activate<State>(
  fold: Fold<State>,
  key: string,
  stream: Stream | undefined,
  memory: number,
): Entry<State> {
  const remembered = new RememberedEvents(memory)
  const snapshot = stream?.snapshot
  const entry: Entry<State> = {
    key,
    state: snapshot ? unpack(fold, key, snapshot.bytes, remembered) : fold.init(key),
    seq: snapshot?.seq ?? 0,
    snap: snapshot?.seq ?? 0,
    mark: stream?.mark ?? 0,
    remembered,
  }
  for (const text of stream?.tail ?? []) {
    const { i: id, b: body, s: stamp } = JSON.parse(text) as Recorded
    absorb(fold, entry, written({ key, id, body, stamp }))
  }
  if (stream && entry.seq !== stream.head) {
    throw new Error(
      `the journal of ${key} is broken: its head is ${stream.head}, its entries end at ${entry.seq}`,
    )
  }
  return entry
}

/** What an event became: what is remembered of it, and what its answer says as data. */
export interface Absorbed extends Remembered {
  readonly record: object | undefined
}

/** Applies an event that the journal has. */
export function absorb<State>(fold: Fold<State>, entry: Entry<State>, event: WrittenEvent): Absorbed {
  const { id, digest } = event
  const seq = entry.seq + 1
  const { status, body, record } = applied(fold, entry.state, event, seq)
  entry.seq = seq
  // A refusal changed nothing: a repeat is looked at anew, for what was missing may have come.
  if (status < 400) entry.remembered.add({ id, digest, seq, status, body })
  return { id, digest, seq, status, body, record }
}

function applied<State>(fold: Fold<State>, state: State, { body, stamp }: KeyedEvent, seq: number): Applied {
  try {
    return fold.apply(state, stamp === undefined ? body : { ...(body as object), stamp }, seq)
  } catch (error) {
    if (error instanceof Behind) throw error
    return answer(500, { status: 500, title: 'the event failed', detail: (error as Error).message })
  }
}
