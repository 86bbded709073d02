import { ArgumentError } from '../base/errors.ts'
import { expectNames, type IdOptions } from '../live/idOptions.ts'
import { Learner } from '../live/learner.ts'
import type { LiveOptions } from '../live/live.ts'
import type { Id } from '../live/openRounds.ts'
import type { Features } from '../nouns/panel.ts'
import type { ConformalModel } from './conformalModel.ts'
import type { ConformalIssued, ConformalState } from './conformalState.ts'
import { coverageOf, diagnosticsOf } from './coverageOf.ts'
import { type Coverage, coverageConfidence } from './diagnostics/coverageView.ts'
import { evidenceOf } from './diagnostics/watch.ts'
import type { ConformalInput } from './intervals/conformalInput.ts'
import { type GroupCoverage, groupCoverages } from './intervals/groups.ts'
import type { ConformalForecast, ConformalRound } from './intervals/interval.ts'
import { type OverlapCoverage, overlapCoverages } from './intervals/overlaps.ts'
import { missLevel } from './memories/governor.ts'

export interface PredictOptions extends IdOptions {
  /** Numbers known beside the forecast: features that the width follows; a forecast of the score, for conformal PID. */
  readonly x?: Features
  /** The place in time of what is forecast, for seasons. @default one after the last outcome */
  readonly time?: number
  /** The segment that the forecast belongs to, where groups were asked for. */
  readonly group?: string
  /** All segments that the forecast belongs to, where overlapping groups were asked for. */
  readonly groups?: readonly string[]
}

const NONE: PredictOptions = {}
const NAMES = ['id', 'x', 'time', 'group', 'groups']

/** Calibrated intervals, round by round: `predict`, then `learn`. Made by `conformal`. */
export class ConformalLearner<Forecast = number> extends Learner<
  ConformalInput<Forecast>,
  ConformalForecast,
  ConformalRound,
  ConformalState,
  ConformalIssued
> {
  declare readonly model: ConformalModel<Forecast>

  constructor(model: ConformalModel<Forecast>, options: LiveOptions = {}) {
    super(model, { ...options, pending: true })
  }

  /** The interval around a forecast, which then waits for `learn(y)`, or for `learn({ id, y })` if it was given an id. */
  override predict(forecast: ConformalInput<Forecast>, options: PredictOptions = NONE): ConformalForecast {
    if (options !== NONE) expectNames('predict', options, NAMES)
    const { id, x, time, group, groups } = options
    const bare = x === undefined && time === undefined && group === undefined && groups === undefined
    if (bare) return this.live.predict(this.stream, forecast, id)
    const beside = {
      ...(x === undefined ? {} : { x: Array.from(x) }),
      ...(time === undefined ? {} : { time }),
      ...(group === undefined ? {} : { group }),
      ...(groups === undefined ? {} : { groups }),
    }
    const input = { forecast, ...beside }
    return this.live.predict(this.stream, input as ConformalInput<Forecast>, id)
  }

  /** Learns the outcome of the last forecast, or of the one with this id; null or undefined is an outcome that never came. */
  override learn(y: number): ConformalRound
  override learn(late: { readonly id: Id; readonly y: number }): ConformalRound
  override learn(y: number | null | undefined): ConformalRound | undefined
  override learn(input: ConformalInput<Forecast>, y: number): ConformalRound
  override learn(...given: readonly unknown[]): ConformalRound | undefined {
    const [first, y] = given
    if (given.length > 1) return super.learn(first as ConformalInput<Forecast>, y as number)
    if (first === null || first === undefined) return this.#giveUp()
    if (typeof first === 'object') return super.learn(first as { readonly id: Id; readonly y: number })
    const { pending } = this.stream
    const round = this.live.learnPending(this.stream, first as number)
    // 15 % of a round would go into arrays for the next one.
    this.model.reuse(pending?.issued as ConformalIssued)
    return round
  }

  /** Forecasts whose outcome never came. */
  get missing(): number {
    return this.state.missing
  }

  /** What is added to forecasts to take out their bias; 0 where that was not asked for. */
  get bias(): number {
    return this.state.centre?.bias ?? 0
  }

  /** How well the intervals cover, at the first coverage asked for. Plain data, as of now. */
  get coverage(): Coverage {
    return coverageOf(this.model, this.state, 0)
  }

  /** The same at each coverage, in the order asked for. */
  get coverages(): readonly Coverage[] {
    return this.model.plan.bands.map((_, i) => coverageOf(this.model, this.state, i))
  }

  /** The confidence interval of `coverage` at another error probability. */
  confidence(error: number): readonly [number, number] {
    return coverageConfidence(diagnosticsOf(this.state)[0], error)
  }

  /** How each group was covered, the furthest from the target first. */
  get groups(): readonly GroupCoverage[] {
    const { groups } = this.state
    return groups ? groupCoverages(groups, this.model.plan.bands[0].coverage) : []
  }

  /** How each of the overlapping groups was covered beside what is proven of it, the furthest from the target first. */
  get overlaps(): readonly OverlapCoverage[] {
    const { overlaps } = this.state
    return overlaps ? overlapCoverages(overlaps, 0, missLevel(this.model.plan.bands[0].coverage)) : []
  }

  /** The evidence that scores or misses changed: an e-value, 1 if there is none. Only where alerts were asked for. */
  get evidence(): number {
    const { watch } = this.state
    if (!watch) throw new ArgumentError('no evidence is kept: ask conformal for alerts', 'not-kept')
    return evidenceOf(watch)
  }

  #giveUp(): undefined {
    this.live.giveUp(this.stream)
    this.state.missing++
  }
}
