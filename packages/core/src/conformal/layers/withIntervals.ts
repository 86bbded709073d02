import { ArgumentError } from '../../errors.ts'
import { Learner } from '../../live/learner.ts'
import type { LiveOptions } from '../../live/live.ts'
import type { Mixture } from '../../mixture.ts'
import { type Model, type Modelled, modelOf } from '../../model.ts'
import { expectRecord } from '../../save/shape.ts'
import { type ConformalOptions, conformalModel } from '../conformal.ts'
import type { ConformalModel } from '../conformalModel.ts'
import type { ConformalIssued, ConformalState } from '../conformalState.ts'
import { coverageOf } from '../coverageOf.ts'
import type { Coverage } from '../diagnostics/coverageView.ts'
import type { ConformalForecast, ConformalInterval, ConformalRound } from '../intervals/interval.ts'
import { acceptBelieved, type Believed, lawScore } from './lawScore.ts'

/** A forecast that a layer can put intervals around: its mean, and a law of y where it is about y. */
export interface Centred {
  readonly mean: number
  readonly about?: 'y' | 'z'
  readonly probability?: number
}

/** What a layer takes: of the options of `conformal` those that are not about a method or a score. */
export type LayerOptions = Pick<
  ConformalOptions,
  'coverage' | 'period' | 'diagnostics' | 'alerts' | 'window'
> & {
  /** Whether a law of y is used where there is one, or its mean alone. @default true */
  readonly law?: boolean
}

/** A forecast with its interval for y. */
export interface IntervalForecast<Answer> {
  readonly mean: number
  readonly coverage: number
  readonly lower: number
  readonly upper: number
  readonly extent: ConformalInterval['extent']
  readonly levels: readonly ConformalInterval[]
  /** The forecast of the model inside. */
  readonly forecast: Answer
}

export interface LayerState<State> {
  readonly inner: State
  readonly layer: ConformalState
}

export interface LayerIssued<Issued> {
  readonly inner: Issued
  readonly layer: ConformalIssued
}

/** What became of a round: inside, and of its interval. */
export interface LayerRound<Round> {
  readonly inner: Round
  readonly interval: ConformalRound
}

/** A model with intervals around it, at work. Made by `withIntervals`. */
export class IntervalLearner<Input, Answer, Round, State, Issued> extends Learner<
  Input,
  IntervalForecast<Answer>,
  LayerRound<Round>,
  LayerState<State>,
  LayerIssued<Issued>
> {
  readonly #layer: ConformalModel<Believed>

  constructor(model: IntervalModel<Input, Answer, Round, State, Issued>, options: LiveOptions = {}) {
    super(model, options)
    this.#layer = model.layer
  }

  /** How well the intervals cover, at the first coverage asked for. */
  get coverage(): Coverage {
    return coverageOf(this.#layer, this.state.layer, 0)
  }
}

export interface IntervalModel<Input, Answer, Round, State, Issued>
  extends Model<Input, IntervalForecast<Answer>, LayerRound<Round>, LayerState<State>, LayerIssued<Issued>> {
  readonly layer: ConformalModel<Believed>
}

/**
 * Intervals for y around a model that has none of its own, or whose own should be right.
 *
 *     const learner = withIntervals(aggregate({ experts: svb({ scale: [0.1, 1] }), loss: squared }), { coverage: 0.9 })
 *     const { mean, lower, upper } = learner.predict(x)
 *     learner.learn(x, y)
 *
 * Where the forecast is a law of y, its level is moved, so that the width follows the law; else the intervals come from
 * past errors of the mean. Both hold whatever the model does: misses are at most αT + G/κ + 1.
 */
export function withIntervals<Input, Answer extends Centred, Round, State, Issued>(
  around: Modelled<Model<Input, Answer, Round, State, Issued>>,
  options: LayerOptions = {},
  liveOptions: LiveOptions = {},
): IntervalLearner<Input, Answer, Round, State, Issued> {
  return new IntervalLearner(intervalModel(modelOf(around), options), liveOptions)
}

function intervalModel<Input, Answer extends Centred, Round, State, Issued>(
  model: Model<Input, Answer, Round, State, Issued>,
  { law = true, ...options }: LayerOptions,
): IntervalModel<Input, Answer, Round, State, Issued> {
  const layer = conformalModel<Believed>({ ...options, conformity: lawScore })
  const believed = (answer: Answer): Believed => believedOf(answer, law)
  return {
    layer,
    description: { model: 'intervals', law, layer: layer.description, of: model.description },
    init: () => ({ inner: model.init(), layer: layer.init() }),
    predict(state, input) {
      const answer = model.predict(state.inner, input)
      return asIntervals(answer, layer.predict(state.layer, believed(answer)))
    },
    learn(state, input, y) {
      const issued = layer.issue(state.layer, believed(model.predict(state.inner, input)))
      layer.expectLearnable(state.layer, issued, y)
      const inner = model.learn(state.inner, input, y)
      return { inner, interval: layer.settle(state.layer, issued, y) }
    },
    issue: (state, input) => ({
      inner: model.issue(state.inner, input),
      layer: layer.issue(state.layer, believed(model.predict(state.inner, input))),
    }),
    settle(state, issued, y) {
      layer.expectLearnable(state.layer, issued.layer, y)
      const inner = model.settle(state.inner, issued.inner, y)
      return { inner, interval: layer.settle(state.layer, issued.layer, y) }
    },
    accept: (state) =>
      expectRecord(state, {}, 'intervals', {
        inner: (own) => model.accept?.(own),
        layer: (own) => layer.accept(own),
      }),
    acceptIssued: (state, issued) =>
      expectRecord(issued, {}, 'issued', {
        inner: (own) => model.acceptIssued?.(state.inner, own),
        layer(own) {
          layer.acceptIssued(state.layer, own)
          acceptBelieved((own as ConformalIssued).forecast)
        },
      }),
  }
}

/** What a forecast says of y: its law, where it is about y, as plain data. */
function believedOf(answer: Centred, law: boolean): Believed {
  const { mean, about, probability } = answer
  if (probability !== undefined && !Number.isNaN(probability)) {
    throw new ArgumentError('this model forecasts labels: use withLabels')
  }
  if (!law || about !== 'y' || !('deviations' in answer)) return { mean, law: null }
  const { weights, means, deviations } = answer as unknown as Mixture
  return { mean, law: { weights, means, deviations } }
}

function asIntervals<Answer extends Centred>(
  forecast: Answer,
  { coverage, lower, upper, extent, levels }: ConformalForecast,
): IntervalForecast<Answer> {
  return { mean: forecast.mean, coverage, lower, upper, extent, levels, forecast }
}
