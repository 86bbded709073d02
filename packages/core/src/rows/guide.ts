import type { StateShape } from '../base/shape.ts'
import type { HistoryState } from './history.ts'

/** Forecasts the outcome of a row from the times and outcomes before it alone. Rule and plain state, like a panel. */
export interface Guide<State = unknown> {
  /** Makes a fresh state. */
  readonly shape: StateShape<State>
  /** The forecast of the row after those learnt; NaN where it can say nothing. */
  forecast(state: State): number
  /**
   * Learns the last row of the history.
   *
   * @param rewrite told what it would have said of rows of the past, where it has begun anew
   */
  observe(state: State, history: HistoryState, rewrite: (row: number, forecast: number) => void): void
}
