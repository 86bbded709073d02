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
import type { Preparation, TargetScale } from 'credence/stream'
import { type ClassificationRecord, expertFields, type RegressionRecord } from './record.ts'
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
}

/** An aggregate over rows of features. */
export function aggregateRows(parts: AggregateParts): RowModel<AggregateRowsState, Issued> {
  const { learner, preparation, target, labels, interval, complete = [] } = parts
  const { model } = prepared(learner, { features: preparation, ...(target ? { target } : {}) })
  const layer = conformal({ coverage: interval })
  const calibration = layer.model
  const { loss } = learner.model.plan
  const calibrated = !labels && !(loss.likelihood && loss.outcomes === 'real')
  const judged = parts.law === true && !labels && !calibrated

  let last: ScoredRound | undefined
  let lawAt: number | undefined
  /** The last forecast: it is asked for again when it is issued or learnt, and its interval is most of its cost. */
  let said: { state: AggregateRowsState; t: number; x: Float64Array; record: Record } | undefined

  function expectComplete(x: Float64Array): void {
    complete.forEach((name, j) => {
      if (Number.isNaN(x[j]))
        throw new ArgumentError(`the feature ${JSON.stringify(name)} is missing`, 'missing-value')
    })
  }

  function describe(state: AggregateRowsState, x: Float64Array): Record {
    const known = said?.state === state && said.t === state.t && isSame(said.x, x)
    return known && said ? said.record : forecastAt(state, x)
  }

  function forecastAt(state: AggregateRowsState, x: Float64Array): Record {
    expectComplete(x)
    const forecast = model.predict(state.inner, x)
    const { mean } = forecast
    const head = { t: state.t + 1, y: null, mean }
    if (labels) return { ...head, probability: forecast.probability, label: mean < 0 ? -1 : 1 }
    return { ...head, ...(calibrated ? fromErrors(state, mean) : fromLaw(forecast)) }
  }

  function fromLaw(forecast: Forecast): Spread {
    const [lower, upper] = forecast.interval(interval)
    return { sd: forecast.sd, lower, upper }
  }

  function fromErrors(
    { errors: { count, squares }, calibration: state }: AggregateRowsState,
    mean: number,
  ): Spread {
    if (!state || count === 0) return { sd: null, lower: null, upper: null }
    const { lower, upper } = calibration.predict(state, mean)
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

  function absorb(
    state: AggregateRowsState,
    mean: number,
    y: number,
    learn: (layer: ConformalState) => void,
  ): void {
    if (!state.calibration) return
    learn(state.calibration)
    state.errors.count++
    state.errors.squares += (y - mean) * (y - mean)
  }

  return {
    description: {
      model: 'rows',
      of: model.description,
      labels,
      interval,
      calibration: calibrated ? calibration.description : null,
    },
    init: () => ({
      t: 0,
      inner: model.init(),
      calibration: calibrated ? calibration.init() : null,
      errors: { count: 0, squares: 0 },
    }),
    predict(state, x) {
      const record = describe(state, x)
      said = { state, t: state.t, x: Float64Array.from(x), record }
      return record
    },
    learn(state, x, given) {
      const y = outcome(given)
      const record = describe(state, x)
      const law = judged ? model.predict(state.inner, x).cdf(y) : undefined
      const round = finish(record, y, model.learn(state.inner, x, y))
      lawAt = law
      absorb(state, record.mean, y, (layer) => calibration.learn(layer, record.mean, y))
      state.t++
      return round
    },
    pass(state, x) {
      const record = describe(state, x)
      preparation.observe(state.inner.features, x)
      state.t++
      return record
    },
    issue(state, x) {
      const record = describe(state, x)
      const inner = model.issue(state.inner, x)
      return {
        record,
        inner,
        calibration: state.calibration && calibration.issue(state.calibration, record.mean),
      }
    },
    settle(state, { record, inner, calibration: issued }, given) {
      const y = outcome(given)
      const round = finish(record, y, model.settle(state.inner, inner as never, y))
      absorb(state, record.mean, y, (layer) => calibration.settle(layer, issued as never, y))
      state.t++
      return { ...round, t: state.t }
    },
    accept: (state) => model.accept?.((state as AggregateRowsState).inner),
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
  }
}

interface Spread {
  readonly sd: number | null
  readonly lower: number | null
  readonly upper: number | null
}

function isSame(a: Float64Array, b: Float64Array): boolean {
  return a.length === b.length && a.every((cell, j) => Object.is(cell, b[j]))
}
