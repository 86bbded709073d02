import type { ExpertSettings } from '../../../packages/report/src/weights.ts'
import type { Choices } from './choices.ts'

/** To the worker. `run` tells apart what is asked of which run: answers to an older one are passed over. */
export type Ask =
  | { readonly run: number; readonly open: { readonly choices: Choices; readonly csv: string } }
  | { readonly run: number; readonly rounds: number }

/** From the worker. */
export type Answer =
  | { readonly run: number; readonly opened: Opened }
  | { readonly run: number; readonly batch: Batch }
  | { readonly run: number; readonly failure: string }

export interface Opened {
  readonly names: readonly string[]
  readonly numericNames: readonly string[]
  readonly rows: number
}

/** Rounds one after another, a column for each number. */
export interface Batch {
  /** The round before the first of them. */
  readonly after: number
  readonly size: number
  readonly columns: Readonly<Record<BatchColumn, Float64Array>>
  /** Round after round, one weight for each expert; and who they are, known from the first round on. */
  readonly weights: Float64Array
  readonly experts: readonly ExpertSettings[]
  readonly bound: number
  /** Whether the stream has ended. */
  readonly ended: boolean
}

export const COLUMNS = ['y', 'mean', 'lower', 'upper', 'regret'] as const
export type BatchColumn = (typeof COLUMNS)[number]
