import { refuseUnknown } from '../../base/check.ts'
import { layerModel } from '../../conformal/conformal.ts'
import type { ConformalForecast } from '../../conformal/intervals/interval.ts'
import type { LiveOptions } from '../../live/live.ts'
import { modelOf } from '../../live/modelOf.ts'
import type { Model, Modelled } from '../../nouns/model.ts'
import { labelScore, labelsIn, PROBABILITY } from './labelScore.ts'
import type { LayerLearner as Around, LayerOptions } from './layered.ts'
import { LAYER_OPTIONS, LayerLearner, layered } from './layered.ts'
import {
  type Probable,
  type Recalibrated,
  type RecalibratedIssued,
  type RecalibratedState,
  recalibrated,
} from './recalibrated.ts'

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

/** A classifier with calibrated probabilities and label sets, at work. Made by `withLabels`. */
export type LabelLearner<Input, Answer, Round, State, Issued> = Around<
  Input,
  LabelForecast<Answer>,
  Round,
  RecalibratedState<State>,
  RecalibratedIssued<Issued>,
  number
>

/**
 * Calibrated probabilities and label sets around a classifier of labels ±1.
 *
 *     const learner = withLabels(aggregate({ experts: svb({ scale: 1 }), loss: logistic }), { coverage: 0.9 })
 *     const { probability, labels } = learner.predict(x)
 */
export function withLabels<Input, Answer extends Probable, Round, State, Issued>(
  around: Modelled<Model<Input, Answer, Round, State, Issued>>,
  options: LayerOptions = {},
  liveOptions: LiveOptions = {},
): LabelLearner<Input, Answer, Round, State, Issued> {
  refuseUnknown('withLabels', options, LAYER_OPTIONS)
  const layer = {
    description: { model: 'labels' },
    calibrator: layerModel<number>({ ...options, conformity: labelScore }),
    read: ({ probability }: Recalibrated<Answer>): number => probability,
    say: asLabels<Answer>,
    reading: PROBABILITY,
  }
  return new LayerLearner(layered(recalibrated(modelOf(around)), layer), liveOptions)
}

function asLabels<Answer>(
  { probability, forecast }: Recalibrated<Answer>,
  { coverage, lower, upper }: ConformalForecast,
): LabelForecast<Answer> {
  const label = probability > 0.5 ? 1 : -1
  return { probability, label, labels: labelsIn(lower, upper), coverage, forecast }
}
