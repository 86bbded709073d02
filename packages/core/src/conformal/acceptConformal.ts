import {
  counts,
  expectList,
  expectRecord,
  expectRng,
  expectShape,
  expectWhole,
  misfit,
} from '../base/save/shape.ts'
import type { ConformalModel } from './conformalModel.ts'
import type { ConformalPlan } from './conformalPlan.ts'
import type { ConformalIssued, ConformalState, GroupState } from './conformalState.ts'
import { acceptWatch } from './diagnostics/acceptWatch.ts'
import { acceptGroups } from './intervals/groups.ts'
import { acceptOrderStore, type OrderStore } from './methods/orderStore.ts'

/** Refuses a state that a conformal model cannot have made. */
export function acceptConformal<Forecast>(model: ConformalModel<Forecast>, state: unknown): void {
  const fresh = model.init()
  const { bands, groups: plan } = model.plan
  const { bands: own } = state as ConformalState
  expectRecord(state, fresh, 'the state', {
    round: counts('round'),
    missing: counts('missing'),
    scale(scale) {
      expectShape(scale, fresh.scale, 'scale', { grows: true })
      if (scale) acceptOrderStore(scale as OrderStore)
    },
    rng(rng) {
      if (fresh.rng) expectRng('rng', rng)
      else expectShape(rng, null, 'rng')
    },
    watch: (watch) => acceptWatch(fresh.watch, watch),
    bands: () => expectList('bands', own, bands.length, (band, i) => bands[i].accept?.(band)),
    groups(groups) {
      expectShape(groups, fresh.groups, 'groups', { grows: true })
      if (plan) acceptGroups(plan, groups as GroupState, own)
    },
  })
}

/** Refuses what a conformal model cannot have issued. */
export function acceptConformalIssued<Forecast>(
  { bands, dimension, conformity }: ConformalPlan<Forecast>,
  state: ConformalState,
  issued: unknown,
): void {
  const { round, forecast, group, unit, bands: own } = issued as ConformalIssued
  const draw = state.rng ? { uniform: 0.5, normal: 0 } : null
  const features = new Float64Array(dimension ?? featuresOf(own))
  const context = { features, time: 0, series: 0, unit: 1, draw, scoreOf: null }
  const interval = { coverage: 0, lower: 0, upper: 0, threshold: 0, lowerThreshold: 0, extent: '' }
  const like = {
    round,
    forecast,
    group,
    unit: 1,
    levels: bands.map(() => interval),
    atMean: new Float64Array(bands.length * conformity.sides),
    // By a fresh one: an expert of this one may have diverged since, and issues nothing more.
    bands: bands.map((band) => band.issue(band.init(), context)),
  }
  expectShape(issued, like, 'issued')
  expectWhole('issued.round', round, 0, state.round)
  if (!(unit >= 0 && unit < Infinity)) misfit('issued.unit', 'a number not below 0', unit)
  bands.forEach((band, i) => {
    band.acceptIssued?.(state.bands[i], own[i])
  })
  if (group !== null && typeof group !== 'string') misfit('issued.group', 'a name or null', group)
  conformity.check?.(forecast as Forecast)
}

/** How many features a forecast was issued with, where it could have any number; the shape of the rest is checked by it. */
function featuresOf(bands: readonly unknown[]): number {
  const { scale } = (bands?.[0] ?? {}) as { readonly scale?: { readonly x?: Float64Array } }
  return scale?.x instanceof Float64Array ? scale.x.length : 1
}
