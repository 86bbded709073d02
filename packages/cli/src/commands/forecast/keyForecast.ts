import type { SeriesForecast, StepRecord } from 'credence/paths'

/** One step of a forecast as it is written. */
export interface StepRow {
  readonly step: number
  readonly time: string | null
  readonly mean: number
  readonly median: number
  readonly sd: number
  readonly lower: number
  readonly upper: number
}

/** The forecast of one series. */
export interface KeyForecast {
  readonly name: string
  readonly cells: readonly string[]
  readonly steps: readonly StepRow[]
  readonly total: Omit<StepRow, 'step' | 'time'>
  readonly record: readonly StepRecord[]
  readonly found: SeriesForecast
  /** Past outcomes with the milliseconds, or numbers, of their rows: for the picture. */
  readonly past: { readonly at: readonly number[]; readonly y: readonly number[] }
}
