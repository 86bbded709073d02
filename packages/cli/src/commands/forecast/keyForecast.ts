import type { StepRecord } from 'credence/paths'
import type { Numbers, PlainForecast } from './plainForecast.ts'

/** One step of a forecast as it is written. */
export interface StepRow extends Numbers {
  readonly step: number
  readonly time: string | null
}

/** The forecast of one series. */
export interface KeyForecast {
  readonly name: string
  readonly cells: readonly string[]
  readonly steps: readonly StepRow[]
  readonly total: Numbers
  readonly inner: PlainForecast['inner']
  readonly record: readonly StepRecord[]
  readonly found: PlainForecast
  /** Past outcomes with the milliseconds, or numbers, of their rows: for the picture. */
  readonly past: { readonly at: readonly number[]; readonly y: readonly number[] }
}
