import {
  type AggregateLearner,
  type AggregateState,
  ArgumentError,
  type Forecast,
  type Model,
  type PreparedState,
  prepared,
  type ScoredRound,
  withIntervals,
} from 'credence'
import type { IntervalForecast, LayerRound, LayerState } from 'credence/conformal'
import { counter, issuedShapeOf, real, type StateShape, shape, shapeOf, withIssued } from 'credence/kinds'
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

/** A prepared aggregate; for a loss without a distribution of y with intervals from its own past errors around it. */
type Inner = PreparedState<AggregateState>
type Within = Inner | LayerState<Inner>
type Answer = Forecast | IntervalForecast<Forecast>
type Round = ScoredRound | LayerRound<ScoredRound>

export interface AggregateRowsState extends RowState {
  readonly inner: Within
  /** Of the mean, where intervals come from them: how many, and the sum of their squares. */
  readonly errors: { count: number; squares: number }
}

interface Issued {
  readonly inner: unknown
  readonly record: Record
  /** Only where it is settled at once. */
  readonly forecast?: Forecast
}

/** κ of `conformal()`, with which the intervals of recipes began. */
const GAIN = 0.05

/** An aggregate over rows of features. */
export function aggregateRows(parts: AggregateParts): RowModel<Float64Array, AggregateRowsState, Issued> {
  const { learner, preparation, target, labels, interval, complete = [] } = parts
  const inner = prepared(learner, { features: preparation, ...(target ? { target } : {}) })
  const { loss } = learner.model.plan
  const calibrated = !labels && !(loss.likelihood && loss.outcomes === 'real')
  const around = calibrated ? withIntervals(inner, { law: false, coverage: interval, gain: GAIN }) : null
  const model = (around ?? inner).model as Model<Float64Array, Answer, Round, Within>
  const judged = parts.law === true && !labels && !calibrated

  let last: ScoredRound | undefined
  let lawAt: number | undefined
  let half: readonly [number, number] | undefined

  function expectComplete(x: Float64Array): void {
    complete.forEach((name, j) => {
      if (Number.isNaN(x[j]))
        throw new ArgumentError(`the feature ${JSON.stringify(name)} is missing`, 'missing-value')
    })
  }

  function predict(state: AggregateRowsState, x: Float64Array): Record {
    expectComplete(x)
    return describe(state, model.predict(state.inner, x))
  }

  /** Where half of the outcomes should be, of a distribution that is reported. */
  function halfOf(answer: Answer | undefined): readonly [number, number] | undefined {
    return judged && parts.inner && answer && !('forecast' in answer) ? answer.interval(0.5) : undefined
  }

  function describe({ t, errors }: AggregateRowsState, answer: Answer): Record {
    const { mean } = answer
    const head = { t: t + 1, y: null, mean }
    if ('forecast' in answer) return { ...head, ...fromErrors(errors, answer) }
    if (labels) return { ...head, probability: answer.probability, label: mean < 0 ? -1 : 1 }
    const [lower, upper] = answer.interval(interval)
    return { ...head, sd: answer.sd, lower, upper }
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
    description: { model: 'rows', of: model.description, labels, interval },
    init: withIssued(
      shape<AggregateRowsState>({
        t: counter,
        inner: shapeOf(model),
        errors: shape({ count: counter, squares: real() }),
      }),
      (state) =>
        shape<Issued>({
          record: RECORD as StateShape<Record>,
          inner: issuedShapeOf(model, state.inner),
        }),
    ),
    predict,
    pass(state, x) {
      expectComplete(x)
      const answer = model.predict(state.inner, x)
      const record = describe(state, answer)
      lawAt = undefined
      half = halfOf(answer)
      preparation.observe(innermost(state).features, x)
      state.t++
      return record
    },
    issue(state, x, atOnce) {
      expectComplete(x)
      const { answer, issued } = model.issue(state.inner, x, atOnce)
      const record = describe(state, answer)
      const forecast = 'forecast' in answer ? answer.forecast : answer
      return {
        answer: record,
        issued: atOnce ? { record, inner: issued, forecast } : { record, inner: issued },
      }
    },
    settle(state, { record, inner, forecast }, given) {
      const y = outcome(given)
      const law = judged ? forecast?.cdf(y) : undefined
      const round = model.settle(state.inner, inner, y)
      lawAt = law
      half = halfOf(forecast)
      if ('interval' in round) {
        state.errors.count++
        state.errors.squares += (y - record.mean) * (y - record.mean)
      }
      return { ...finish(record, y, 'interval' in round ? round.inner : round), t: ++state.t }
    },
    shape: null,
    classifies: () => labels,
    within: (state) => learner.over(innermost(state).inner),
    layer: ({ inner }) => around?.over(inner as LayerState<Inner>) ?? null,
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
      return half
    },
  }
}

const innermost = ({ inner }: AggregateRowsState): Inner => ('layer' in inner ? inner.inner : inner)

/** Nothing before the first error. */
function fromErrors(
  { count, squares }: AggregateRowsState['errors'],
  { lower, upper }: IntervalForecast<Forecast>,
): { sd: number | null; lower: number | null; upper: number | null } {
  if (count === 0) return { sd: null, lower: null, upper: null }
  return { sd: Math.sqrt(squares / count), lower, upper }
}
