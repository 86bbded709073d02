import { ArgumentError } from '../errors.ts'
import { expectShape, expectWhole, misfit } from '../save/shape.ts'
import type { ConformalModel } from './conformalModel.ts'
import type { ConformalPlan } from './conformalPlan.ts'
import type { ConformalIssued, ConformalState } from './conformalState.ts'
import { acceptGroups } from './intervals/groups.ts'
import { acceptOrderStore } from './methods/orderStore.ts'

/** Refuses a state that a conformal model cannot have made. */
export function acceptConformal<Forecast>(model: ConformalModel<Forecast>, state: unknown): void {
  const fresh = model.init()
  expectShape(state, fresh, 'the state', { grows: true })
  const { round, missing, bands, coverage, scale, groups } = state as ConformalState
  expectWhole('round', round, 0, Number.MAX_SAFE_INTEGER)
  expectWhole('missing', missing, 0, Number.MAX_SAFE_INTEGER)
  if (scale) acceptOrderStore(scale)
  if (bands.length !== fresh.bands.length || coverage?.length !== fresh.coverage?.length)
    throw new ArgumentError('the save is of another learner: its coverages differ')
  model.plan.bands.forEach((band, i) => {
    band.accept?.(bands[i])
  })
  if (groups) acceptGroups(groups, bands)
}

/** Refuses what a conformal model cannot have issued. */
export function acceptConformalIssued<Forecast>(
  { bands, dimension, conformity }: ConformalPlan<Forecast>,
  state: ConformalState,
  issued: unknown,
): void {
  const { forecast, group } = issued as ConformalIssued
  const draw = state.rng ? { uniform: 0.5, normal: 0 } : null
  const context = { features: new Float64Array(dimension), time: 0, series: 0, unit: 1, draw }
  const interval = { coverage: 0, lower: 0, upper: 0, threshold: 0, lowerThreshold: 0, extent: '' }
  const like = {
    forecast,
    group,
    unit: 1,
    levels: bands.map(() => interval),
    atMean: new Float64Array(bands.length * conformity.sides),
    bands: bands.map((band, i) => band.issue(state.bands[i], context)),
  }
  expectShape(issued, like, 'issued')
  if (group !== null && typeof group !== 'string') misfit('issued.group', 'a name or null', group)
  conformity.check?.(forecast as Forecast)
}
