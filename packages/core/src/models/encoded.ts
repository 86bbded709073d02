import { refuseUnknown } from '../base/check.ts'
import {
  issuedShapeOf,
  type ModelShape,
  nullable,
  shape,
  shapeBy,
  shapeOf,
  withIssued,
} from '../base/shape.ts'
import { learn } from '../live/learn.ts'
import { Learner } from '../live/learner.ts'
import type { LiveOptions } from '../live/live.ts'
import { modelOf } from '../live/modelOf.ts'
import type { Description, Issue, Model, Modelled } from '../nouns/model.ts'
import type { Features } from '../nouns/panel.ts'
import { type Encoding, encodingShape } from '../rows/encoding.ts'
import type { Guide } from '../rows/guide.ts'
import type { RawRow, RowsState } from '../rows/rows.ts'
import { type IssuedRow, type RowInTable, Table } from '../rows/table.ts'
import type { DateOrder } from '../rows/time.ts'
import { Zone } from '../rows/zone.ts'

export interface EncodedOptions {
  /** The column of times, or those of year, month, day and hour; null: none. @default found from the first row */
  readonly time?: string | readonly string[] | null | undefined
  /** The order of a date such as 3/4/2026: mdy or dmy. @default found where the first row can be read in one only */
  readonly dates?: DateOrder | undefined
  /** The time zone whose clocks the calendar follows, such as Europe/Berlin: for times that are instants. @default UTC */
  readonly zone?: string | undefined
  /** Whether past outcomes may fill gaps and be features: off where outcomes come late. @default true */
  readonly memory?: boolean | undefined
  /** How many rows before its outcome a forecast is made: the cells of that many rows earlier are used. @default 1 */
  readonly ahead?: number | undefined
  /** Forecasts rows that have a time from the outcomes before, as one more feature. @default none */
  readonly guide?: Guide | undefined
}

export interface EncodedState<State> {
  /** null until the first outcome. */
  rows: RowsState | null
  encoding: Encoding | null
  inner: State
}

export interface EncodedIssued<Issued> {
  readonly row: IssuedRow
  readonly inner: Issued
}

/**
 * A model of x that learns from rows as people have them: numbers, words, times and gaps.
 *
 *     const learner = encoded(aggregate({ experts: conjugate({ noise: [0.5, 1] }), loss: logDensity }))
 *     learner.learn({ time: '2026-03-01T05:00', region: 'north', load: null }, 512)
 *
 * The first row shows the columns, and x never changes after it: numbers are taken as they are, a missing one as the
 * other columns suggest, a word as the mean outcome of its past rows, a time by its place in day, week and year.
 * `inEpochs` around it finds more features, and units, from the past.
 */
export function encoded<Answer, Round, State, Issued>(
  around: Modelled<Model<Features, Answer, Round, State, Issued>>,
  options: EncodedOptions = {},
  liveOptions: LiveOptions = {},
): EncodedLearner<Answer, Round, State, Issued> {
  refuseUnknown('encoded', options, ['time', 'dates', 'zone', 'memory', 'ahead'])
  return new EncodedLearner(new EncodedModel(modelOf(around), options), liveOptions)
}

/** A model of rows at work. Made by `encoded`. */
export class EncodedLearner<Answer, Round, State, Issued> extends Learner<
  RawRow,
  Answer,
  Round,
  EncodedState<State>,
  EncodedIssued<Issued>
> {
  declare readonly model: EncodedModel<Answer, Round, State, Issued>

  /** The names of the entries of x. */
  get features(): readonly string[] {
    return this.state.encoding?.names ?? []
  }
}

export class EncodedModel<Answer = unknown, Round = unknown, State = unknown, Issued = unknown>
  implements Model<RawRow, Answer, Round, EncodedState<State>, EncodedIssued<Issued>>
{
  readonly description: Description
  readonly init: ModelShape<EncodedState<State>, EncodedIssued<Issued>>
  readonly inner: Model<Features, Answer, Round, State, Issued>
  readonly table: Table
  readonly ahead: number

  constructor(inner: Model<Features, Answer, Round, State, Issued>, options: EncodedOptions = {}) {
    const { time, dates, zone, memory = true, ahead = 1, guide } = options
    this.inner = inner
    this.ahead = ahead
    this.table = new Table({
      time,
      dates,
      memory,
      ahead,
      guide,
      zone: zone === undefined ? undefined : new Zone(zone),
    })
    // null is a wish: no column of times.
    const asked = time === undefined ? 'found' : { column: time }
    this.description = {
      model: 'encoded',
      time: asked,
      dates: dates ?? null,
      ...(zone === undefined ? {} : { zone }),
      memory,
      ahead,
      of: inner.description,
    }
    const { rows } = this.table
    const state = shape<EncodedState<State>>({
      rows: nullable(rows.shape),
      encoding: nullable(
        shapeBy<Encoding, EncodedState<State>>(
          (_value, _path, { rows }) => encodingShape(rows?.columns.length ?? 0),
          encodingShape(0),
        ),
      ),
      inner: shapeOf(inner),
    })
    this.init = withIssued(state, (of) =>
      shape<EncodedIssued<Issued>>({
        row: this.table.keptOf(of.rows),
        inner: issuedShapeOf(inner, of.inner),
      }),
    )
  }

  predict(state: EncodedState<State>, input: RawRow): Answer {
    return this.inner.predict(state.inner, this.#x(state, this.table.read(state.rows, input)))
  }

  issue(state: EncodedState<State>, input: RawRow, atOnce?: boolean): Issue<Answer, EncodedIssued<Issued>> {
    const read = this.table.read(state.rows, input)
    const { answer, issued } = this.inner.issue(state.inner, this.#x(state, read), atOnce)
    return { answer, issued: { row: this.table.keep(state.rows, read), inner: issued } }
  }

  settle(state: EncodedState<State>, { row: kept, inner }: EncodedIssued<Issued>, y: number): Round {
    const read = this.table.recall(state.rows, kept)
    // Read before the first outcome, perhaps with other columns: the row is then learnt as it is read now.
    const round =
      state.rows && kept.names
        ? learn(this.inner, state.inner, this.#x(state, read), y)
        : this.inner.settle(state.inner, inner, y)
    state.encoding ??= this.table.rows.fixed(read.table)
    state.rows = read.table
    this.table.rows.observe(read.table, read.row, y)
    return round
  }

  #x({ encoding }: EncodedState<State>, { row, table }: RowInTable): Float64Array {
    const own = encoding ?? this.table.rows.fixed(table)
    const x = new Float64Array(own.names.length)
    this.table.rows.encode(table, own, row, this.ahead - 1, x)
    return x
  }
}
