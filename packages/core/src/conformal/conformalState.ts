import type { Rng } from '../math/rng.ts'
import type { CoverageState } from './diagnostics/coverage.ts'
import type { WatchState } from './diagnostics/watch.ts'
import type { Centre } from './intervals/centre.ts'
import type { ConformalInterval } from './intervals/interval.ts'
import type { OrderStore } from './methods/orderStore.ts'

/** All that is remembered. Plain data. */
export interface ConformalState {
  /** Outcomes learnt. */
  round: number
  /** Forecasts whose outcome never came. */
  missing: number
  readonly scale: OrderStore | null
  readonly rng: Rng | null
  /** One for each coverage. */
  readonly bands: readonly unknown[]
  readonly coverage: readonly CoverageState[] | null
  readonly watch: WatchState | null
  /** Where the forecaster's bias is taken out. */
  readonly centre: Centre | null
  /** Names of the groups, in the order first seen, and how each was covered. */
  readonly groups: GroupState | null
}

export interface GroupState {
  readonly names: string[]
  readonly rounds: number[]
  readonly misses: number[]
}

/** What a forecast was issued with. Plain data. */
export interface ConformalIssued {
  /** Outcomes that were learnt by then. */
  readonly round: number
  readonly forecast: unknown
  readonly group: string | null
  readonly unit: number
  readonly levels: readonly ConformalInterval[]
  /** Thresholds at the mean of their law, by coverage and side. */
  readonly atMean: Float64Array
  readonly bands: readonly unknown[]
}
