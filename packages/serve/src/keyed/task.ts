import type { Entry, WrittenEvent } from './entry.ts'
import type { Remembered } from './remembered.ts'

/** Who is to be answered. */
export interface Waiter<T> {
  resolve(value: T): void
  reject(error: unknown): void
}

/** What a caller waits for: an event to be written and answered, or a look at a key. */
export interface Task<State> {
  readonly key: string
  readonly event?: WrittenEvent
  readonly read?: (entry: Entry<State>) => unknown
  readonly waiter: Waiter<never>
  tries: number
}

/** How an event was answered. */
export interface Outcome extends Remembered {
  /** Whether this event was answered before. */
  readonly repeated: boolean
}
