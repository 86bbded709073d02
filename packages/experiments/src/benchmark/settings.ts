import { palette } from '@credence/charts'
import type { Source } from '../data.ts'
import type { Wishes } from '../experiment.ts'
import type { Method } from '../linearStream.ts'

export interface BenchmarkSettings {
  readonly prepare: Wishes['prepare']
  readonly sources: readonly Source[]
}

export const label: Readonly<Record<Method, string>> = { svb: 'SVB-EA', oga: 'OGA-EA', ogd: 'OGD-EA' }
export const color: Readonly<Record<Method, string>> = {
  svb: palette.vermilion,
  oga: palette.sky,
  ogd: palette.black,
}
/** Consecutive pieces of a single pass, for its standard error. */
export const BATCHES = 20
/** G of the grid. */
export const grid: readonly number[] = Array.from({ length: 8 }, (_, j) => 1e-4 * 2 ** j)
