import type { Forecast } from '../aggregate/forecast.ts'
import type { StateShape } from '../base/shape.ts'
import type { RowInTable } from '../rows/table.ts'

/** A forecast as two numbers. Plain data. */
export interface Moments {
  readonly mean: number
  readonly sd: number
}

/** A forecast with what others had to add to it. */
export interface Advised<Advice = unknown> {
  readonly law: Forecast
  /** What is kept until the outcome comes. Plain data. */
  readonly advice: Advice
}

/**
 * What a model of rows is told by other streams: it moves forecasts, and learns from their outcomes.
 *
 * What it keeps of one stream is part of that stream's state. What it shares between them is its own.
 */
export interface Peers<State = unknown, Advice = unknown> {
  /** Of what is kept of a stream whose rows have so many columns. */
  of(columns: number): StateShape<State>
  readonly advice: StateShape<Advice>
  /** The forecast, moved; null where there is nothing to add. Changes nothing. */
  advise(state: State, read: RowInTable, own: Forecast): Advised<Advice> | null
  /** Takes in an outcome, and the forecast that was given for it: undefined before any outcome was known. */
  observe(state: State, read: RowInTable, round: AdvisedRound<Advice>): void
}

export interface AdvisedRound<Advice = unknown> {
  readonly said: Moments | undefined
  /** null where nothing was added: then `said` is the stream's own forecast. */
  readonly advice: Advice | null
  readonly y: number
}
