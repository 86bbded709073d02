import type { NamedSeries, StepRecord } from 'credence/paths'
import type { Numbers, PlainForecast } from './plainForecast.ts'

/** A series with the cells that name it. */
export interface KeySeries extends NamedSeries {
  /** Which series of the table it is; −1: a sum. */
  readonly number: number
  readonly cells: readonly string[]
}

/** Takes the forecast of a series: the place of that, its rows, and what was found. */
export type Take = (i: number, series: KeySeries, found: PlainForecast) => void

/** One step of a forecast as it is written. */
export interface StepRow extends Numbers {
  readonly step: number
  readonly time: string | null
}

/** The forecast of one series. */
export interface KeyForecast {
  /** Which series of the table it is of; −1: of a sum. */
  readonly key: number
  readonly name: string
  readonly cells: readonly string[]
  readonly steps: readonly StepRow[]
  readonly total: Numbers
  readonly inner: PlainForecast['inner']
  readonly record: readonly StepRecord[]
  readonly found: Pick<PlainForecast, 'times' | 'spacing' | 'seasons' | 'missing' | 'repeated' | 'samples'>
  /** Past outcomes with the milliseconds, or numbers, of their rows: for the picture. */
  readonly past: { readonly at: readonly number[]; readonly y: readonly number[] }
}
