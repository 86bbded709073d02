import type { Entry, WrittenEvent } from './entry.ts'
import type { Remembered } from './remembered.ts'

/** What a caller waits for: an event to be written and answered, or a look at a key. */
export interface Task<State> {
  readonly key: string
  readonly event?: WrittenEvent
  readonly read?: (entry: Entry<State>) => unknown
  readonly resolve: (value: never) => void
  readonly reject: (error: unknown) => void
  tries: number
}

/** How an event was answered. */
export interface Outcome extends Remembered {
  /** Whether this event was answered before. */
  readonly repeated: boolean
}
