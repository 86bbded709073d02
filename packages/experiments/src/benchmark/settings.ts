import { palette } from '@credence/charts'
import type { Source } from '../data.ts'
import type { Method } from '../linearStream.ts'
import type { Reading } from '../reading.ts'

export interface BenchmarkSettings {
  readonly sources: readonly Source[]
  /** G of each expert. */
  readonly grid: readonly number[]
  readonly share: number
  readonly reading: Reading
}

export const label: Readonly<Record<Method, string>> = { svb: 'SVB-EA', oga: 'OGA-EA', ogd: 'OGD-EA' }
export const color: Readonly<Record<Method, string>> = {
  svb: palette.vermilion,
  oga: palette.sky,
  ogd: palette.black,
}
/** G of the paper's grid. */
export const GRID: readonly number[] = Array.from({ length: 8 }, (_, j) => 1e-4 * 2 ** j)
