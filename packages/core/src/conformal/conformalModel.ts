import { NumericalError } from '../base/errors.ts'
import { LazyIssue } from '../base/lazyIssue.ts'
import type { ModelShape } from '../base/shape.ts'
import { linearAt } from '../losses/piecewiseLinear.ts'
import { normal, type Rng, seededRng, uniform } from '../math/rng.ts'
import type { Description, Issue, Model } from '../nouns/model.ts'
import { type ConformalPlan, describePlan } from './conformalPlan.ts'
import { type ConformalIssued, type ConformalState, conformalStateOf } from './conformalState.ts'
import { recordCoverage, recordExperts } from './diagnostics/coverage.ts'
import { extentOf } from './diagnostics/extent.ts'
import {
  type BandContext,
  type BandRound,
  createBandRound,
  createThresholds,
  type Thresholds,
} from './intervals/band.ts'
import { followCentre } from './intervals/centre.ts'
import { type ConformalInput, type InputParts, partsOf } from './intervals/conformalInput.ts'
import { centreOf, copyForecast, scoreSides } from './intervals/conformity.ts'
import { groupIndex, learnGroup } from './intervals/groups.ts'
import {
  asForecast,
  type ConformalForecast,
  type ConformalInterval,
  type ConformalRound,
} from './intervals/interval.ts'
import { widen } from './intervals/nest.ts'
import { learnOverlaps, type OverlapState, overlapOffset } from './intervals/overlaps.ts'
import { missLevel } from './memories/governor.ts'
import { inUnit, pushScale, scaleOf } from './methods/runningScale.ts'

/** Calibrated intervals around a forecaster, as a model. */
export class ConformalModel<Forecast = number>
  implements
    Model<ConformalInput<Forecast>, ConformalForecast, ConformalRound, ConformalState, ConformalIssued>
{
  readonly plan: ConformalPlan<Forecast>
  readonly description: Description
  readonly init: ModelShape<ConformalState, ConformalIssued>
  readonly #order: readonly number[]
  readonly #draws: Rng
  readonly #scores: Float64Array
  readonly #units: Float64Array
  readonly #thresholds: readonly Thresholds[]
  readonly #rounds: readonly BandRound[]
  /** What was issued and is no longer needed. */
  #spare: ConformalIssued | undefined

  constructor(plan: ConformalPlan<Forecast>) {
    const { bands, conformity } = plan
    this.plan = plan
    this.description = describePlan(plan)
    this.init = conformalStateOf(plan as ConformalPlan<unknown>)
    this.#order = bands.map((_, i) => i).sort((a, b) => bands[a].coverage - bands[b].coverage)
    this.#draws = seededRng(0)
    this.#scores = new Float64Array(conformity.sides)
    this.#units = new Float64Array(conformity.sides)
    this.#thresholds = bands.map(() => createThresholds(conformity.sides))
    this.#rounds = bands.map(({ experts }) => createBandRound(experts))
  }

  predict(state: ConformalState, input: ConformalInput<Forecast>): ConformalForecast {
    return this.issue(state, input, true).answer
  }

  issue(
    state: ConformalState,
    input: ConformalInput<Forecast>,
    atOnce = false,
  ): Issue<ConformalForecast, ConformalIssued> {
    const issued = this.#issue(state, input)
    if (atOnce) this.reuse(issued)
    return new LazyIssue(issued, () => asForecast(issued.levels))
  }

  /** Takes back what was issued, which no one else may hold: its arrays serve the next forecast. */
  reuse(issued: ConformalIssued): void {
    this.#spare = issued
  }

  settle(state: ConformalState, issued: ConformalIssued, y: number): ConformalRound {
    const { watch, groups, bands } = this.plan
    const { levels } = issued
    const now = state.round + 1
    this.expectLearnable(state, issued, y)
    // From here on nothing can fail.
    if (groups && state.groups && issued.group !== null) learnGroup(groups, state, issued, y, levels[0])
    const coveredAt: boolean[] = []
    for (let i = 0; i < levels.length; i++) {
      const covered = levels[i].lower <= y && y <= levels[i].upper
      this.#settleBand(state, issued, i, y, !covered)
      coveredAt.push(covered)
    }
    if (state.scale) pushScale(state.scale, this.#scores[0])
    if (state.rng) this.#moveOn(state.rng)
    if (state.centre) followCentre(state.centre, y - (issued.forecast as number))
    if (state.overlaps) this.#learnOverlaps(state.overlaps, issued, coveredAt, now)
    state.round = now
    const score = this.#scores[0]
    const alert =
      watch && state.watch
        ? watch.observe(state.watch, score, !coveredAt[0], bands[0].featuresOf?.(issued.bands[0]))
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
      if (refusal)
        throw new NumericalError(`${refusal} in round ${round}`, { round, expert: -1 }, 'score-overflow')
    }
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
    // Spelt out: spreading or assigning objects costs more than all the rest of a round.
    return {
      coverage,
      lower,
      upper,
      threshold,
      lowerThreshold,
      extent,
      levels,
      round,
      y,
      score,
      covered: coveredAt[0],
      coveredAt,
      loss,
      weights,
      experts: { means, variances, losses },
      alert,
    }
  }

  #settleBand(state: ConformalState, issued: ConformalIssued, i: number, y: number, missed: boolean): void {
    const { conformity, bands, residuals } = this.plan
    const band = bands[i]
    const out = state.coverage ? this.#rounds[i] : null
    const residual = residuals?.of(issued.forecast as Forecast, y)
    band.settle(state.bands[i], issued.bands[i], this.#units, missed, out, residual)
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
    const passed = state.round - issued.round
    const round = { y, lower, upper, missed, missedAtMean, expectedMiss, pinball, waits, passed }
    recordCoverage(state.coverage[i], alpha, round)
    recordExperts(state.coverage[i], out.misses)
  }

  #learnOverlaps(
    overlaps: OverlapState,
    { groups, round }: ConformalIssued,
    covered: readonly boolean[],
    now: number,
  ): void {
    const alphas = this.plan.bands.map(({ coverage }) => missLevel(coverage))
    learnOverlaps(overlaps, groups as readonly string[], alphas, covered, now - 1 - round)
  }

  #parts(input: ConformalInput<Forecast>): InputParts<Forecast> {
    const { conformity, dimension, groups, overlapping } = this.plan
    const parts = partsOf(input, dimension, groups !== null, overlapping)
    conformity.check?.(parts.forecast)
    return parts
  }

  /** The same with the forecaster's bias taken out, where that was asked for: forecasts are numbers then. */
  #centred({ centre }: ConformalState, parts: InputParts<Forecast>): InputParts<Forecast> {
    if (!centre) return parts
    return { ...parts, forecast: ((parts.forecast as number) + centre.bias) as Forecast }
  }

  #context(state: ConformalState, { forecast, x, time, group }: InputParts<Forecast>): BandContext {
    const { residuals, dimension } = this.plan
    return {
      // The forecast is a feature too: errors often grow with it.
      features: dimension === null ? [...Array.from(x), centreOf(forecast)] : x,
      time: time ?? state.round + state.missing,
      series: group === undefined || !state.groups ? 0 : groupIndex(state.groups, group),
      unit: state.scale ? scaleOf(state.scale) : 1,
      draw: state.rng ? this.#draw(state.rng) : null,
      scoreOf: residuals ? residuals.scoreAt(forecast) : null,
    }
  }

  #issue(state: ConformalState, input: ConformalInput<Forecast>): ConformalIssued {
    const { conformity, bands } = this.plan
    const { sides } = conformity
    const parts = this.#centred(state, this.#parts(input))
    const { forecast, group, groups } = parts
    const context = this.#context(state, parts)
    const spare = this.#spare
    this.#spare = undefined
    const own: unknown[] = []
    for (let i = 0; i < bands.length; i++) {
      const offset = state.overlaps && groups ? overlapOffset(state.overlaps, i, groups) : 0
      const asked = offset === 0 ? context : { ...context, offset }
      own.push(bands[i].issue(state.bands[i], asked, spare?.bands[i]))
    }
    const levels = this.#intervals(state, forecast, context, own)
    const thresholds = this.#thresholds
    const atMean = spare?.atMean ?? new Float64Array(thresholds.length * sides)
    for (let i = 0; i < thresholds.length; i++) {
      for (let side = 0; side < sides; side++) atMean[i * sides + side] = thresholds[i].atMean[side]
    }
    return {
      round: state.round,
      forecast: copyForecast(conformity, forecast),
      group: group ?? null,
      groups: groups ? [...groups] : null,
      unit: context.unit,
      levels,
      atMean,
      bands: own,
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
  #intervals(
    state: ConformalState,
    forecast: Forecast,
    context: BandContext,
    issued: readonly unknown[],
  ): readonly ConformalInterval[] {
    const { bands, conformity } = this.plan
    const all = this.#thresholds
    for (let i = 0; i < bands.length; i++) bands[i].thresholds(state.bands[i], issued[i], context, all[i])
    if (bands.length > 1) widen(all, this.#order)
    const levels: ConformalInterval[] = []
    for (let i = 0; i < bands.length; i++) {
      const { given } = all[i]
      const threshold = given[0]
      const lowerThreshold = given[given.length - 1]
      const lower = conformity.lower(forecast, lowerThreshold)
      const upper = conformity.upper(forecast, threshold)
      const { coverage } = bands[i]
      levels.push({ coverage, lower, upper, threshold, lowerThreshold, extent: extentOf(lower, upper) })
    }
    return levels
  }
}
