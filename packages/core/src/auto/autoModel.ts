import { show } from '../check.ts'
import { ArgumentError } from '../errors.ts'
import type { Forecast } from '../forecast.ts'
import type { Description, Model } from '../model.ts'
import type { Rule } from '../panel.ts'
import { acceptAuto, acceptAutoIssued } from './acceptAuto.ts'
import { AutoForecast, type ClassForecast, lawOfFew } from './answer.ts'
import { Epochs, type EpochsState } from './epochs.ts'
import { createLevel, governedMass, type LevelState, observeMiss } from './governedLevel.ts'
import { createLateWidth, type LateWidth, observeError, widened, widthOf } from './lateWidth.ts'
import { remembered } from './remembered.ts'
import type { Cell } from './rows/cell.ts'
import { type ColumnState, createColumn, observeCell, readCell } from './rows/column.ts'
import { outcomeOf } from './rows/history.ts'
import { type RawRow, type ReadRow, type Rows, type RowsState, rows } from './rows/rows.ts'
import type { Task } from './task.ts'

export interface AutoPlan {
  readonly task: Task | undefined
  readonly time: string | null | undefined
  readonly memory: boolean
  readonly ahead: number
  readonly coverage: number
  /** Families of experts instead of the usual ones. */
  readonly experts?: readonly Rule[] | undefined
}

/** A row and its outcome that may not be learnt yet, because `ahead` rows lie between. Plain data. */
interface Waiting {
  readonly row: ReadRow
  readonly y: number
  readonly issued: AutoIssued
}

/** All that `auto` remembers. Plain data. */
export interface AutoState {
  round: number
  /** null until the first outcome has shown whether it is a number or a class. */
  task: 'regression' | 'classification' | null
  rows: RowsState | null
  /** Range of the outcomes. */
  readonly target: ColumnState
  /** Names of the classes, in order of appearance. */
  readonly labels: string[]
  /** One for a number; for classes one each, of which that of the first is idle while there are two. */
  readonly epochs: EpochsState[]
  readonly level: LevelState
  readonly width: LateWidth
  readonly waiting: Waiting[]
}

/** A forecast as it was given: what scores it later. Plain data. */
export interface AutoIssued {
  readonly row: ReadRow
  readonly mean: number
  /** The deviation that the experts themselves believed in. */
  readonly sd: number
  readonly lower: number
  readonly upper: number
  readonly probabilities: readonly number[]
  /** What the row showed of the columns, where it was the first. */
  readonly started?: RowsState
}

/** A round after its outcome. Plain data. */
export interface AutoRound {
  readonly round: number
  readonly y: number | string
  readonly mean: number
  readonly lower: number
  readonly upper: number
  readonly covered: boolean
  /** P that the forecast gave to the class that came; NaN for numbers. */
  readonly probability: number
  /** (y − mean)², or −log of that P. */
  readonly pointLoss: number
}

export type AutoAnswer = AutoForecast | ClassForecast

/** Least probability that is ever said: what a class never seen before is given. */
const UNSEEN = 0.005

/**
 * A learner that is told nothing: rows as they are in, a law of y or probabilities of classes out.
 *
 * Rows become x, experts learn it in coordinates frozen in epochs, and the interval's level is governed so that it
 * covers as often as promised. Several classes are one binary learner each, their probabilities brought to sum 1.
 */
export class AutoModel implements Model<RawRow, AutoAnswer, AutoRound, AutoState, AutoIssued> {
  readonly plan: AutoPlan
  readonly description: Description
  readonly #rows: Rows
  readonly #epochs: (label: number) => Epochs
  #last: { state: AutoState; round: number; row: ReadRow; answer: AutoAnswer } | undefined

  constructor(plan: AutoPlan) {
    this.plan = plan
    const { task, time, memory, ahead, coverage, experts } = plan
    // null is a wish: no column of times.
    const asked = time === undefined ? 'found' : { column: time }
    this.description = {
      model: 'auto',
      task: task ?? null,
      time: asked,
      memory,
      ahead,
      coverage,
      ...(experts ? { experts: experts.map(({ description = null }) => description) } : {}),
    }
    const lags = memory && task !== 'classification'
    this.#rows = rows({ time, memory: lags, ahead })
    // −1 stands for outcomes that are numbers.
    this.#epochs = remembered((label) => {
      const options = { rows: this.#rows, memory: memory && ahead === 1, ahead, families: experts }
      return new Epochs(label < 0 ? options : { ...options, label })
    })
  }

  init(): AutoState {
    const { task, coverage } = this.plan
    return {
      round: 0,
      task: task === 'series' ? 'regression' : (task ?? null),
      rows: null,
      target: createColumn('y', 'number'),
      labels: [],
      epochs: [],
      level: createLevel(coverage),
      width: createLateWidth(),
      waiting: [],
    }
  }

  accept(state: unknown): void {
    acceptAuto(state, { plan: this.plan, rows: this.#rows, epochs: this.#epochs })
  }

  acceptIssued(state: AutoState, issued: unknown): void {
    acceptAutoIssued(state, issued, this.#rows)
  }

  predict(state: AutoState, input: RawRow): AutoAnswer {
    return this.#answer(state, this.#read(state, input).row)
  }

  issue(state: AutoState, input: RawRow): AutoIssued {
    const { row, rows: started } = this.#read(state, input)
    const issued = this.#issue(state, row)
    return state.rows ? issued : { ...issued, started }
  }

  learn(state: AutoState, input: RawRow, y: number | string | boolean): AutoRound {
    const { row, rows: started } = this.#read(state, input)
    const outcome = this.#outcome(state, y)
    return this.#commit(state, started, this.#issue(state, row), outcome)
  }

  settle(state: AutoState, issued: AutoIssued, y: number | string | boolean): AutoRound {
    const { started, ...said } = issued
    // Without either, this was issued after a first outcome that this state has not seen.
    const rows = state.rows ?? structuredClone(started)
    if (!rows)
      throw new ArgumentError('the forecast was issued by another stream: its rows are not known here')
    const outcome = this.#outcome(state, y)
    if (!started || !state.rows) return this.#commit(state, rows, said, outcome)
    // It was read before the first outcome, perhaps with other columns than those that are known now.
    const row = this.#rows.read(rows, namedCells(started, said.row))
    return this.#commit(state, rows, { ...said, row }, outcome)
  }

  #read(state: AutoState, input: RawRow): { readonly row: ReadRow; readonly rows: RowsState } {
    if (typeof input !== 'object' || input === null) {
      throw new ArgumentError(
        `a row must be an object of cells, or an array of numbers; received ${show(input)}`,
      )
    }
    const started = state.rows ?? this.#rows.init(input)
    return { row: this.#rows.read(started, input), rows: started }
  }

  /** What is said of this row; the same again if it was asked last, as by `predict` and then `learn`. */
  #answer(state: AutoState, row: ReadRow): AutoAnswer {
    const last = this.#last
    if (last?.state === state && last.round === state.round && isSame(last.row, row)) return last.answer
    const answer =
      state.task === 'classification'
        ? this.#classes(state, row)
        : new AutoForecast(this.#law(state, row), this.plan.coverage, massOf(state))
    this.#last = { state, round: state.round, row, answer }
    return answer
  }

  #law({ rows: known, epochs, waiting, width }: AutoState, row: ReadRow): Forecast {
    const law =
      known && epochs.length > 0 ? this.#epochs(-1).predict(epochs[0], known, row, waiting.length) : null
    if (law) return this.plan.ahead > 1 ? widened(law, width) : law
    const last = known && known.history.count > 0 ? outcomeOf(known.history, known.history.count - 1) : 0
    return lawOfFew(last)
  }

  #classes(state: AutoState, row: ReadRow): ClassForecast {
    const { labels } = state
    const probabilities = labels.map((_, label) => this.#probability(state, row, label))
    if (labels.length === 2) probabilities[0] = 1 - probabilities[1]
    const total = probabilities.reduce((sum, p) => sum + p, 0)
    for (let i = 0; i < labels.length; i++) probabilities[i] /= total
    const best = probabilities.indexOf(Math.max(...probabilities))
    return { probabilities, labels: [...labels], label: labels[best] ?? null }
  }

  #probability({ rows: known, epochs, labels, waiting }: AutoState, row: ReadRow, label: number): number {
    if (labels.length < 2) return 1
    if (labels.length === 2 && label === 0) return 0
    const forecast = known ? this.#epochs(label).predict(epochs[label], known, row, waiting.length) : null
    return forecast ? forecast.probability : 1 / labels.length
  }

  #issue(state: AutoState, row: ReadRow): AutoIssued {
    const answer = this.#answer(state, row)
    if (answer instanceof AutoForecast) {
      const { mean, lower, upper } = answer
      const sd = answer.sd / (this.plan.ahead > 1 ? widthOf(state.width) : 1)
      return { row, mean, sd, lower, upper, probabilities: [] }
    }
    const nothing = Number.NaN
    const { probabilities } = answer
    return { row, mean: nothing, sd: nothing, lower: nothing, upper: nothing, probabilities }
  }

  /** The outcome as a number, or as a name; settles the task if it was open. */
  #outcome(state: AutoState, y: number | string | boolean): number | string {
    const task = state.task ?? (typeof y === 'number' ? 'regression' : 'classification')
    if (task === 'classification') {
      expectOneAhead(this.plan.ahead)
      return String(y)
    }
    const value = typeof y === 'string' && y.trim() !== '' ? Number(y) : y
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      throw new ArgumentError(`y must be a finite number in round ${state.round + 1}; received ${show(y)}`)
    }
    return value
  }

  #commit(state: AutoState, started: RowsState, issued: AutoIssued, y: number | string): AutoRound {
    state.rows = started
    state.task ??= typeof y === 'number' ? 'regression' : 'classification'
    const round = typeof y === 'number' ? this.#scored(state, issued, y) : this.#classed(state, issued, y)
    const value = typeof y === 'number' ? y : this.#labelOf(state, y)
    state.round++
    state.waiting.push({ row: issued.row, y: value, issued })
    if (state.waiting.length >= this.plan.ahead)
      this.#absorb(state, started, state.waiting.shift() as Waiting)
    return round
  }

  #scored(state: AutoState, { mean, lower, upper }: AutoIssued, y: number): AutoRound {
    const error = y - mean
    const covered = y >= lower && y <= upper
    const round = state.round + 1
    return { round, y, mean, lower, upper, covered, probability: Number.NaN, pointLoss: error * error }
  }

  #classed(state: AutoState, { probabilities }: AutoIssued, y: string): AutoRound {
    const label = state.labels.indexOf(y)
    const probability = Math.max(UNSEEN, probabilities[label] ?? 0)
    const covered = probability >= Math.max(...probabilities, 0)
    const nothing = { mean: Number.NaN, lower: Number.NaN, upper: Number.NaN }
    return { round: state.round + 1, y, ...nothing, covered, probability, pointLoss: -Math.log(probability) }
  }

  /** The place of a class; a new one begins here, and learns the past in the rounds to come. */
  #labelOf(state: AutoState, y: string): number {
    const { labels, epochs } = state
    if (!labels.includes(y)) {
      labels.push(y)
      epochs.push(this.#epochs(labels.length - 1).init())
    }
    return labels.indexOf(y)
  }

  /** Learns a row whose outcome may be known by now. */
  #absorb(state: AutoState, known: RowsState, { row, y, issued }: Waiting): void {
    const { epochs, labels, level, target, width } = state
    const classes = state.task === 'classification'
    if (!classes && epochs.length === 0) epochs.push(this.#epochs(-1).init())
    // An outcome far outside the range seen counts as one at its edge.
    const kept = classes ? y : readCell(target, y as Cell)
    if (!classes) {
      if (state.round > 1) observeMiss(level, y < issued.lower || y > issued.upper)
      if (known.history.count > 2) observeError(width, y - issued.mean, issued.sd)
      observeCell(target, y, 0)
    }
    for (let i = 0; i < epochs.length; i++) {
      if (!isIdle(classes, labels, i)) this.#epochs(classes ? i : -1).learn(epochs[i], known, row, kept)
    }
    this.#rows.observe(known, row, kept)
    for (let i = 0; i < epochs.length; i++) {
      if (!isIdle(classes, labels, i)) this.#epochs(classes ? i : -1).advance(epochs[i], known)
    }
  }
}

export function expectOneAhead(ahead: number): void {
  if (ahead > 1) throw new ArgumentError(`classes are forecast one row ahead; received ahead ${ahead}`)
}

/** Before the first outcome any number may come. */
function massOf({ round, level }: AutoState): number {
  return round === 0 ? 1 : governedMass(level)
}

/** Of two classes the second's learner says all; of one there is nothing to learn. */
function isIdle(classes: boolean, labels: readonly string[], label: number): boolean {
  return classes && (labels.length < 2 || (labels.length === 2 && label === 0))
}

function namedCells({ columns }: RowsState, { raw }: ReadRow): RawRow {
  return Object.fromEntries(columns.map(({ name }, j) => [name, raw[j]]))
}

function isSame(a: ReadRow, b: ReadRow): boolean {
  return a.raw.length === b.raw.length && a.raw.every((cell, j) => Object.is(cell, b.raw[j]))
}
