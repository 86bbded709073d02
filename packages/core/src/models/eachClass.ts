import type { Forecast } from '../aggregate/forecast.ts'
import { show } from '../base/check.ts'
import { ArgumentError } from '../base/errors.ts'
import { remembered } from '../base/remembered.ts'
import { expectWhole } from '../base/save/shape.ts'
import {
  also,
  bool,
  counter,
  listOf,
  type ModelShape,
  names,
  nullable,
  real,
  type StateShape,
  shape,
  shapeBy,
  tupleOf,
  whole,
  withIssued,
} from '../base/shape.ts'
import { Learner } from '../live/learner.ts'
import type { LiveOptions } from '../live/live.ts'
import { modelOf } from '../live/modelOf.ts'
import type { Description, Issue, Model, Modelled } from '../nouns/model.ts'
import type { RawRow, RowsState } from '../rows/rows.ts'
import type { IssuedRow, RowInTable, Table } from '../rows/table.ts'
import type { EncodedModel } from './encoded.ts'
import { Epochs, type EpochsState, type Inside } from './epochs/epochs.ts'
import { type Reasons, reasonsOf } from './reasons.ts'

/** Each class has a learner of its own: with thousands, such as names of people, a row would take minutes. */
const MOST_CLASSES = 100
/** Least probability that is ever scored: that of a class never seen before. */
const UNSEEN = 0.005

/** The name of a class; a number or a truth value is one as it is written. */
export type Label = string | number | boolean

/** A forecast of a class. Plain data. */
export interface ClassProbabilities {
  /** P of each class, in the order of `labels`. */
  readonly probabilities: readonly number[]
  readonly labels: readonly string[]
  /** The most probable class; null before any was seen. */
  readonly label: string | null
  /** Outcomes that it stands on. */
  readonly outcomes: number
}

/** A round after its outcome. Plain data. */
export interface ClassRound {
  readonly round: number
  readonly y: string
  /** Whether any outcome was known when it was forecast. */
  readonly known: boolean
  /** P that the forecast gave to the class that came. */
  readonly probability: number
  /** −log of that P. */
  readonly pointLoss: number
}

/** A forecast as it was given. Plain data. */
export interface ClassIssued {
  /** How many outcomes had come before it was given. */
  readonly round: number
  readonly row: IssuedRow
  readonly known: boolean
  readonly probabilities: readonly number[]
}

/** Plain data. */
export interface EachClassState<State = unknown> {
  round: number
  /** null until the first outcome. */
  rows: RowsState | null
  /** Names of the classes, in order of appearance. */
  readonly labels: string[]
  /** One for each class, of which that of the first is idle while there are two. */
  readonly epochs: EpochsState<State>[]
}

/**
 * A forecaster of classes made of a model of labels −1 and +1: one state for each class against all others, over the same
 * rows, in coordinates that are frozen in epochs. Their probabilities are divided by their sum.
 *
 *     const learner = eachClass(encoded(aggregate({ experts: svb({ scale: [0.1, 1] }), loss: logistic })))
 *     learner.learn({ wind: 3.2, sky: 'grey' }, 'rain')
 *     learner.predict({ wind: 1, sky: 'blue' }).label
 *
 * A class that appears late learns the past in the rounds to come.
 */
export function eachClass<State, Issued>(
  around: Modelled<EncodedModel<Forecast, unknown, State, Issued>>,
  liveOptions: LiveOptions = {},
): Learner<RawRow, ClassProbabilities, ClassRound, EachClassState<State>, ClassIssued> {
  return new Learner(new EachClassModel(modelOf(around)), liveOptions)
}

export class EachClassModel<State = unknown, Issued = unknown>
  implements Model<RawRow, ClassProbabilities, ClassRound, EachClassState<State>, ClassIssued>
{
  readonly description: Description
  readonly init: ModelShape<EachClassState<State>, ClassIssued>
  readonly #table: Table
  readonly #epochs: (label: number) => Epochs

  constructor(around: EncodedModel<Forecast, unknown, State, Issued>) {
    if (around.ahead > 1)
      throw new ArgumentError(
        `classes are forecast one row ahead; received ahead ${around.ahead}: leave it out`,
        'not-supported',
      )
    this.description = { model: 'each-class', of: around.description }
    this.#table = around.table
    const options = { rows: around.table.rows, ahead: 1 }
    this.#epochs = remembered((label) => new Epochs(around.inner as Inside, { ...options, label }))
    this.init = withIssued(this.#stateOf(), ({ rows, round }) =>
      shape<ClassIssued>({
        round: whole(0, round),
        row: this.#table.keptOf(rows),
        known: bool,
        probabilities: listOf(real()),
      }),
    )
  }

  #stateOf(): StateShape<EachClassState<State>> {
    return shape<EachClassState<State>>({
      round: counter,
      rows: nullable(this.#table.rows.shape),
      labels: also(names, (labels, path, state) => {
        const { rows } = state as EachClassState
        expectWhole(`the number of ${path}`, labels.length, 0, rows ? MOST_CLASSES : 0)
      }),
      epochs: shapeBy<EpochsState[], EachClassState>(
        (_value, _path, { rows, labels }) =>
          tupleOf(labels.map((_, label) => this.#epochs(label).of(rows as RowsState))),
        () => [],
      ) as StateShape<EpochsState<State>[]>,
    })
  }

  predict(state: EachClassState<State>, input: RawRow): ClassProbabilities {
    return this.#forecast(state, this.#table.read(state.rows, input))
  }

  issue(state: EachClassState<State>, input: RawRow): Issue<ClassProbabilities, ClassIssued> {
    const read = this.#table.read(state.rows, input)
    const answer = this.#forecast(state, read)
    const { probabilities, outcomes } = answer
    const row = this.#table.keep(state.rows, read)
    return { answer, issued: { round: state.round, row, known: outcomes > 0, probabilities } }
  }

  settle(
    state: EachClassState<State>,
    { row: kept, known, probabilities }: ClassIssued,
    y: Label,
  ): ClassRound {
    const label = this.labelOf(state, y)
    const { row, table } = this.#table.recall(state.rows, kept)
    const place = state.labels.indexOf(label)
    const probability = Math.max(UNSEEN, probabilities[place] ?? 0)
    this.#learn(state, { row, table }, label)
    return { round: state.round, y: label, known, probability, pointLoss: -Math.log(probability) }
  }

  /** The name of the class that an outcome tells; an error if it is none, or one too many. */
  labelOf({ labels, round }: EachClassState<State>, y: Label): string {
    if (typeof y !== 'string' && typeof y !== 'boolean' && !Number.isFinite(y))
      throw new ArgumentError(`y must name a class in round ${round + 1}; received ${show(y)}`, 'bad-outcome')
    const label = String(y)
    if (labels.length < MOST_CLASSES || labels.includes(label)) return label
    throw new ArgumentError(
      `auto tells up to ${MOST_CLASSES} classes apart; received one more, ${show(label)}: set the task to regression if these are numbers, or join rare classes into one`,
      'too-large',
    )
  }

  /** What each column does to the probability of the class that is forecast. */
  reasons(state: EachClassState<State>, input: RawRow): Reasons {
    const read = this.#table.read(state.rows, input)
    const { label, labels } = this.#forecast(state, read)
    const place = labels.indexOf(label ?? '')
    const sources = labels.flatMap((_, i) => this.#epochs(i).sources(state.epochs[i], read.table))
    const value = (hidden: readonly string[]): number =>
      this.#forecast(state, read, hidden).probabilities[place] ?? Number.NaN
    return reasonsOf([...new Set(sources)], value, label)
  }

  #forecast(
    state: EachClassState<State>,
    { row, table }: RowInTable,
    hidden: readonly string[] = [],
  ): ClassProbabilities {
    const { labels, epochs } = state
    const probabilities = labels.map((_, label) => {
      if (labels.length < 2) return 1
      // Of two classes the second's learner says all.
      if (isIdle(labels, label)) return 0
      const forecast = this.#epochs(label).predict(epochs[label], table, row, hidden)
      return forecast ? forecast.probability : 1 / labels.length
    })
    if (labels.length === 2) probabilities[0] = 1 - probabilities[1]
    const total = probabilities.reduce((sum, p) => sum + p, 0)
    for (let i = 0; i < labels.length; i++) probabilities[i] /= total
    const best = probabilities.indexOf(Math.max(...probabilities))
    const outcomes = table.history.count
    return { probabilities, labels: [...labels], label: labels[best] ?? null, outcomes }
  }

  #learn(state: EachClassState<State>, { row, table }: RowInTable, label: string): void {
    const { labels, epochs } = state
    if (!labels.includes(label)) {
      labels.push(label)
      epochs.push(this.#epochs(labels.length - 1).init() as EpochsState<State>)
    }
    const y = labels.indexOf(label)
    const awake = epochs.flatMap((one, i) => (isIdle(labels, i) ? [] : [{ one, own: this.#epochs(i) }]))
    for (const { one, own } of awake) own.learn(one, table, row, y)
    this.#table.rows.observe(table, row, y)
    for (const { one, own } of awake) own.advance(one, table)
    state.rows = table
    state.round++
  }
}

/** Of two classes the second's learner says all; of one there is nothing to learn. */
function isIdle(labels: readonly string[], label: number): boolean {
  return labels.length < 2 || (labels.length === 2 && label === 0)
}
