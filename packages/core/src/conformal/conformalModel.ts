import { ArgumentError, NumericalError } from '../errors.ts'
import { linearAt } from '../losses/piecewiseLinear.ts'
import { normal, type Rng, seededRng, uniform } from '../math/rng.ts'
import type { Description, Model } from '../model.ts'
import { expectShape, expectWhole, misfit } from '../save/shape.ts'
import { type CoverageState, createCoverage, recordCoverage, recordExperts } from './diagnostics/coverage.ts'
import { extentOf } from './diagnostics/extent.ts'
import type { Watch, WatchState } from './diagnostics/watch.ts'
import {
  type Band,
  type BandContext,
  type BandRound,
  createBandRound,
  createThresholds,
  type Thresholds,
} from './intervals/band.ts'
import { type ConformalInput, type InputParts, partsOf } from './intervals/conformalInput.ts'
import { type Conformity, scoreSides } from './intervals/conformity.ts'
import { acceptGroups, createGroups, type Groups, groupIndex, learnGroup } from './intervals/groups.ts'
import {
  asForecast,
  type ConformalForecast,
  type ConformalInterval,
  type ConformalRound,
} from './intervals/interval.ts'
import { acceptOrderStore, type OrderStore } from './methods/orderStore.ts'
import { createScale, inUnit, pushScale, scaleOf } from './methods/runningScale.ts'

/** What a conformal model is made of: its options, settled. */
export interface ConformalPlan<Forecast> {
  /** One for each coverage, in the order asked for. */
  readonly bands: readonly Band[]
  /** How intervals of several coverages are made to contain each other. */
  readonly nest: (all: readonly Thresholds[], order: readonly number[]) => void
  readonly conformity: Conformity<Forecast>
  /** How many features the method reads. */
  readonly dimension: number
  readonly scale: 'running' | 'none'
  readonly randomised: boolean
  readonly seed: number
  readonly diagnostics: boolean
  /** Rounds that rolling coverage looks back on. */
  readonly window: number
  readonly watch: Watch | null
  readonly groups: Groups | null
  /** Scores of the upper side that the running scale starts from. */
  readonly past: readonly number[]
}

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
  readonly forecast: unknown
  readonly group: string | null
  readonly unit: number
  readonly levels: readonly ConformalInterval[]
  /** Thresholds at the mean of their law, by coverage and side. */
  readonly atMean: Float64Array
  readonly bands: readonly unknown[]
}

/** Calibrated intervals around a forecaster, as a model. */
export class ConformalModel<Forecast = number>
  implements
    Model<ConformalInput<Forecast>, ConformalForecast, ConformalRound, ConformalState, ConformalIssued>
{
  readonly plan: ConformalPlan<Forecast>
  readonly description: Description
  readonly #order: readonly number[]
  readonly #draws: Rng
  readonly #scores: Float64Array
  readonly #units: Float64Array
  readonly #thresholds: readonly Thresholds[]
  readonly #rounds: readonly BandRound[]

  constructor(plan: ConformalPlan<Forecast>) {
    const { bands, conformity } = plan
    this.plan = plan
    this.description = describe(plan)
    this.#order = bands.map((_, i) => i).sort((a, b) => bands[a].coverage - bands[b].coverage)
    this.#draws = seededRng(0)
    this.#scores = new Float64Array(conformity.sides)
    this.#units = new Float64Array(conformity.sides)
    this.#thresholds = bands.map(() => createThresholds(conformity.sides))
    this.#rounds = bands.map(({ experts }) => createBandRound(experts))
  }

  init(): ConformalState {
    const { bands, scale, randomised, seed, diagnostics, window, watch, groups, past } = this.plan
    const store = scale === 'running' ? createScale() : null
    if (store) for (const score of past) pushScale(store, score)
    return {
      round: 0,
      missing: 0,
      scale: store,
      rng: randomised ? seededRng(seed) : null,
      bands: bands.map((band) => band.init()),
      coverage: diagnostics ? bands.map(({ experts }) => createCoverage(window, experts)) : null,
      watch: watch ? watch.init() : null,
      groups: groups ? createGroups(groups) : null,
    }
  }

  predict(state: ConformalState, input: ConformalInput<Forecast>): ConformalForecast {
    const parts = this.#parts(input)
    return asForecast(this.#intervals(state, parts.forecast, this.#context(state, parts)))
  }

  issue(state: ConformalState, input: ConformalInput<Forecast>): ConformalIssued {
    const parts = this.#parts(input)
    const context = this.#context(state, parts)
    return this.#issue(state, parts, context, (band, own) => band.issue(own, context))
  }

  learn(state: ConformalState, input: ConformalInput<Forecast>, y: number): ConformalRound {
    const parts = this.#parts(input)
    const context = this.#context(state, parts)
    return this.settle(
      state,
      this.#issue(state, parts, context, (band, own) => band.borrow(own, context)),
      y,
    )
  }

  settle(state: ConformalState, issued: ConformalIssued, y: number): ConformalRound {
    const { watch, groups, conformity } = this.plan
    const { levels } = issued
    const now = state.round + 1
    this.expectLearnable(state, issued, y)
    // From here on nothing can fail.
    if (groups && state.groups && issued.group !== null) learnGroup(groups, state, issued, y, levels[0])
    const coveredAt = levels.map(({ lower, upper }, i) => {
      const covered = lower <= y && y <= upper
      this.#settleBand(state, issued, i, y, !covered)
      return covered
    })
    if (state.scale) pushScale(state.scale, this.#scores[0])
    if (state.rng) this.#moveOn(state.rng)
    state.round = now
    const score = this.#scores[0]
    const alert =
      watch && state.watch
        ? watch.observe(state.watch, conformity.sides === 2 ? Math.abs(score) : score, !coveredAt[0])
        : null
    return this.#asRound(levels, now, y, score, coveredAt, alert)
  }

  /** Throws where `settle` would: at an outcome or a score that cannot be learnt. Changes nothing. */
  expectLearnable(
    state: ConformalState,
    { forecast, unit, bands: issued }: ConformalIssued,
    y: number,
  ): void {
    const { bands, conformity } = this.plan
    const round = state.round + 1
    const units = this.#units
    scoreSides(conformity, forecast as Forecast, y, this.#scores, round)
    for (let side = 0; side < units.length; side++) {
      units[side] = state.scale ? inUnit(unit, this.#scores[side]) : this.#scores[side]
    }
    for (let i = 0; i < bands.length; i++) {
      const refusal = bands[i].refusal(state.bands[i], issued[i], units)
      if (refusal) throw new NumericalError(`${refusal} in round ${round}`, { round, expert: -1 })
    }
  }

  /** Refuses a state of another shape. */
  accept(state: unknown): void {
    const fresh = this.init()
    expectShape(state, fresh, 'the state', { grows: true })
    const { round, missing, bands, coverage, scale, groups } = state as ConformalState
    expectWhole('round', round, 0, Number.MAX_SAFE_INTEGER)
    expectWhole('missing', missing, 0, Number.MAX_SAFE_INTEGER)
    if (scale) acceptOrderStore(scale)
    if (bands.length !== fresh.bands.length || coverage?.length !== fresh.coverage?.length)
      throw new ArgumentError('the save is of another learner: its coverages differ')
    this.plan.bands.forEach((band, i) => {
      band.accept?.(bands[i])
    })
    if (groups) acceptGroups(groups, bands)
  }

  acceptIssued(state: ConformalState, issued: unknown): void {
    const { bands, dimension } = this.plan
    const { forecast, group } = issued as ConformalIssued
    const draw = state.rng ? { uniform: 0.5, normal: 0 } : null
    const context = { features: new Float64Array(dimension), time: 0, series: 0, unit: 1, draw }
    const interval = { coverage: 0, lower: 0, upper: 0, threshold: 0, lowerThreshold: 0, extent: '' }
    const like = {
      forecast,
      group,
      unit: 1,
      levels: bands.map(() => interval),
      atMean: new Float64Array(bands.length * this.plan.conformity.sides),
      bands: bands.map((band, i) => band.issue(state.bands[i], context)),
    }
    expectShape(issued, like, 'issued')
    if (group !== null && typeof group !== 'string') misfit('issued.group', 'a name or null', group)
    this.plan.conformity.check?.(forecast as Forecast)
  }

  #asRound(
    levels: readonly ConformalInterval[],
    round: number,
    y: number,
    score: number,
    coveredAt: readonly boolean[],
    alert: ConformalRound['alert'],
  ): ConformalRound {
    const { coverage, lower, upper, threshold, lowerThreshold, extent } = levels[0]
    const { loss, weights, means, variances, losses } = this.#rounds[0]
    const experts = { means, variances, losses }
    const interval = { coverage, lower, upper, threshold, lowerThreshold, extent, levels }
    return Object.assign(interval, {
      round,
      y,
      score,
      covered: coveredAt[0],
      coveredAt,
      loss,
      weights,
      experts,
      alert,
    })
  }

  #settleBand(state: ConformalState, issued: ConformalIssued, i: number, y: number, missed: boolean): void {
    const { conformity, bands } = this.plan
    const band = bands[i]
    const out = state.coverage ? this.#rounds[i] : null
    band.settle(state.bands[i], issued.bands[i], this.#units, missed, out)
    if (!out || !state.coverage) return
    const { sides } = conformity
    const alpha = 1 - band.coverage
    const target = 1 - alpha / sides
    let missedAtMean = false
    let pinball = 0
    for (let side = 0; side < sides; side++) {
      const off = this.#scores[side] - issued.atMean[i * sides + side]
      if (off > 0) missedAtMean = true
      pinball += linearAt(target, 1 - target, off)
    }
    const { lower, upper } = issued.levels[i]
    const { expectedMiss, waits } = out
    const round = { y, lower, upper, missed, missedAtMean, expectedMiss, pinball, waits }
    recordCoverage(state.coverage[i], alpha, round)
    recordExperts(state.coverage[i], out.misses)
  }

  #parts(input: ConformalInput<Forecast>): InputParts<Forecast> {
    const { conformity, dimension, groups } = this.plan
    const parts = partsOf(input, dimension, groups !== null)
    conformity.check?.(parts.forecast)
    return parts
  }

  #context(state: ConformalState, { features, time, group }: InputParts<Forecast>): BandContext {
    return {
      features,
      time: time ?? state.round + state.missing,
      series: group === undefined || !state.groups ? 0 : groupIndex(state.groups, group),
      unit: state.scale ? scaleOf(state.scale) : 1,
      draw: state.rng ? this.#draw(state.rng) : null,
    }
  }

  #issue(
    state: ConformalState,
    { forecast, group }: InputParts<Forecast>,
    context: BandContext,
    issue: (band: Band, own: unknown) => unknown,
  ): ConformalIssued {
    const { bands, conformity } = this.plan
    const { sides } = conformity
    const levels = this.#intervals(state, forecast, context)
    const atMean = new Float64Array(bands.length * sides)
    this.#thresholds.forEach((thresholds, i) => {
      atMean.set(thresholds.atMean, i * sides)
    })
    return {
      forecast: forecast ?? null,
      group: group ?? null,
      unit: context.unit,
      levels,
      atMean,
      bands: bands.map((band, i) => issue(band, state.bands[i])),
    }
  }

  /** The draw of the coming round, the same however often it is asked for: the generator itself moves on in `settle`. */
  #draw(rng: Rng): { uniform: number; normal: number } {
    this.#draws.set(rng)
    return { uniform: uniform(this.#draws), normal: normal(this.#draws) }
  }

  #moveOn(rng: Rng): void {
    this.#draw(rng)
    rng.set(this.#draws)
  }

  /** Intervals at all coverages, a higher one never inside a lower one. */
  #intervals(state: ConformalState, forecast: Forecast, context: BandContext): readonly ConformalInterval[] {
    const { bands, conformity, nest } = this.plan
    const all = this.#thresholds
    for (let i = 0; i < bands.length; i++) bands[i].believe(state.bands[i], context, all[i])
    if (bands.length > 1) nest(all, this.#order)
    return bands.map(({ coverage }, i) => {
      const { given } = all[i]
      const threshold = given[0]
      const lowerThreshold = given[given.length - 1]
      const lower = conformity.lower(forecast, lowerThreshold)
      const upper = conformity.upper(forecast, threshold)
      return { coverage, lower, upper, threshold, lowerThreshold, extent: extentOf(lower, upper) }
    })
  }
}

function describe<Forecast>(plan: ConformalPlan<Forecast>): Description {
  const { bands, nest, conformity, scale, randomised, seed, diagnostics, window, watch, groups, past } = plan
  return {
    model: 'conformal',
    bands: bands.map((band) => band.description),
    nest: nest.name,
    conformity: conformity.name,
    scale,
    randomised,
    seed,
    diagnostics,
    window,
    alerts: watch ? watch.rate : null,
    groups: groups !== null,
    past: past.length,
  }
}
