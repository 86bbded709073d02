import { ArgumentError } from '../../base/errors.ts'
import { LazyIssue } from '../../base/lazyIssue.ts'
import { issuedShapeOf, shape, shapeOf, withIssued } from '../../base/shape.ts'
import type { Model } from '../../nouns/model.ts'
import { PROBABILITY } from './labelScore.ts'
import { Recalibration, type RecalibrationState } from './recalibration.ts'

/** A forecast of labels −1 and +1. */
export interface Probable {
  /** P(y = +1). */
  readonly probability: number
}

export interface Recalibrated<Answer> extends Probable {
  /** The forecast of the model inside. */
  readonly forecast: Answer
}

export interface RecalibratedState<State> {
  readonly inner: State
  readonly calibration: RecalibrationState
}

export interface RecalibratedIssued<Issued> {
  readonly inner: Issued
  /** As the model inside gave it. */
  readonly probability: number
}

/** A classifier of labels ±1 whose probabilities mean what they say. */
export function recalibrated<Input, Answer extends Probable, Round, State, Issued>(
  model: Model<Input, Answer, Round, State, Issued>,
): Model<Input, Recalibrated<Answer>, Round, RecalibratedState<State>, RecalibratedIssued<Issued>> {
  const recalibration = new Recalibration()
  const answered = ({ calibration }: RecalibratedState<State>, forecast: Answer): Recalibrated<Answer> => ({
    probability: recalibration.probability(calibration, probabilityOf(forecast)),
    forecast,
  })

  return {
    description: { model: 'recalibrated', of: model.description },
    init: withIssued(
      shape<RecalibratedState<State>>({ inner: shapeOf(model), calibration: recalibration.init }),
      (state) =>
        shape<RecalibratedIssued<Issued>>({
          inner: issuedShapeOf(model, state.inner),
          probability: PROBABILITY,
        }),
    ),
    predict: (state, input) => answered(state, model.predict(state.inner, input)),
    issue(state, input, atOnce) {
      const inner = model.issue(state.inner, input, atOnce)
      const forecast = inner.answer
      const issued = { inner: inner.issued, probability: probabilityOf(forecast) }
      return new LazyIssue(issued, () => answered(state, forecast))
    },
    settle({ inner: own, calibration }, { inner, probability }, y) {
      if (y !== 1 && y !== -1) throw new ArgumentError(`y must be −1 or +1; received ${y}`, 'bad-outcome')
      const round = model.settle(own, inner, y)
      recalibration.learn(calibration, probability, y)
      return round
    },
  }
}

function probabilityOf({ probability }: Probable): number {
  if (probability >= 0 && probability <= 1) return probability
  throw new ArgumentError(
    'withLabels is for models of labels ±1, such as those with logistic loss: this one says no probability of +1',
    'not-supported',
  )
}
