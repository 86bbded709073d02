import { show } from '../../base/check.ts'
import { ArgumentError } from '../../base/errors.ts'
import { type Options, options } from '../../base/options.ts'
import { list, openFraction } from '../../base/values.ts'
import type { IdOptions } from '../../live/idOptions.ts'
import { Learner } from '../../live/learner.ts'
import type { LiveOptions } from '../../live/live.ts'
import type { Id } from '../../live/openRounds.ts'
import type { QuantileForecast } from './quantileForecast.ts'
import {
  type QuantileCertificate,
  type QuantileIssued,
  QuantileModel,
  type QuantileRound,
  type QuantileState,
} from './quantileModel.ts'

export interface QuantileOptions {
  /** Levels in (0, 1), increasing. @default 0.05, 0.1, …, 0.95 */
  readonly levels?: readonly number[]
}

const NINETEEN: readonly number[] = Array.from({ length: 19 }, (_, i) => Number((0.05 * (i + 1)).toFixed(2)))

export const QUANTILES: Options<QuantileOptions> = options('quantiles', {
  levels: { value: list(openFraction, 'a list of levels in (0, 1), increasing', 1), default: NINETEEN },
})

/** A calibrated distribution round by round: `predict`, then `learn`. Made by `quantiles`. */
export class QuantileLearner extends Learner<
  number,
  QuantileForecast,
  QuantileRound,
  QuantileState,
  QuantileIssued
> {
  declare readonly model: QuantileModel

  constructor(model: QuantileModel, liveOptions: LiveOptions = {}) {
    super(model, { ...liveOptions, pending: true })
  }

  /** The distribution around a forecast, which then waits for `learn(y)`, or for `learn({ id, y })` if it was given an id. */
  override predict(forecast: number, given?: IdOptions): QuantileForecast {
    return given ? super.predict(forecast, given) : this.live.predict(this.stream, forecast)
  }

  /** Learns the outcome of the last forecast, or of the one with this id; null or undefined is an outcome that never came. */
  override learn(y: number): QuantileRound
  override learn(y: number | null | undefined): QuantileRound | undefined
  override learn(late: { readonly id: Id; readonly y: number }): QuantileRound
  override learn(forecast: number, y: number): QuantileRound
  override learn(...given: readonly unknown[]): QuantileRound | undefined {
    const [first, y] = given
    if (given.length > 1) return super.learn(first as number, y as number)
    if (first === null || first === undefined) return this.live.giveUp(this.stream)
    if (typeof first === 'object') return super.learn(first as { readonly id: Id; readonly y: number })
    return this.live.learnPending(this.stream, first as number)
  }

  /** What is proven of every level, beside what was seen. */
  get certificates(): readonly QuantileCertificate[] {
    return this.model.certificates(this.state)
  }

  /** Mean quantile score so far: twice the mean pinball loss of all levels. */
  get score(): number {
    return this.state.score / this.state.scored
  }
}

/**
 * A calibrated distribution around anybody's point forecasts: quantiles at many levels that never cross, each exact in the long run.
 *
 *     const outcome = quantiles({ levels: [0.1, 0.5, 0.9] })
 *     const { quantiles: [low, middle, high] } = outcome.predict(forecast)
 *     outcome.learn(y)
 *
 * Whatever the outcomes, the number of them above a quantile differs from (1 − level)·T by at most a constant: `certificates`.
 * Outcomes that lie on a quantile, as rounded ones do, are counted as neither above nor below.
 */
export function quantiles(given: QuantileOptions = {}): QuantileLearner {
  return new QuantileLearner(quantileModel(given))
}

/** The same as a model: for `keyed`, and for what is composed of it. */
export function quantileModel(given: QuantileOptions = {}): QuantileModel {
  const { levels } = QUANTILES.read(given)
  if (levels.some((level, i) => i > 0 && level <= levels[i - 1])) {
    throw new ArgumentError(`levels must be increasing; received ${show(levels)}`)
  }
  return new QuantileModel([...levels])
}
