import { show } from '../base/check.ts'
import { ArgumentError } from '../base/errors.ts'
import { expectWhole } from '../base/save/shape.ts'
import {
  also,
  bool,
  counter,
  likeFresh,
  listOf,
  type ModelShape,
  names,
  nullable,
  real,
  type StateShape,
  shape,
  shapeBy,
  whole,
  withIssued,
} from '../base/shape.ts'
import type { ClassChances } from '../classes/classMixture.ts'
import { UNSEEN } from '../classes/classMixture.ts'
import { MOST_ONE_BY_ONE } from '../classes/oneAgainstRest.ts'
import { Learner } from '../live/learner.ts'
import type { LiveOptions } from '../live/live.ts'
import { modelOf } from '../live/modelOf.ts'
import type { Description, Issue, Model, Modelled } from '../nouns/model.ts'
import type { RawRow, ReadRow, RowsState } from '../rows/rows.ts'
import type { IssuedRow, RowInTable, Table } from '../rows/table.ts'
import type { EncodedModel } from './encoded.ts'
import { Epochs, type EpochsState, type Inside } from './epochs/epochs.ts'
import { missingOutcome } from './missingOutcome.ts'
import { type Explaining, explain, finished, type Reasons } from './reasons.ts'

/** Classes that are told apart, at most: with thousands, such as names of people, there is nothing to learn of each. */
export const MOST_CLASSES = 100

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
export interface ClassesInEpochsState<State = unknown> {
  round: number
  /** null until the first outcome. */
  rows: RowsState | null
  /** Names of the classes, in order of appearance. */
  readonly labels: string[]
  readonly epochs: EpochsState<State>
}

/** A row, or the place of one that is remembered, and the table it stands in. */
type RowOrPlace = { readonly row: ReadRow | number; readonly table: RowsState }

/** A model of rows whose features and units are found from the past. Made by `encoded`. */
type OfRows<State, Issued> = EncodedModel<ClassChances, unknown, State, Issued>

/**
 * A forecaster of classes by their names: rows as people have them, in coordinates that are frozen in epochs.
 *
 *     const experts = [frequencies(), softmaxRegression(), classNormals(), classNeighbours()]
 *     const learner = classesInEpochs(encoded(classMixture(experts)))
 *     learner.learn({ wind: 3.2, sky: 'grey' }, 'rain')
 *     learner.predict({ wind: 1, sky: 'blue' }).label
 *
 * Classes are learnt as they appear. While they are few, a new one makes fresh experts learn the past again, in the rounds
 * to come: those that have a model for each class must see where it did not come.
 */
export function classesInEpochs<State, Issued>(
  around: Modelled<OfRows<State, Issued>>,
  liveOptions: LiveOptions = {},
): Learner<RawRow, ClassProbabilities, ClassRound, ClassesInEpochsState<State>, ClassIssued> {
  return new Learner(new ClassesInEpochsModel(modelOf(around)), liveOptions)
}

/** Classes are forecast one row ahead alone. */
export function noClassesAhead(ahead: number): ArgumentError {
  return new ArgumentError(
    `ahead ${ahead} needs a target that holds numbers, and this one holds words or categories. Leave it out, or choose a target of numbers`,
    'not-supported',
    { option: 'ahead' },
  )
}

export class ClassesInEpochsModel<State = unknown, Issued = unknown>
  implements Model<RawRow, ClassProbabilities, ClassRound, ClassesInEpochsState<State>, ClassIssued>
{
  readonly description: Description
  readonly init: ModelShape<ClassesInEpochsState<State>, ClassIssued>
  readonly #table: Table
  readonly #epochs: Epochs<ClassChances>

  constructor(around: OfRows<State, Issued>) {
    if (around.ahead > 1) throw noClassesAhead(around.ahead)
    this.description = { model: 'classes-in-epochs', of: around.description }
    this.#table = around.table
    const inside = around.inner as Inside<ClassChances>
    this.#epochs = new Epochs(inside, { rows: around.table.rows, ahead: 1, classes: true })
    this.init = withIssued(this.#stateOf(), ({ rows, round }) =>
      shape<ClassIssued>({
        round: whole(0, round),
        row: this.#table.keptOf(rows),
        known: bool,
        probabilities: listOf(real()),
      }),
    )
  }

  #stateOf(): StateShape<ClassesInEpochsState<State>> {
    const before = likeFresh(() => this.#epochs.init())
    return shape<ClassesInEpochsState<State>>({
      round: counter,
      rows: nullable(this.#table.rows.shape),
      labels: also(names, (labels, path, state) => {
        const { rows } = state as ClassesInEpochsState
        expectWhole(`the number of ${path}`, labels.length, 0, rows ? MOST_CLASSES : 0)
      }),
      epochs: shapeBy<EpochsState, ClassesInEpochsState>(
        (_value, _path, { rows }) => (rows ? this.#epochs.of(rows) : before),
        before,
      ) as StateShape<EpochsState<State>>,
    })
  }

  predict(state: ClassesInEpochsState<State>, input: RawRow): ClassProbabilities {
    return this.#forecast(state, this.#table.read(state.rows, input))
  }

  issue(state: ClassesInEpochsState<State>, input: RawRow): Issue<ClassProbabilities, ClassIssued> {
    const read = this.#table.read(state.rows, input)
    const answer = this.#forecast(state, read)
    const { probabilities, outcomes } = answer
    const row = this.#table.keep(state.rows, read)
    return { answer, issued: { round: state.round, row, known: outcomes > 0, probabilities } }
  }

  settle(
    state: ClassesInEpochsState<State>,
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
  labelOf({ labels, round }: ClassesInEpochsState<State>, y: Label): string {
    if (y === undefined || y === null) throw missingOutcome(round + 1)
    if (typeof y !== 'string' && typeof y !== 'boolean' && !Number.isFinite(y))
      throw new ArgumentError(`y must name a class in round ${round + 1}; received ${show(y)}`, 'bad-outcome')
    const label = String(y)
    if (labels.length < MOST_CLASSES || labels.includes(label)) return label
    throw new ArgumentError(
      `auto tells up to ${MOST_CLASSES} classes apart; received one more, ${show(label)}: join rare classes into one, such as "other"; or, if these are numbers, choose the task regression`,
      'too-large',
    )
  }

  /** What each column does to the probability of the class that is forecast. */
  reasons(state: ClassesInEpochsState<State>, input: RawRow): Reasons {
    return finished(this.#explain(state, this.#table.read(state.rows, input)))
  }

  /** The same of a row that was learnt, as it would be forecast now; null where it is not remembered. */
  pastReasons(state: ClassesInEpochsState<State>, back: number): Explaining | null {
    const { rows: table, epochs } = state
    const row = table ? this.#epochs.placeOf(epochs, table, back) : undefined
    return table && row !== undefined ? this.#explain(state, { row, table }) : null
  }

  #explain(state: ClassesInEpochsState<State>, read: RowOrPlace): Explaining {
    const { label, labels } = this.#forecast(state, read)
    const place = labels.indexOf(label ?? '')
    const sources = this.#epochs.sources(state.epochs, read.table)
    const value = (hidden: readonly string[]): number =>
      this.#forecast(state, read, hidden).probabilities[place] ?? Number.NaN
    return explain(sources, value, label)
  }

  #forecast(
    state: ClassesInEpochsState<State>,
    { row, table }: RowOrPlace,
    hidden: readonly string[] = [],
  ): ClassProbabilities {
    const { labels, epochs } = state
    const said = labels.length > 1 ? this.#epochs.predict(epochs, table, row, hidden) : null
    // Of a class that experts have not seen, what is least.
    const probabilities = labels.map((_, c) => (said ? (said[c] ?? UNSEEN) : 1 / labels.length))
    const total = probabilities.reduce((sum, p) => sum + p, 0)
    for (let i = 0; i < labels.length; i++) probabilities[i] /= total
    const best = probabilities.indexOf(Math.max(...probabilities))
    const outcomes = table.history.count
    return { probabilities, labels: [...labels], label: labels[best] ?? null, outcomes }
  }

  #learn(state: ClassesInEpochsState<State>, { row, table }: RowInTable, label: string): void {
    const { labels, epochs } = state
    const isNew = !labels.includes(label)
    const y = isNew ? labels.length : labels.indexOf(label)
    this.#epochs.learn(epochs, table, row, y)
    if (isNew) labels.push(label)
    this.#table.rows.observe(table, row, y)
    const anew = isNew && labels.length <= MOST_ONE_BY_ONE
    this.#epochs.advance(epochs, table, { classes: labels.length, anew })
    state.rows = table
    state.round++
  }
}
