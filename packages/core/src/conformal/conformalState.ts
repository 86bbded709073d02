import {
  also,
  anything,
  between,
  counter,
  floats,
  from,
  likeFresh,
  listOf,
  type ModelShape,
  nil,
  nullable,
  oneOf,
  randomStream,
  real,
  type StateShape,
  shape,
  string,
  tupleOf,
  whole,
  withIssued,
} from '../base/shape.ts'
import { type Rng, seededRng } from '../math/rng.ts'
import type { ConformalPlan } from './conformalPlan.ts'
import { type CoverageState, coverageStateOf } from './diagnostics/coverage.ts'
import type { WatchState } from './diagnostics/watch.ts'
import { type Centre, createCentre } from './intervals/centre.ts'
import { groupsOf } from './intervals/groups.ts'
import type { ConformalInterval } from './intervals/interval.ts'
import { expectOverlaps, type OverlapState, overlapsOf } from './intervals/overlaps.ts'
import type { OrderStore } from './methods/orderStore.ts'
import { pushScale, SCALE } from './methods/runningScale.ts'

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
  readonly overlaps: OverlapState | null
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
  /** Those that overlap, where they were asked for. */
  readonly groups: readonly string[] | null
  readonly unit: number
  readonly levels: readonly ConformalInterval[]
  /** Thresholds at the mean of their distribution, by coverage and side. */
  readonly atMean: Float64Array
  readonly bands: readonly unknown[]
}

/** What a conformal model of this plan remembers, and what it issues. */
export function conformalStateOf(plan: ConformalPlan<unknown>): ModelShape<ConformalState, ConformalIssued> {
  const { bands, randomised, seed, diagnostics, window, watch, unbiased, groups, past, overlapping } = plan
  const scale = from(SCALE, () => {
    const store = SCALE()
    for (const score of past) pushScale(store, score)
    return store
  })
  const state = shape<ConformalState>({
    round: counter,
    missing: counter,
    scale: plan.scale === 'running' ? scale : nil,
    rng: randomised ? randomStream(() => seededRng(seed)) : nil,
    bands: tupleOf(bands.map((band) => band.init)),
    coverage: diagnostics ? tupleOf(bands.map(({ experts }) => coverageStateOf(window, experts))) : nil,
    watch: watch ? watch.init : nil,
    centre: unbiased ? likeFresh(createCentre) : nil,
    groups: groups ? groupsOf(groups) : nil,
    overlaps: overlapping ? overlapsOf(bands.length) : nil,
  })
  return withIssued(state, (of) => issuedOf(plan, of))
}

const INTERVAL: StateShape<ConformalInterval> = /* @__PURE__ */ shape({
  coverage: real(),
  lower: real(),
  upper: real(),
  threshold: real(),
  lowerThreshold: real(),
  extent: oneOf('finite', 'infinite', 'point', 'empty'),
})

function issuedOf(
  { bands, conformity }: ConformalPlan<unknown>,
  state: ConformalState,
): StateShape<ConformalIssued> {
  return shape<ConformalIssued>({
    round: whole(0, state.round),
    forecast: also(anything, (forecast) => conformity.check?.(forecast)),
    group: nullable(string),
    groups: state.overlaps ? also(listOf(string), expectOverlaps) : nil,
    unit: between(0, Number.MAX_VALUE, 1),
    levels: listOf(INTERVAL, bands.length),
    atMean: floats(bands.length * conformity.sides),
    bands: tupleOf(bands.map((band, i) => band.init.issued(state.bands[i]))),
  })
}
