import type { Conformity, Residuals } from '../nouns/conformity.ts'
import type { Description } from '../nouns/model.ts'
import type { Watch } from './diagnostics/watch.ts'
import type { Band } from './intervals/band.ts'
import type { Groups } from './intervals/groups.ts'

/** What a conformal model is made of: its options, settled. */
export interface ConformalPlan<Forecast> {
  /** One for each coverage, in the order asked for. */
  readonly bands: readonly Band[]
  readonly conformity: Conformity<Forecast>
  /** Where residuals are remembered beside scores. @default they are not */
  readonly residuals?: Residuals<Forecast> | undefined
  /** How many features are read; null for any number of them. */
  readonly dimension: number | null
  readonly scale: 'running' | 'none'
  readonly randomised: boolean
  readonly seed: number
  readonly diagnostics: boolean
  /** Rounds that rolling coverage looks back on. */
  readonly window: number
  readonly watch: Watch | null
  /** Whether the forecaster's bias is taken out first. @default false */
  readonly unbiased?: boolean
  readonly groups: Groups | null
  /** Whether rounds belong to groups that overlap. @default false */
  readonly overlapping?: boolean
  /** Scores of the upper side that the running scale starts from. */
  readonly past: readonly number[]
}

/** Every option that changes a number. */
export function describePlan<Forecast>(plan: ConformalPlan<Forecast>): Description {
  const { bands, conformity, scale, randomised, seed, diagnostics, window, watch, groups, past } = plan
  return {
    model: 'conformal',
    bands: bands.map((band) => band.description),
    conformity: conformity.name,
    scale,
    randomised,
    seed,
    diagnostics,
    window,
    alerts: watch ? { rate: watch.rate, features: watch.features } : null,
    unbiased: plan.unbiased ?? false,
    groups: groups !== null,
    overlapping: plan.overlapping ?? false,
    past: past.length,
  }
}
