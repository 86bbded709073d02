import { Forecast } from '../aggregate/forecast.ts'
import { show } from '../base/check.ts'
import { ArgumentError } from '../base/errors.ts'
import type { ModelShape } from '../base/shape.ts'
import { Learner } from '../live/learner.ts'
import type { LiveOptions } from '../live/live.ts'
import { modelOf } from '../live/modelOf.ts'
import { Mixture } from '../math/mixture.ts'
import type { Description, Issue, Model, Modelled } from '../nouns/model.ts'
import { type ColumnState, holdRange, isBeyondBelief, observeCell, readCell } from '../rows/column.ts'
import { lastOutcomes, outcomeOf } from '../rows/history.ts'
import type { RawRow, ReadRow, RowsState } from '../rows/rows.ts'
import type { RowInTable, Table } from '../rows/table.ts'
import type { EncodedModel } from './encoded.ts'
import { Epochs, type Inside } from './epochs/epochs.ts'
import { forgetErrors, observeError, widened, widthOf } from './epochs/lateWidth.ts'
import { inUnit, outcomeUnit } from './epochs/outcomeUnit.ts'
import {
  EpochForecast,
  type EpochIssued,
  type EpochRound,
  type InEpochsState,
  inEpochsOf,
  type Waiting,
} from './inEpochsState.ts'
import { missingOutcome } from './missingOutcome.ts'
import type { Advised, Peers } from './peers.ts'
import { type Explaining, explain, finished, type Reasons } from './reasons.ts'
import { observeShape, resizeShape, restartShape, shaped } from './shape/shape.ts'
import { observeExtent, type Support } from './shape/support.ts'

/** Outcomes that show that all have become far smaller. */
const SIZED_BY = 30
/** Outcomes in a row outside the range seen that show it is the range that is wrong. */
const CONVINCING = 5

/** What the experts of a stream forecast themselves, and the same in the shape of its outcomes. */
interface Own {
  readonly law: Forecast
  readonly answer: EpochForecast
}

/** A model of rows whose features and units are found from the past. Made by `encoded`. */
type OfRows<State, Issued> = Modelled<EncodedModel<Forecast, unknown, State, Issued>>

/**
 * A model of rows in coordinates that are frozen in epochs: features, and the units of x and y.
 *
 *     const rows = encoded(aggregate({ experts, loss: logDensity, onFailure: 'restart' }))
 *     const learner = inEpochs(rows)
 *
 * After 2, 4, 8, 20, 60, 200, … rows the coordinates are found anew from the past. If they differ, a fresh state of the
 * model learns the past in them, a few rows in each round, and takes over when it has caught up. So every expert sees
 * numbers of size 1 that never change their meaning.
 *
 * Outcomes outside twice the range seen are learnt as its edge; one that is beyond belief, as what was forecast. The fifth
 * of them in a row is believed, however far away it lies. A late outcome is scored as it was forecast and learnt in the
 * coordinates of today.
 */
export function inEpochs<State, Issued>(
  around: OfRows<State, Issued>,
  liveOptions: LiveOptions = {},
): Learner<RawRow, EpochForecast, EpochRound, InEpochsState<State>, EpochIssued> {
  return new Learner(new InEpochsModel(modelOf(around)), liveOptions)
}

export class InEpochsModel<State = unknown, Issued = unknown>
  implements Model<RawRow, EpochForecast, EpochRound, InEpochsState<State>, EpochIssued>
{
  readonly description: Description
  readonly init: ModelShape<InEpochsState<State>, EpochIssued>
  readonly #table: Table
  readonly #ahead: number
  readonly #epochs: Epochs
  readonly #range: Support | undefined
  /** The last row that was forecast, and the answer. It is no part of any state. */
  readonly #last: WeakMap<
    InEpochsState<State>,
    { readonly round: number; readonly row: ReadRow; readonly own: Own }
  > = new WeakMap()
  readonly #peers: Peers | undefined

  /**
   * @param range where outcomes can lie, if that is known; else it is found
   * @param peers what other streams have to add: for forecasts of the next row
   */
  constructor(around: EncodedModel<Forecast, unknown, State, Issued>, range?: Support, peers?: Peers) {
    this.description = {
      model: 'in-epochs',
      of: around.description,
      ...(range ? { range: { ...range } } : {}),
    }
    this.#range = range
    this.#peers = peers
    this.#table = around.table
    this.#ahead = around.ahead
    this.#epochs = new Epochs(around.inner as Inside, { rows: around.table.rows, ahead: around.ahead })
    this.init = inEpochsOf<State>(this.#table, this.#epochs, this.#ahead, peers)
  }

  predict(state: InEpochsState<State>, input: RawRow): EpochForecast {
    return this.#forecast(state, this.#table.read(state.rows, input)).answer
  }

  issue(state: InEpochsState<State>, input: RawRow): Issue<EpochForecast, EpochIssued> {
    const read = this.#table.read(state.rows, input)
    const { answer, advised } = this.#forecast(state, read)
    const { mean, sd, outcomes } = answer
    const issued = {
      round: state.round,
      row: this.#table.keep(state.rows, read),
      known: outcomes > 0,
      mean,
      sd: sd / (this.#ahead > 1 ? widthOf(state.width) : 1),
      ...(this.#peers ? { advice: advised?.advice ?? null } : {}),
    }
    return { answer, issued }
  }

  /** What each column does to the forecast of a row. */
  reasons(state: InEpochsState<State>, input: RawRow): Reasons {
    const { row, table } = this.#table.read(state.rows, input)
    return finished(this.#explain(state, table, row))
  }

  /** The same of a row that was learnt, as it would be forecast now; null where it is not remembered. */
  pastReasons(state: InEpochsState<State>, back: number): Explaining | null {
    const { rows, epochs } = state
    const place = rows ? this.#epochs.placeOf(epochs, rows, back) : undefined
    return rows && place !== undefined ? this.#explain(state, rows, place) : null
  }

  #explain(state: InEpochsState<State>, table: RowsState, row: ReadRow | number): Explaining {
    const value = (hidden: readonly string[]): number => {
      const law = this.#epochs.predict(state.epochs, table, row, hidden)
      return law ? law.mean / state.unit : Number.NaN
    }
    return explain(this.#epochs.sources(state.epochs, table), value, null)
  }

  settle(
    state: InEpochsState<State>,
    { row: kept, advice = null, ...issued }: EpochIssued,
    y: number,
  ): EpochRound {
    expectNumber(y, state.round + 1)
    expectWithin(this.#range, y)
    const { row, table } = this.#table.recall(state.rows, kept)
    // An outcome that came late by itself need not wait as well.
    const held = Math.max(0, this.#ahead - 1 - (state.round - issued.round))
    const unit = state.round === 0 ? outcomeUnit(y) : state.unit
    const waiting = [...state.waiting, { row, y, issued }]
    const due = waiting.splice(0, Math.max(0, waiting.length - held))
    let begins = false
    for (const one of due) begins = this.#absorb(state, table, unit, one) || begins
    if (begins) forgetErrors(state.width)
    state.waiting = begins ? waiting.map(asUnknown) : waiting
    state.rows = table
    state.unit = unit
    const said = issued.known ? issued : undefined
    this.#peers?.observe(state.peers, { row, table }, { said, advice, y })
    return scored(++state.round, issued, y, begins)
  }

  #forecast(
    state: InEpochsState<State>,
    read: RowInTable,
  ): { readonly answer: EpochForecast; readonly advised: Advised | null } {
    const { law: own, answer } = this.#own(state, read)
    const advised = this.#peers?.advise(state.peers, read, own) ?? null
    if (!advised) return { answer, advised }
    const { law } = advised
    const { shape } = state
    return { answer: new EpochForecast(law, shaped(shape, law, this.#range), answer.outcomes), advised }
  }

  /**
   * A program that calls `predict` and then `learn` asks twice about one row, and `predictAndLearn` once. Without this
   * memory of the last row, and that of `governed`, the first way takes 1.09 times as long over 400 rows of three numbers,
   * 1.04 with a time beside them: processor time, medians of nine runs in turns (Node 20, 2026-11-18).
   */
  #own(state: InEpochsState<State>, read: RowInTable): Own {
    const known = this.#last.get(state)
    if (known?.round === state.round && isSameRow(known.row, read.row)) return known.own
    const own = this.#formed(state, read)
    this.#last.set(state, { round: state.round, row: read.row, own })
    return own
  }

  #formed({ epochs, width, unit, shape }: InEpochsState<State>, { row, table }: RowInTable): Own {
    const { count } = table.history
    const outcomes = count - epochs.origin
    const inner = this.#epochs.predict(epochs, table, row)
    const last = (count > 0 ? outcomeOf(table.history, count - 1) : 0) / unit
    const learnt = inner && this.#inUnits(this.#ahead > 1 ? widened(inner, width) : inner, unit)
    const own = learnt
      ? this.#epochs.isSteady(epochs, table)
        ? about(last, learnt)
        : learnt
      : lawOfFew(last)
    return { law: own, answer: new EpochForecast(own, shaped(shape, own, this.#range), outcomes) }
  }

  #inUnits(law: Forecast, unit: number): Forecast {
    return unit === 1 ? law : law.rescaled(1 / unit, 0)
  }

  /** Learns a row whose outcome may be known by now. @returns whether a regime in other units has begun */
  #absorb(state: InEpochsState<State>, table: RowsState, unit: number, waited: Waiting): boolean {
    const { epochs, target, width, shape } = state
    const { y, issued } = waited
    // A row that waits to be learnt may see its columns become ones of words.
    const row = this.#ahead > 1 ? this.#table.rows.reread(table, waited.row) : waited.row
    const value = inUnit(y, unit)
    const believable = believed(target, value, inUnit(issued.mean, unit))
    const doubted = believable === value ? 0 : state.doubted + 1
    const convinced = doubted >= CONVINCING
    const kept = convinced ? value : believable
    // First, because a model inside may refuse.
    this.#epochs.learn(epochs, table, row, kept)
    observeExtent(shape.extent, y, kept / unit)
    if (issued.known && issued.round > 2) {
      observeError(width, y - issued.mean, issued.sd)
      observeShape(shape, issued, kept / unit, this.#range)
    }
    state.doubted = convinced ? 0 : doubted
    if (convinced) holdRange(target, value)
    observeCell(target, value, 0)
    this.#table.rows.observe(table, row, kept)
    const last = (count: number) => lastOutcomes(table.history, count).map((outcome) => outcome / unit)
    resizeShape(shape, () => last(SIZED_BY), this.#range)
    const begins = this.#epochs.advance(epochs, table, { error: value - inUnit(issued.mean, unit) })
    if (begins) restartShape(shape, last(table.history.count - epochs.origin))
    return begins
  }
}

function isSameRow(a: ReadRow, b: ReadRow): boolean {
  if (!Object.is(a.time, b.time) || a.cells.length !== b.cells.length) return false
  return a.cells.every((cell, j) => Object.is(cell, b.cells[j]))
}

/** A forecast from before a regime says nothing of the errors in it. */
function asUnknown(one: Waiting): Waiting {
  return { ...one, issued: { ...one.issued, known: false } }
}

/** A distribution moved to this mean: where outcomes never varied, columns have nothing to add. */
function about(mean: number, law: Forecast): Forecast {
  return law.rescaled(1, mean - law.mean)
}

/** The forecast before there are two outcomes: about the last one, as wide as it is large. */
function lawOfFew(last: number): Forecast {
  const law = new Mixture(Float64Array.of(1), Float64Array.of(last), Float64Array.of(Math.abs(last) || 1))
  return new Forecast('y', law, law, Number.NaN)
}

/** An outcome outside the range seen counts as one at its edge; one that is beyond belief, as what was forecast. */
function believed(target: ColumnState, y: number, forecast: number): number {
  return readCell(target, isBeyondBelief(target, y) ? forecast : y)
}

function scored(
  round: number,
  { known, mean }: Omit<EpochIssued, 'row'>,
  y: number,
  begins: boolean,
): EpochRound {
  const error = y - mean
  return { round, y, known, mean, pointLoss: error * error, begins }
}

function expectNumber(y: unknown, round: number): void {
  if (typeof y === 'number' && Number.isFinite(y)) return
  if (y === undefined || y === null) throw missingOutcome(round)
  throw new ArgumentError(`y must be a finite number in round ${round}; received ${show(y)}`, 'bad-outcome')
}

function expectWithin(range: Support | undefined, y: number): void {
  if (!range || (y >= range.lower && y <= range.upper)) return
  throw new ArgumentError(
    `y must lie in the range from ${range.lower} to ${range.upper}; received ${y}: leave the range out to have it found`,
    'bad-outcome',
  )
}
