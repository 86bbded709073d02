import { ArgumentError } from '../../errors.ts'
import { Learner } from '../../live/learner.ts'
import type { LiveOptions } from '../../live/live.ts'
import { type Model, type Modelled, modelOf } from '../../model.ts'
import { expectRecord } from '../../save/shape.ts'
import { conformalModel } from '../conformal.ts'
import type { ConformalModel } from '../conformalModel.ts'
import type { ConformalIssued, ConformalState } from '../conformalState.ts'
import { coverageOf } from '../coverageOf.ts'
import type { Coverage } from '../diagnostics/coverageView.ts'
import { labelScore, labelsIn } from './labelScore.ts'
import { Recalibration, type RecalibrationState } from './recalibration.ts'
import type { LayerOptions, LayerRound } from './withIntervals.ts'

/** A forecast of labels −1 and +1. */
export interface Probable {
  /** P(y = +1). */
  readonly probability: number
}

/** A forecast with a calibrated probability, and the labels that must be reckoned with. */
export interface LabelForecast<Answer> {
  /** P(y = +1), calibrated. */
  readonly probability: number
  /** The more probable label. */
  readonly label: -1 | 1
  /** The set that holds the label as often as asked. It may be empty. */
  readonly labels: readonly (-1 | 1)[]
  readonly coverage: number
  /** The forecast of the model inside. */
  readonly forecast: Answer
}

export interface LabelState<State> {
  readonly inner: State
  readonly calibration: RecalibrationState
  readonly layer: ConformalState
}

export interface LabelIssued<Issued> {
  readonly inner: Issued
  /** As the model inside gave it. */
  readonly probability: number
  readonly layer: ConformalIssued
}

/** A classifier with calibrated probabilities and label sets, at work. Made by `withLabels`. */
export class LabelLearner<Input, Answer, Round, State, Issued> extends Learner<
  Input,
  LabelForecast<Answer>,
  LayerRound<Round>,
  LabelState<State>,
  LabelIssued<Issued>
> {
  readonly #layer: ConformalModel<number>

  constructor(model: LabelModel<Input, Answer, Round, State, Issued>, options: LiveOptions = {}) {
    super(model, options)
    this.#layer = model.layer
  }

  /** How often the sets hold the label. */
  get coverage(): Coverage {
    return coverageOf(this.#layer, this.state.layer, 0)
  }
}

export interface LabelModel<Input, Answer, Round, State, Issued>
  extends Model<Input, LabelForecast<Answer>, LayerRound<Round>, LabelState<State>, LabelIssued<Issued>> {
  readonly layer: ConformalModel<number>
}

/**
 * Calibrated probabilities and label sets around a classifier of labels ±1.
 *
 *     const learner = withLabels(aggregate({ experts: svb({ scale: 1 }), loss: logistic }), { coverage: 0.9 })
 *     const { probability, labels } = learner.predict(x)
 */
export function withLabels<Input, Answer extends Probable, Round, State, Issued>(
  around: Modelled<Model<Input, Answer, Round, State, Issued>>,
  options: Omit<LayerOptions, 'law'> = {},
  liveOptions: LiveOptions = {},
): LabelLearner<Input, Answer, Round, State, Issued> {
  return new LabelLearner(labelModel(modelOf(around), options), liveOptions)
}

function labelModel<Input, Answer extends Probable, Round, State, Issued>(
  model: Model<Input, Answer, Round, State, Issued>,
  options: Omit<LayerOptions, 'law'>,
): LabelModel<Input, Answer, Round, State, Issued> {
  const layer = conformalModel<number>({ ...options, conformity: labelScore })
  const recalibration = new Recalibration()
  const calibrated = ({ calibration }: LabelState<State>, p: number): number =>
    recalibration.probability(calibration, p)

  function issue(state: LabelState<State>, input: Input, inner: Issued): LabelIssued<Issued> {
    const probability = probabilityOf(model.predict(state.inner, input))
    return { inner, probability, layer: layer.issue(state.layer, calibrated(state, probability)) }
  }

  function settle(
    state: LabelState<State>,
    { probability, layer: own }: LabelIssued<Issued>,
    y: number,
    learn: () => Round,
  ): LayerRound<Round> {
    if (y !== 1 && y !== -1) throw new ArgumentError(`y must be −1 or +1; received ${y}`)
    const inner = learn()
    recalibration.learn(state.calibration, probability, y)
    return { inner, interval: layer.settle(state.layer, own, y) }
  }

  return {
    layer,
    description: { model: 'labels', layer: layer.description, of: model.description },
    init: () => ({ inner: model.init(), calibration: recalibration.init(), layer: layer.init() }),
    predict(state, input) {
      const forecast = model.predict(state.inner, input)
      const probability = calibrated(state, probabilityOf(forecast))
      const { coverage, lower, upper } = layer.predict(state.layer, probability)
      const label = probability > 0.5 ? 1 : -1
      return { probability, label, labels: labelsIn(lower, upper), coverage, forecast }
    },
    learn(state, input, y) {
      const issued = issue(state, input, undefined as Issued)
      return settle(state, issued, y, () => model.learn(state.inner, input, y))
    },
    issue: (state, input) => issue(state, input, model.issue(state.inner, input)),
    settle: (state, issued, y) => settle(state, issued, y, () => model.settle(state.inner, issued.inner, y)),
    accept: (state) =>
      expectRecord(state, {}, 'labels', {
        inner: (own) => model.accept?.(own),
        calibration: (own) => recalibration.accept(own),
        layer: (own) => layer.accept(own),
      }),
    acceptIssued: (state, issued) =>
      expectRecord(issued, {}, 'issued', {
        inner: (own) => model.acceptIssued?.(state.inner, own),
        probability: (own) => labelScore.check?.(own as number),
        layer: (own) => layer.acceptIssued(state.layer, own),
      }),
  }
}

function probabilityOf({ probability }: Probable): number {
  if (probability >= 0 && probability <= 1) return probability
  throw new ArgumentError('this model forecasts no labels: use withIntervals')
}
