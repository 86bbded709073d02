import type { Outcome } from '@credence/client'

/** What can happen to a key. */
export type SeriesEvent =
  | { readonly op: 'predict'; readonly id: string; readonly input: unknown }
  /** The next outcomes, each with an interval, from outcomes alone. */
  | { readonly op: 'path'; readonly id: string; readonly ahead: number }
  | { readonly op: 'learn'; readonly id: string; readonly y: Outcome }
  | { readonly op: 'learn'; readonly input: unknown; readonly y: Outcome }
  /** An outcome that follows the last: the forecast was made from those before it. `at` must grow; absent: when it came. */
  | { readonly op: 'observe'; readonly y: number; readonly at?: number }
  | { readonly op: 'skip'; readonly id: string }
  /** Only in journals of earlier versions: a key that is deleted is not in the journal any more. */
  | { readonly op: 'delete' }
  /** Bytes of `save`, base64. */
  | { readonly op: 'restore'; readonly saved: string }
  | { readonly op: 'claim-alert'; readonly seq: number; readonly kind: string; readonly lease: number }
  | { readonly op: 'settle-alert'; readonly seq: number; readonly kind: string; readonly resolved?: boolean }
  | { readonly op: 'clear-alerts' }

/** What the worker adds to an event, so that every replay decides as it did. */
export interface Stamp {
  /** How many changes of the models it knew of. */
  readonly m: number
  /** The version that answers, then those in its shadow. */
  readonly v: readonly number[]
  /** Milliseconds since 1970. */
  readonly t: number
  /** Whether alerts are told. */
  readonly w?: true
}

export type StampedEvent = SeriesEvent & { readonly stamp: Stamp }
