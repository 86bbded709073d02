import type { ForecastRecord, PathStep, RoundRecord } from '@credence/client'
import type { Explaining } from 'credence/auto'

/** Past outcomes that are kept for models which are fed by outcomes alone. */
export const REACH = 32

/** What a recipe becomes when it is served: one program, and a series for each key. */
export interface SeriesModel {
  /** A fresh series, or one that goes on from `save()`. */
  begin(saved?: Uint8Array): Series
  /** Refuses an input that this model cannot read, before anything is written. */
  checkInput(input: unknown): void
  /** Refuses an outcome that this model can never take. */
  checkOutcome(y: unknown): void
}

/** A model at work on one key. Whatever can fail fails before anything changes. */
export interface Series {
  /** With an id the forecast is kept open until its outcome comes; else nothing changes. */
  predict(input: unknown, id?: string): ForecastRecord
  /** Learns an outcome with its input. */
  learn(input: unknown, y: unknown): RoundRecord
  /** Learns the outcome of the forecast that was given this id. */
  settle(id: string, y: unknown): RoundRecord
  /** Gives up on the outcome of an open forecast. */
  skip(id: string): void
  /** The joint forecast of the next outcomes, where the model has one; null where it forecasts one row at a time. */
  path(ahead: number): readonly PathStep[] | null
  /** What each column does to the forecast of a row that was learnt, the last one being 1 back; null where that is not known. */
  reasons(back: number): Explaining | null
  /** An independent copy. */
  fork(): Series
  readonly past: Past
  /** Whether the service looks for a change of its errors. */
  readonly watched: boolean
  save(): Uint8Array
  /** Bytes in memory, about. */
  size(): number
  view(): SeriesView
}

/** How a model that is fed by outcomes alone makes its input. */
export interface Past {
  /** How many past outcomes the next forecast is made from. */
  readonly reach: number
  /**
   * The input that the past makes, the newest outcome first.
   *
   * @param at of the outcome to come, milliseconds since 1970
   * @throws {ArgumentError} if this model needs more than outcomes
   */
  fromPast(past: readonly number[], at: number): unknown
}

/** What can be asked of a series. */
export interface SeriesView {
  readonly rounds: number
  readonly lateness: unknown
  readonly weights: readonly ExpertWeight[]
  readonly ledger: unknown
  readonly coverage: unknown
}

export interface ExpertWeight {
  readonly expert: unknown
  readonly weight: number
}
