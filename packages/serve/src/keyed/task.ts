import type { Head } from '../base/journal.ts'
import { type Entry, etag, type WrittenEvent } from './entry.ts'
import type { Remembered } from './remembered.ts'

/** Who is to be answered. */
export interface Waiter<T> {
  resolve(value: T): void
  reject(error: unknown): void
}

/** What a caller waits for: an event to be written and answered, a look at a key, or its end. */
export interface Task<State> {
  readonly key: string
  readonly event?: WrittenEvent
  readonly read?: (entry: Entry<State>) => unknown
  readonly remove?: RemoveOptions
  readonly waiter: Waiter<never>
  tries: number
}

/** How a key is removed. */
export interface RemoveOptions {
  /** Where it must be. */
  readonly match?: Head
  /** Also where no event may be written any more. */
  readonly ended?: boolean
}

/** How an event was answered. */
export interface Outcome extends Remembered {
  /** Whether this event was answered before. */
  readonly repeated: boolean
}

/** A key whose journal cannot be read. Others are not concerned. */
export class BrokenKey extends Error {
  override readonly name = 'BrokenKey'
  readonly key: string

  constructor(key: string, cause: unknown) {
    super(`the key ${JSON.stringify(key)} cannot be read: ${(cause as Error).message}`, { cause })
    this.key = key
  }
}

/** The key is not where the caller believes it. */
export class Moved extends Error {
  override readonly name = 'Moved'

  constructor(at: Head) {
    super(`the key is at ${etag(at)}`)
  }
}

/** An event that the fold could neither take nor refuse. Nothing of it is kept. */
export class FailedEvent extends Error {
  override readonly name = 'FailedEvent'

  constructor(key: string, cause: unknown) {
    super(`an event of the key ${JSON.stringify(key)} failed: ${(cause as Error).message}`, { cause })
  }
}

/** What the event belongs to is gone or was made anew since it was sent: look again where it belongs. */
export class Stale extends Error {
  override readonly name = 'Stale'
}
