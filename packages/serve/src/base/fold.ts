/** What an event is answered with. `body` is JSON text. Errors of the caller are answers too. */
export interface Answer {
  readonly status: number
  readonly body: string
}

/** An answer with what it says as data, for those who count and measure. Not kept. */
export interface Applied extends Answer {
  readonly record?: object
  /** Whether all events before belong to a state that is gone: their names may come again. */
  readonly forgets?: boolean
  /** Of a round that is kept for those who look back: when it was, milliseconds since 1970. */
  readonly keep?: number
}

/**
 * A state that is the fold of its events. The same events give the same state and the same answers, bit for bit,
 * on every machine: `apply` reads no clock and no chance but what the event holds.
 */
export interface Fold<State> {
  init(key: string): State
  /** Changes the state. An answer of 400 or more has changed nothing, and is not written. */
  apply(state: State, event: unknown, seq: number): Applied
  save(state: State): Uint8Array
  /** @throws {Behind} if it must read something first */
  restore(key: string, bytes: Uint8Array): State
  /** Where the key stands in a listing: 0 ordinary, larger needs a look first, below 0 not listed. */
  mark?(state: State): number
  /** Bytes that the state takes in memory, about. */
  size?(state: State): number
  /** Reads anew what the fold itself needs to know, after it threw `Behind`. */
  refresh?(): Promise<void>
}

/** The fold does not yet know something that another worker wrote. */
export class Behind extends Error {
  override readonly name = 'Behind'
}

export function answer(status: number, body: unknown): Answer {
  return { status, body: JSON.stringify(body) }
}
