import { LazyIssue } from '../../base/lazyIssue.ts'
import { also, issuedShapeOf, type StateShape, shape, shapeOf, withIssued } from '../../base/shape.ts'
import type { ConformalOptions } from '../../conformal/conformal.ts'
import type { ConformalModel } from '../../conformal/conformalModel.ts'
import type { ConformalIssued, ConformalState } from '../../conformal/conformalState.ts'
import { coverageOf } from '../../conformal/coverageOf.ts'
import type { Coverage } from '../../conformal/diagnostics/coverageView.ts'
import type { ConformalInput } from '../../conformal/intervals/conformalInput.ts'
import type { ConformalForecast, ConformalRound } from '../../conformal/intervals/interval.ts'
import { Learner } from '../../live/learner.ts'
import type { LiveOptions } from '../../live/live.ts'
import type { Description, Model } from '../../nouns/model.ts'

/** Of the options of `conformal` those that are not about a method or a score. */
export type LayerOptions = Pick<ConformalOptions, 'coverage' | 'period' | 'diagnostics' | 'alerts' | 'window'>

export const LAYER_OPTIONS: readonly string[] = ['coverage', 'period', 'diagnostics', 'alerts', 'window']

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

/** A model with a calibrator around it, as a model. */
export interface LayerModel<Input, Said, Round, State, Issued, Read>
  extends Model<Input, Said, LayerRound<Round>, LayerState<State>, LayerIssued<Issued>> {
  readonly layer: ConformalModel<Read>
}

/** The same, at work. */
export class LayerLearner<Input, Said, Round, State, Issued, Read> extends Learner<
  Input,
  Said,
  LayerRound<Round>,
  LayerState<State>,
  LayerIssued<Issued>
> {
  readonly #layer: ConformalModel<Read>

  constructor(model: LayerModel<Input, Said, Round, State, Issued, Read>, options: LiveOptions = {}) {
    super(model, options)
    this.#layer = model.layer
  }

  /** How often the outcome was in the interval or the set that was given, at the first coverage asked for. */
  get coverage(): Coverage {
    return coverageOf(this.#layer, this.state.layer, 0)
  }
}

/** What a layer is, apart from the model inside. */
export interface Layer<Input, Answer, Read, Said> {
  readonly description: { readonly [name: string]: Description }
  readonly calibrator: ConformalModel<Read>
  /** What the calibrator is told of a forecast. */
  read(answer: Answer, input: Input): ConformalInput<Read>
  say(answer: Answer, interval: ConformalForecast): Said
  /** What `read` returns. */
  readonly reading: StateShape<Read>
}

/** A calibrator around a model: both learn each outcome, and neither learns one that the other would refuse. */
export function layered<Input, Answer, Round, State, Issued, Read, Said>(
  model: Model<Input, Answer, Round, State, Issued>,
  { description, calibrator, read, say, reading }: Layer<Input, Answer, Read, Said>,
): LayerModel<Input, Said, Round, State, Issued, Read> {
  return {
    layer: calibrator,
    description: { ...description, layer: calibrator.description, of: model.description },
    init: withIssued(shape<LayerState<State>>({ inner: shapeOf(model), layer: calibrator.init }), (state) =>
      shape<LayerIssued<Issued>>({
        inner: issuedShapeOf(model, state.inner),
        layer: also(calibrator.init.issued(state.layer), ({ forecast }, path) =>
          reading.check(forecast, `${path}.forecast`),
        ),
      }),
    ),
    predict(state, input) {
      const answer = model.predict(state.inner, input)
      return say(answer, calibrator.predict(state.layer, read(answer, input)))
    },
    issue(state, input, atOnce) {
      const inner = model.issue(state.inner, input, atOnce)
      const { answer } = inner
      const layer = calibrator.issue(state.layer, read(answer, input), atOnce)
      const issued = { inner: inner.issued, layer: layer.issued }
      return new LazyIssue(issued, () => say(answer, layer.answer))
    },
    settle(state, { inner, layer }, y) {
      calibrator.expectLearnable(state.layer, layer, y)
      const round = model.settle(state.inner, inner, y)
      return { inner: round, interval: calibrator.settle(state.layer, layer, y) }
    },
  }
}
