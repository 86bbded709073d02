import type { Forecast } from '../aggregate/forecast.ts'
import { show } from '../base/check.ts'
import { ArgumentError } from '../base/errors.ts'
import { remembered } from '../base/remembered.ts'
import { type Governor, governor } from '../conformal/memories/governor.ts'
import type { Description, Issue, Model } from '../nouns/model.ts'
import { type ColumnState, createColumn, isBeyondBelief, observeCell, readCell } from '../rows/column.ts'
import { outcomeOf } from '../rows/history.ts'
import { givenNames, type RawRow, type ReadRow, type Rows, type RowsState, rows } from '../rows/rows.ts'
import { acceptAuto, acceptAutoIssued } from './acceptAuto.ts'
import { AutoForecast, type ClassForecast, lawOfFew } from './answer.ts'
import { type AutoRound, scoredClass, scoredNumber } from './autoRound.ts'
import {
  type AutoAnswer,
  type AutoIssued,
  type AutoPlan,
  type AutoState,
  MOST_CLASSES,
  type Waiting,
} from './autoState.ts'
import { classSet } from './classSet.ts'
import { type CoveringState, createCovering, governedMass, observeHit, observeMiss } from './covering.ts'
import { Epochs } from './epochs.ts'
import { createLateWidth, observeError, widened, widthOf } from './lateWidth.ts'
import { inUnit, outcomeUnit } from './outcomeUnit.ts'

/**
 * κ of the governor. Memories adapt beside theirs, the quantiles of a law do not: it is twice as fast here. Several rows
 * ahead misses come in runs, which a fast governor would follow.
 */
const GAIN = 0.1
const LATE_GAIN = 0.05
/** Outcomes before which a 90 % interval is infinite. */
const FEW = 10

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
  readonly #governor: Governor
  readonly #epochs: (label: number) => Epochs

  constructor(plan: AutoPlan) {
    this.plan = plan
    const { task, time, dates, memory, ahead, coverage, experts } = plan
    // null is a wish: no column of times.
    const asked = time === undefined ? 'found' : { column: time }
    this.description = {
      model: 'auto',
      task: task ?? null,
      time: asked,
      ...(dates ? { dates } : {}),
      memory,
      ahead,
      coverage,
      ...(experts ? { experts: experts.map(({ description = null }) => description) } : {}),
    }
    this.#governor = governor(coverage, ahead > 1 ? LATE_GAIN : GAIN)
    const lags = memory && task !== 'classification'
    this.#rows = rows({ time, dates, memory: lags, ahead })
    // −1 stands for outcomes that are numbers.
    this.#epochs = remembered((label) => {
      const options = { rows: this.#rows, memory: memory && ahead === 1, ahead, families: experts }
      return new Epochs(label < 0 ? options : { ...options, label })
    })
  }

  init(): AutoState {
    const { task } = this.plan
    return {
      round: 0,
      task: task === 'series' ? 'regression' : (task ?? null),
      rows: null,
      unit: 1,
      target: createColumn('y', 'number'),
      labels: [],
      epochs: [],
      covering: createCovering(),
      width: createLateWidth(),
      waiting: [],
    }
  }

  accept(state: unknown): void {
    acceptAuto(state, { plan: this.plan, rows: this.#rows, epochs: this.#epochs })
  }

  acceptIssued(state: AutoState, issued: unknown): void {
    acceptAutoIssued(state, issued)
  }

  predict(state: AutoState, input: RawRow): AutoAnswer {
    return this.#answer(state, this.#read(state, input).row)
  }

  issue(state: AutoState, input: RawRow): Issue<AutoAnswer, AutoIssued> {
    const { row, rows: started } = this.#read(state, input)
    const answer = this.#answer(state, row)
    const issued = this.#issued(state, row, answer)
    if (state.rows) return { answer, issued }
    return { answer, issued: { ...issued, names: givenNames(started) } }
  }

  settle(state: AutoState, issued: AutoIssued, y: number | string | boolean): AutoRound {
    const { names, ...said } = issued
    const outcome = this.#outcome(state, y)
    if (names) {
      // It was read before the first outcome, perhaps with other columns than those that are known now.
      const { row, rows } = this.#read(state, namedCells(names, said.row))
      return this.#commit(state, rows, { ...said, row }, outcome)
    }
    // Issued after a first outcome that this state has not seen.
    if (!state.rows)
      throw new ArgumentError('the forecast was issued by another stream: its rows are not known here')
    return this.#commit(state, state.rows, said, outcome)
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

  #answer(state: AutoState, row: ReadRow): AutoAnswer {
    if (state.task === 'classification') return this.#classes(state, row)
    return new AutoForecast(this.#law(state, row), this.plan.coverage, this.#mass(state), isKnown(state))
  }

  #law({ rows: known, epochs, width, unit }: AutoState, row: ReadRow): Forecast {
    const law = known && epochs.length > 0 ? this.#epochs(-1).predict(epochs[0], known, row) : null
    if (law) {
      const wide = this.plan.ahead > 1 ? widened(law, width) : law
      return unit === 1 ? wide : wide.rescaled(1 / unit, 0)
    }
    const last = known && known.history.count > 0 ? outcomeOf(known.history, known.history.count - 1) : 0
    return lawOfFew(last / unit)
  }

  /** Before enough outcomes are known any number may come. */
  #mass(state: AutoState): number {
    return this.#promises(state) ? governedMass(this.#governor, state.covering) : 1
  }

  /** Whether intervals are promised to cover: not by the distribution of a few numbers, at the start or in a new regime. */
  #promises(state: AutoState): boolean {
    if (state.task === 'classification') return isKnown(state)
    const known = state.rows?.history.count ?? 0
    return known - (state.epochs[0]?.origin ?? 0) >= Math.min(FEW, this.#governor.wait + 1)
  }

  #classes(state: AutoState, row: ReadRow): ClassForecast {
    const { labels } = state
    const probabilities = labels.map((_, label) => this.#probability(state, row, label))
    if (labels.length === 2) probabilities[0] = 1 - probabilities[1]
    const total = probabilities.reduce((sum, p) => sum + p, 0)
    for (let i = 0; i < labels.length; i++) probabilities[i] /= total
    const best = probabilities.indexOf(Math.max(...probabilities))
    const set = classSet(probabilities, this.#mass(state)).map((place) => labels[place])
    return { probabilities, labels: [...labels], label: labels[best] ?? null, set }
  }

  #probability({ rows: known, epochs, labels }: AutoState, row: ReadRow, label: number): number {
    if (labels.length < 2) return 1
    if (labels.length === 2 && label === 0) return 0
    const forecast = known ? this.#epochs(label).predict(epochs[label], known, row) : null
    return forecast ? forecast.probability : 1 / labels.length
  }

  #issued(state: AutoState, row: ReadRow, answer: AutoAnswer): AutoIssued {
    const { round } = state
    const known = isKnown(state)
    const promised = this.#promises(state)
    if (answer instanceof AutoForecast) {
      const { mean, lower, upper } = answer
      const sd = answer.sd / (this.plan.ahead > 1 ? widthOf(state.width) : 1)
      return { round, row, known, promised, mean, sd, lower, upper, probabilities: [], set: [] }
    }
    const nothing = Number.NaN
    const { probabilities, set } = answer
    const law = { mean: nothing, sd: nothing, lower: nothing, upper: nothing }
    return { round, row, known, promised, ...law, probabilities, set }
  }

  /** The outcome as a number, or as a name; settles the task if it was open. */
  #outcome(state: AutoState, y: number | string | boolean): number | string {
    const task = state.task ?? (typeof y === 'number' ? 'regression' : 'classification')
    if (task === 'classification') {
      if (!isLabel(y))
        throw new ArgumentError(
          `y must name a class in round ${state.round + 1}; received ${show(y)}`,
          'bad-outcome',
        )
      expectOneAhead(this.plan.ahead)
      expectFewClasses(state.labels, String(y))
      return String(y)
    }
    const value = typeof y === 'string' && y.trim() !== '' ? Number(y) : y
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      throw new ArgumentError(
        `y must be a finite number in round ${state.round + 1}; received ${show(y)}`,
        'bad-outcome',
      )
    }
    return value
  }

  #commit(state: AutoState, started: RowsState, issued: AutoIssued, y: number | string): AutoRound {
    state.rows = started
    state.task ??= typeof y === 'number' ? 'regression' : 'classification'
    const round = typeof y === 'number' ? scoredNumber(state, issued, y) : scoredClass(state, issued, y)
    const value = typeof y === 'number' ? y : this.#labelOf(state, y)
    if (typeof y === 'number' && state.round === 0) state.unit = outcomeUnit(y)
    state.waiting.push({ row: issued.row, y: value, issued })
    // An outcome that came late by itself need not wait as well.
    const late = state.round++ - issued.round
    const held = Math.max(0, this.plan.ahead - 1 - late)
    while (state.waiting.length > held) this.#absorb(state, started, state.waiting.shift() as Waiting)
    return round
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

  #judgeSet(covering: CoveringState, { set }: AutoIssued, label: string): void {
    const held = set.includes(label)
    // A set of one class cannot be smaller: to ask for less would only have to be taken back.
    if (held && set.length === 1) observeHit(covering)
    else observeMiss(this.#governor, covering, !held)
  }

  /** Learns a row whose outcome may be known by now. */
  #absorb(state: AutoState, known: RowsState, { row, y, issued }: Waiting): void {
    const { epochs, labels, covering, target, width, unit } = state
    const classes = state.task === 'classification'
    if (!classes && epochs.length === 0) epochs.push(this.#epochs(-1).init())
    const value = classes ? y : inUnit(y, unit)
    const kept = classes ? y : believed(target, value, inUnit(issued.mean, unit))
    if (classes) {
      if (issued.probabilities.length > 1) this.#judgeSet(covering, issued, labels[y])
    } else {
      if (issued.promised) observeMiss(this.#governor, covering, y < issued.lower || y > issued.upper)
      if (issued.known && issued.round > 2) observeError(width, y - issued.mean, issued.sd)
      observeCell(target, value, 0)
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
  if (ahead > 1)
    throw new ArgumentError(`classes are forecast one row ahead; received ahead ${ahead}`, 'not-supported')
}

function expectFewClasses(labels: readonly string[], y: string): void {
  if (labels.length < MOST_CLASSES || labels.includes(y)) return
  throw new ArgumentError(
    `auto tells up to ${MOST_CLASSES} classes apart; received one more, ${show(y)}`,
    'too-large',
  )
}

/** Whether an outcome was learnt: several rows ahead the first ones wait. */
function isKnown({ rows: known }: AutoState): boolean {
  return known !== null && known.history.count > 0
}

function isLabel(y: unknown): boolean {
  return typeof y === 'string' || typeof y === 'boolean' || Number.isFinite(y)
}

/** An outcome outside the range seen counts as one at its edge; one that is beyond belief, as what was forecast. */
function believed(target: ColumnState, y: number, forecast: number): number {
  return readCell(target, isBeyondBelief(target, y) ? forecast : y)
}

/** Of two classes the second's learner says all; of one there is nothing to learn. */
function isIdle(classes: boolean, labels: readonly string[], label: number): boolean {
  return classes && (labels.length < 2 || (labels.length === 2 && label === 0))
}

function namedCells(names: readonly string[], { raw }: ReadRow): RawRow {
  return Object.fromEntries(names.map((name, j) => [name, raw[j]]))
}
