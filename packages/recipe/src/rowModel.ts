import { Learner, type Model } from 'credence'
import type { RowPlan, Session } from './plan.ts'
import type { RowRecord } from './record.ts'

export interface RecordOptions {
  /** Whether to report the weights of the experts. @default false */
  readonly weights?: boolean
  /** Whether to report every expert's mean, variance and loss. @default false */
  readonly experts?: boolean
  /** Whether to say where each outcome fell in the law that was forecast for it. @default false */
  readonly law?: boolean
}

/**
 * A recipe as a model: rows of numbers in, records out.
 *
 * The input holds the plan's columns without the target. Answer and round are both records: the round of a forecast
 * is its record, completed by the outcome.
 */
export interface RowModel<State extends RowState = RowState, Issued = unknown>
  extends Model<Float64Array, RowRecord, RowRecord, State, Issued> {
  /** A row whose outcome never comes: what it shows of the features still counts. */
  pass(state: State, input: Float64Array): RowRecord
  /** The learner within, over the state within: its ledger, its coverage. */
  within(state: State): object
  /** What the intervals come from, over the state within: its coverage; null where they come from a law of y. */
  layer(state: State): object | null
  /** What each expert weighed and lost in the last round that had an outcome; borrowed until the next. */
  readonly weights?: ArrayLike<number> | undefined
  readonly losses?: ArrayLike<number> | undefined
  /** P(Y ≤ y) of the last outcome under the law that was forecast for it, on request; absent where there was no law. */
  readonly lawAt?: number | undefined
}

export interface RowState {
  /** Rows taken, also those without an outcome. */
  t: number
}

/** A recipe at work on the rows of one stream. */
export class RowLearner
  extends Learner<Float64Array, RowRecord, RowRecord, RowState, unknown>
  implements Session
{
  declare readonly model: RowModel
  /** The array that rows come in, most often the same, and its part before the target. */
  #row: Float64Array | undefined
  #input: Float64Array = new Float64Array(0)

  constructor(model: RowModel) {
    super(model)
  }

  /** Forecasts, learns, and says both. The row holds the plan's columns, the target last; a missing outcome is NaN. */
  step(row: Float64Array): RowRecord {
    const last = row.length - 1
    if (row !== this.#row) this.#input = row.subarray(0, last)
    this.#row = row
    const input = this.#input
    const y = row[last] as number
    return Number.isNaN(y) ? this.model.pass(this.state, input) : this.learn(input, y)
  }

  /** Rows taken, also those without an outcome. */
  get t(): number {
    return this.state.t
  }

  /** The learner within: its ledger, its coverage. */
  get learner(): object {
    return this.model.within(this.state)
  }

  get weights(): ArrayLike<number> | undefined {
    return this.model.weights
  }

  get losses(): ArrayLike<number> | undefined {
    return this.model.losses
  }

  get lawAt(): number | undefined {
    return this.model.lawAt
  }
}

export function planRows(plan: Omit<RowPlan, 'begin'>): RowPlan {
  return { ...plan, begin: (facts, options) => new RowLearner(plan.model(facts, options)) }
}
