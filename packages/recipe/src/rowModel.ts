import { type Learner, live, type Model } from 'credence'
import type { Reasons } from 'credence/auto'
import type { RowPlan } from './plan.ts'
import type { RowRecord } from './record.ts'

export interface RecordOptions {
  /** Whether to report the weights of the experts. @default false */
  readonly weights?: boolean
  /** Whether to report every expert's mean, variance and loss. @default false */
  readonly experts?: boolean
  /** Whether to report where each outcome fell in the distribution that was forecast for it. @default false */
  readonly law?: boolean
  /** Whether to report the interval that should hold half of the outcomes, for pictures. @default false */
  readonly inner?: boolean
  /**
   * Rows between two whose columns are explained, for each column there is: an explanation takes two forecasts a column.
   * 0 explains every row. @default none is explained
   */
  readonly reasons?: number | undefined
  /** Whether explanations stand in the records, too. @default false */
  readonly reasonsWritten?: boolean
}

/**
 * A recipe as a model: rows in, records out.
 *
 * The input holds the plan's columns without the target: numbers, for `auto` cells by name, and beside numbers the names of groups. Answer and round are both
 * records: the round of a forecast is its record, completed by the outcome.
 */
export interface RowModel<Input = unknown, State extends RowState = RowState, Issued = unknown>
  extends Model<Input, RowRecord, RowRecord, State, Issued> {
  /** A row whose outcome never comes: what it shows of the features still counts. */
  pass(state: State, input: Input): RowRecord
  /** The learner within, over the state within: its ledger, its coverage. */
  within(state: State): object
  /** What the intervals come from, over the state within: its coverage; null where they come from a distribution of y alone. */
  layer(state: State): object | null
  /** Whether outcomes are classes. */
  classifies(state: State): boolean
  /** What the series of a table learn from each other; absent where each is learnt alone. */
  readonly shared?: SharedByKeys | undefined
  /** When a row is, on the clock of what is shared; NaN where it has no time. There where something is shared. */
  timeOf?(state: State, input: Input): number
  /** A record that has all fields which records may have; null where the first of them has. */
  readonly shape: object | null
  /** What each expert weighed and lost in the last round that had an outcome; borrowed until the next. */
  readonly weights?: ArrayLike<number> | undefined
  readonly losses?: ArrayLike<number> | undefined
  /** P(Y ≤ y) of the last outcome under the distribution that was forecast for it, on request; absent where there was none. */
  readonly lawAt?: number | undefined
  /** The interval of half the mass that was forecast for the last outcome, on request; absent where there was none. */
  readonly inner?: readonly [number, number] | undefined
  /** What each column did to the last forecast, on request; absent where the row was not explained. */
  readonly reasons?: Reasons | undefined
}

/** What the series of a table have in common, beside their states. */
export interface SharedByKeys {
  /** Rows that came after one of a later time: nothing in common was learnt from them. */
  readonly late: number
  /** The latest time that was learnt. A row of a later one changes what all others are told. */
  readonly at: number
  /** Takes in what a row has shown to others. May be replaced, where all rows are heard of elsewhere. */
  hear(news: unknown): void
  save(): Uint8Array
  restore(bytes: Uint8Array): unknown
}

export interface RowState {
  /** Rows taken, also those without an outcome. */
  t: number
}

/** How the cells of a row become the input of its model, and its outcome. */
export interface RowReader {
  /**
   * @param row the plan's columns, the target last
   * @param texts the cells of the columns that are read as text
   */
  read(row: Float64Array, texts: readonly string[], state: RowState): ReadInput
}

/** A row that was read. It may be borrowed: the next one overwrites it. */
export interface ReadInput {
  readonly input: unknown
  /** undefined where it never came. */
  readonly y: number | string | undefined
  /** The cell of the target, where it is there and is not an outcome: it is taken as missing. */
  readonly unread?: string | undefined
}

/** A recipe at work on the rows of one stream. */
export class RowLearner {
  readonly model: RowModel
  /** The cell of the target in the last row, where it is there and is not an outcome. */
  unread: string | undefined
  /** How rows become inputs. */
  readonly reader: RowReader
  readonly #live: Learner<unknown, RowRecord, RowRecord, RowState, unknown>

  /** @param reader @default rows of numbers, the target last */
  constructor(model: RowModel, reader: RowReader = new NumbersReader()) {
    this.model = model
    this.reader = reader
    this.#live = live(model)
  }

  /** Forecasts, learns, and reports both. */
  step(row: Float64Array, texts: readonly string[] = []): RowRecord {
    const { input, y, unread } = this.reader.read(row, texts, this.state)
    const record = y === undefined ? this.model.pass(this.state, input) : this.#live.learn(input, y as number)
    this.unread = unread
    return record
  }

  save(): Uint8Array {
    return this.#live.save()
  }

  restore(saved: Uint8Array): this {
    this.#live.restore(saved)
    return this
  }

  get state(): RowState {
    return this.#live.state
  }

  /** Rows taken, also those without an outcome. */
  get t(): number {
    return this.state.t
  }

  /** The learner within: its ledger, its coverage. */
  get learner(): object {
    return this.model.within(this.state)
  }

  /** Whether outcomes are classes. */
  get classifies(): boolean {
    return this.model.classifies(this.state)
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

  get inner(): readonly [number, number] | undefined {
    return this.model.inner
  }

  get reasons(): Reasons | undefined {
    return this.model.reasons
  }
}

/** Rows of numbers. */
class NumbersReader implements RowReader, ReadInput {
  input: Float64Array = new Float64Array(0)
  y: number | undefined
  /** The array that rows come in, most often the same. */
  #row: Float64Array | undefined

  read(row: Float64Array): this {
    const last = row.length - 1
    if (row !== this.#row) this.input = row.subarray(0, last)
    this.#row = row
    const y = row[last] as number
    this.y = Number.isNaN(y) ? undefined : y
    return this
  }
}

/** A plan over rows of numbers. */
export function planRows(plan: Omit<RowPlan, 'begin' | 'texts'>): RowPlan {
  return {
    ...plan,
    texts: [],
    begin: (facts, options) => new RowLearner(plan.model(facts, options)),
  }
}
