import {
  type AggregateLearner,
  type AggregateState,
  ArgumentError,
  conformal,
  type Forecast,
  type PreparedState,
  prepared,
  type ScoredRound,
} from 'credence'
import type { ConformalState } from 'credence/conformal'
import {
  counter,
  issuedShapeOf,
  nil,
  real,
  type StateShape,
  shape,
  shapeOf,
  withIssued,
} from 'credence/kinds'
import type { Preparation, TargetScale } from 'credence/stream'
import { type ClassificationRecord, expertFields, RECORD, type RegressionRecord } from './record.ts'
import type { RecordOptions, RowModel, RowState } from './rowModel.ts'

export interface AggregateParts extends RecordOptions {
  readonly learner: AggregateLearner
  readonly preparation: Preparation
  /** The units in which the learner sees y. @default those of y */
  readonly target?: TargetScale
  /** Names of the features, where an empty cell is an error; absent where it means something. */
  readonly complete?: readonly string[]
  /** Whether y is a class label. */
  readonly labels: boolean
  /** Mass of the prediction interval. */
  readonly interval: number
}

type Record = RegressionRecord | ClassificationRecord

export interface AggregateRowsState extends RowState {
  readonly inner: PreparedState<AggregateState>
  /** Intervals from the learner's own past errors, and the sum of their squares: for a loss without a law of y; else null. */
  readonly calibration: ConformalState | null
  readonly errors: { count: number; squares: number }
}

interface Issued {
  readonly inner: unknown
  readonly calibration: unknown
  readonly record: Record
  /** Only where it is settled at once. */
  readonly forecast?: Forecast
}

/** An aggregate over rows of features. */
export function aggregateRows(parts: AggregateParts): RowModel<Float64Array, AggregateRowsState, Issued> {
  const { learner, preparation, target, labels, interval, complete = [] } = parts
  const { model } = prepared(learner, { features: preparation, ...(target ? { target } : {}) })
  const layer = conformal({ coverage: interval })
  const calibration = layer.model
  const { loss } = learner.model.plan
  const calibrated = !labels && !(loss.likelihood && loss.outcomes === 'real')
  const judged = parts.law === true && !labels && !calibrated

  let last: ScoredRound | undefined
  let lawAt: number | undefined
  let inner: readonly [number, number] | undefined

  function expectComplete(x: Float64Array): void {
    complete.forEach((name, j) => {
      if (Number.isNaN(x[j]))
        throw new ArgumentError(`the feature ${JSON.stringify(name)} is missing`, 'missing-value')
    })
  }

  function predict(state: AggregateRowsState, x: Float64Array): Record {
    expectComplete(x)
    const forecast = model.predict(state.inner, x)
    return describe(state, forecast, (layer) => calibration.predict(layer, forecast.mean))
  }

  function describe(
    state: AggregateRowsState,
    forecast: Forecast,
    interval: (layer: ConformalState) => Ends,
  ): Record {
    const { mean } = forecast
    const head = { t: state.t + 1, y: null, mean }
    if (labels) return { ...head, probability: forecast.probability, label: mean < 0 ? -1 : 1 }
    return { ...head, ...(calibrated ? fromErrors(state, interval) : fromLaw(forecast)) }
  }

  function fromLaw(forecast: Forecast): Spread {
    const [lower, upper] = forecast.interval(interval)
    return { sd: forecast.sd, lower, upper }
  }

  function fromErrors(
    { errors: { count, squares }, calibration: state }: AggregateRowsState,
    interval: (layer: ConformalState) => Ends,
  ): Spread {
    if (!state || count === 0) return { sd: null, lower: null, upper: null }
    const { lower, upper } = interval(state)
    return { sd: Math.sqrt(squares / count), lower, upper }
  }

  function finish(record: Record, y: number, round: ScoredRound): Record {
    last = round
    const { pointLoss, loss: own, weights, beliefs, losses } = round
    return { ...record, y, pointLoss, loss: own, ...expertFields(weights, beliefs, losses, parts) }
  }

  /** y as the loss takes it: labels 0/1 become −1/+1. */
  function outcome(y: number): number {
    if (!labels || y === 1 || y === -1) return y
    if (y === 0) return -1
    throw new ArgumentError(`a class label must be −1 or +1, or 0 or 1; received ${y}`, 'bad-outcome')
  }

  return {
    description: {
      model: 'rows',
      of: model.description,
      labels,
      interval,
      calibration: calibrated ? calibration.description : null,
    },
    init: withIssued(
      shape<AggregateRowsState>({
        t: counter,
        inner: shapeOf(model),
        calibration: calibrated ? calibration.init : nil,
        errors: shape({ count: counter, squares: real() }),
      }),
      (state) =>
        shape<Issued>({
          record: RECORD as StateShape<Record>,
          inner: issuedShapeOf(model, state.inner),
          calibration: state.calibration ? calibration.init.issued(state.calibration) : nil,
        }),
    ),
    predict,
    pass(state, x) {
      const record = predict(state, x)
      preparation.observe(state.inner.features, x)
      state.t++
      return record
    },
    issue(state, x, atOnce) {
      expectComplete(x)
      const inner = model.issue(state.inner, x, atOnce)
      const forecast = inner.answer
      const layer = state.calibration && calibration.issue(state.calibration, forecast.mean, atOnce)
      const record = describe(state, forecast, () => (layer as NonNullable<typeof layer>).answer)
      const issued = { record, inner: inner.issued, calibration: layer?.issued ?? null }
      return { answer: record, issued: atOnce ? { ...issued, forecast } : issued }
    },
    settle(state, { record, inner, calibration: issued, forecast }, given) {
      const y = outcome(given)
      const law = judged ? forecast?.cdf(y) : undefined
      const round = finish(record, y, model.settle(state.inner, inner as never, y))
      lawAt = law
      inner = judged && parts.inner ? forecast?.interval(0.5) : undefined
      if (state.calibration) {
        calibration.settle(state.calibration, issued as never, y)
        state.errors.count++
        state.errors.squares += (y - record.mean) * (y - record.mean)
      }
      state.t++
      return { ...round, t: state.t }
    },
    shape: null,
    classifies: () => labels,
    within: ({ inner }) => learner.over(inner.inner),
    layer: ({ calibration: state }) => state && layer.over(state),
    get weights() {
      return last?.weights
    },
    get losses() {
      return last?.losses
    },
    get lawAt() {
      return lawAt
    },
    get inner() {
      return inner
    },
  }
}

interface Ends {
  readonly lower: number
  readonly upper: number
}

interface Spread {
  readonly sd: number | null
  readonly lower: number | null
  readonly upper: number | null
}
