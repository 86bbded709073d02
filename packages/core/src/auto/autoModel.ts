import { ArgumentError } from '../base/errors.ts'
import { misfit } from '../base/save/shape.ts'
import type { ModelShape, StateShape } from '../base/shape.ts'
import {
  also,
  finite,
  issuedShapeOf,
  nullable,
  oneOf,
  shape,
  shapeBy,
  shapeOf,
  withIssued,
} from '../base/shape.ts'
import {
  type ClassChances,
  type ClassMixtureIssued,
  ClassMixtureModel,
  type ClassMixtureRound,
  type ClassMixtureState,
} from '../classes/classMixture.ts'
import { square } from '../math/powers.ts'
import {
  ClassesInEpochsModel,
  type ClassesInEpochsState,
  type ClassIssued,
  type ClassProbabilities,
  type ClassRound,
  type Label,
  noClassesAhead,
} from '../models/classesInEpochs.ts'
import { EncodedModel } from '../models/encoded.ts'
import {
  type ClassForecast,
  type GovernedForecast,
  type GovernedIssued,
  GovernedModel,
  type GovernedState,
} from '../models/governed.ts'
import { InEpochsModel } from '../models/inEpochs.ts'
import type { EpochForecast, EpochIssued, EpochRound, InEpochsState } from '../models/inEpochsState.ts'
import type { Explaining, Reasons } from '../models/reasons.ts'
import type { Support } from '../models/shape/support.ts'
import type { Description, Issue, Model } from '../nouns/model.ts'
import type { Rule } from '../nouns/panel.ts'
import type { Path, StepForecast } from '../paths/path.ts'
import type { RawRow, RowsState } from '../rows/rows.ts'
import { namedCells, type Table } from '../rows/table.ts'
import type { DateOrder } from '../rows/time.ts'
import { createTimeline, type TimelineState } from '../series/timeline.ts'
import { type AutoRound, roundOf } from './autoRound.ts'
import { AutoSeries } from './autoSeries.ts'
import { classExperts } from './classExperts.ts'
import { modelOfX, ofRows } from './ofRows.ts'
import type { Pool } from './pool/pool.ts'
import { StepAnswer } from './stepAnswer.ts'
import type { Task } from './task.ts'

export interface AutoPlan {
  readonly task: Task | undefined
  readonly time: string | readonly string[] | null | undefined
  readonly dates?: DateOrder | undefined
  readonly zone?: string | undefined
  readonly memory: boolean
  readonly ahead: number
  readonly coverage: number
  /** Where outcomes can lie. */
  readonly range?: readonly [number, number] | undefined
  /** Families of experts instead of the usual ones. */
  readonly experts?: readonly Rule[] | undefined
  /** Whether rows that have a time are also forecast as a series: off to measure what that is worth. @default true */
  readonly guide?: boolean
  /** What other series have to add; of numbers one row ahead. */
  readonly peers?: Pool | undefined
}

/** What one kind of forecast has and the other has not. */
type Without<Other> = { readonly [Name in keyof Other]?: undefined }

/**
 * A forecast of a number, or of a class: which of the two shows with the first outcome. Fields of the other kind are
 * undefined. With a task, `auto` is typed as one of them.
 */
export type AutoAnswer =
  | (GovernedForecast & Without<ClassForecast>)
  | (ClassForecast & Without<GovernedForecast>)
type Found = 'regression' | 'classification'

/** All that `auto` remembers: what outcomes are, and the state of the model for them. Plain data. */
export interface AutoState {
  /** null until the first outcome has shown whether it is a number or a class. */
  task: Found | null
  /** That of the model for numbers while the task is not known. */
  body: GovernedState<InEpochsState | ClassesInEpochsState>
  /** The rows that were learnt as one series, for paths; null for classes, and before the first. */
  series: TimelineState | null
}

export interface AutoIssued {
  readonly task: Found | null
  /** The mean of the path, where the row was forecast as a later step of it. */
  readonly stepMean: number | null
  readonly body: GovernedIssued<EpochIssued | ClassIssued>
}

const TASK: StateShape<Found | null> = /* @__PURE__ */ nullable(oneOf('regression', 'classification'))

type Numbers = GovernedModel<RawRow, EpochForecast, EpochRound, InEpochsState, EpochIssued>
type Classes = GovernedModel<RawRow, ClassProbabilities, ClassRound, ClassesInEpochsState, ClassIssued>
type Body = Model<RawRow, AutoAnswer, unknown, AutoState['body'], AutoIssued['body']>

/**
 * A learner that is told nothing: rows as they are in, a predictive distribution or probabilities of classes out.
 *
 *     numbers   governed( inEpochs( encoded( aggregate(experts) ) ) )
 *     classes   governed( classesInEpochs( encoded( classMixture(oneAgainstRest(aggregate(experts)), …) ) ) )
 *
 * The first outcome shows which of the two it is, unless it is told.
 */
export class AutoModel implements Model<RawRow, AutoAnswer, AutoRound, AutoState, AutoIssued> {
  readonly plan: AutoPlan
  readonly description: Description
  readonly init: ModelShape<AutoState, AutoIssued>
  /** Where outcomes can lie, if it was told. */
  readonly support: Support | undefined
  readonly #numbers: Numbers
  readonly #classes: Classes | undefined
  readonly #inner: { readonly numbers: InEpochsModel; readonly classes: ClassesInEpochsModel | undefined }
  readonly #series: AutoSeries
  readonly #table: Table

  constructor(plan: AutoPlan) {
    this.plan = plan
    this.support = plan.range && { lower: plan.range[0], upper: plan.range[1] }
    const { task, time, dates, zone, memory, ahead, coverage, range, experts } = plan
    // null is a wish: no column of times.
    const asked = time === undefined ? 'found' : { column: time }
    this.description = {
      model: 'auto',
      task: task ?? null,
      time: asked,
      ...(dates ? { dates } : {}),
      ...(zone === undefined ? {} : { zone }),
      memory,
      ahead,
      coverage,
      ...(range ? { range: [...range] } : {}),
      ...(experts ? { experts: experts.map(({ description = null }) => description) } : {}),
      ...(plan.peers ? { pool: plan.peers.description } : {}),
    }
    this.#series = new AutoSeries(coverage, zone)
    const numbers = ofRows(plan)
    this.#table = numbers.table
    const classes = ahead === 1 ? new ClassesInEpochsModel(ofClassRows(plan)) : undefined
    this.#inner = { numbers: new InEpochsModel(numbers, this.support, plan.peers), classes }
    this.#numbers = new GovernedModel(this.#inner.numbers, { coverage, ahead })
    if (classes) this.#classes = new GovernedModel(classes, { coverage })
    if (task === 'classification') this.#classesOf()
    this.init = withIssued(this.#stateOf(), (state) => this.#issuedOf(state))
  }

  predict(state: AutoState, input: RawRow): AutoAnswer {
    return this.#later(state, input) ?? this.#body(state.task).predict(state.body, input)
  }

  issue(state: AutoState, input: RawRow): Issue<AutoAnswer, AutoIssued> {
    const { task } = state
    const { answer, issued } = this.#body(task).issue(state.body, input)
    const later = this.#later(state, input)
    if (!later) return { answer, issued: { task, stepMean: null, body: issued } }
    // It is judged as it was given. The level of intervals one row ahead learns nothing from it.
    const { mean, lower, upper } = later
    const body = { ...issued, promised: false, region: { lower, upper } }
    return { answer: later, issued: { task, stepMean: mean, body } }
  }

  /**
   * The joint forecast of the next rows, from every outcome that was learnt.
   *
   * @param next how many rows; or the rows themselves, whose cells are known in advance
   */
  path({ task, body, series }: AutoState, next: number | readonly RawRow[]): Path {
    if (task === 'classification')
      throw new ArgumentError('classes are forecast one row ahead: there is no path', 'not-supported')
    const { rows } = body.inner as InEpochsState
    if (!series || !rows) throw new ArgumentError('a path needs an outcome that was learnt', 'empty')
    const coming = typeof next === 'number' ? next : next.map((row) => this.#table.read(rows, row).row)
    return this.#series.path(series, rows, coming)
  }

  /**
   * The forecast of a row whose outcome is not known: the step of the path that it is. Null where rows are no series: then
   * `predict` says all that is known.
   *
   * @param order which row after the last outcome it is, where times do not say it
   */
  coming({ task, body, series }: AutoState, input: RawRow, order: number): StepForecast | null {
    if (task === 'classification' || !series) return null
    const { rows } = body.inner as InEpochsState
    if (!rows || !this.#series.isSeries(rows)) return null
    return this.#series.step(series, rows, this.#table.read(rows, input).row, order)
  }

  /** When a row is, as this series of numbers reads it: NaN where it has no time. */
  timeOf({ body }: AutoState, input: RawRow): number {
    return this.#table.read((body.inner as InEpochsState).rows, input).row.time
  }

  /** What each column does to the forecast of a row; none before two outcomes. */
  reasons({ task, body }: AutoState, input: RawRow): Reasons {
    const { numbers, classes } = this.#inner
    return task === 'classification' && classes
      ? classes.reasons(body.inner as ClassesInEpochsState, input)
      : numbers.reasons(body.inner as InEpochsState, input)
  }

  /** The same of a row that was learnt, the last one being 1 back, a source at a time; null where it is not remembered. */
  pastReasons({ task, body }: AutoState, back: number): Explaining | null {
    const { numbers, classes } = this.#inner
    return task === 'classification' && classes
      ? classes.pastReasons(body.inner as ClassesInEpochsState, back)
      : numbers.pastReasons(body.inner as InEpochsState, back)
  }

  /** The forecast of a row that is a later step of a path: where nothing but its time is known of it. */
  #later({ task, body, series }: AutoState, input: RawRow): StepAnswer | null {
    if (task === 'classification' || !series) return null
    const { rows } = body.inner as InEpochsState
    if (!rows || !this.#series.isPlain(rows)) return null
    const { row } = this.#table.read(rows, input)
    const held = body.waiting.length
    const steps = series.timed ? this.#series.stepsAfter(series, row, held) : this.plan.ahead
    if (steps < 2 || series.y.length <= held) return null
    const step = this.#series.step(series, rows, row, steps, held)
    // Before there are errors to go by, the width of a step is not known.
    return step && step.sd > 0 && step.sd < Infinity ? new StepAnswer(step, this.plan.coverage) : null
  }

  settle(state: AutoState, issued: AutoIssued, y: Label): AutoRound {
    const task = state.task ?? (typeof y === 'number' ? 'regression' : 'classification')
    return task === 'classification'
      ? this.#learnClass(state, issued, y)
      : this.#learnNumber(state, issued, y)
  }

  #learnNumber(state: AutoState, { body: issued, stepMean }: AutoIssued, y: Label): AutoRound {
    const value = typeof y === 'string' && y.trim() !== '' ? Number(y) : y
    const own = state.body as GovernedState<InEpochsState>
    const given = Number.isFinite(value) ? (value as number) : (y as number)
    const round = roundOf(this.#numbers.settle(own, issued as GovernedIssued<EpochIssued>, given))
    state.task = 'regression'
    const rows = own.inner.rows as RowsState
    const { row } = this.#table.recall(rows, (issued as GovernedIssued<EpochIssued>).inner.row)
    state.series = this.#series.observe(state.series, rows, row, given)
    return stepMean === null ? round : { ...round, mean: stepMean, pointLoss: square(given - stepMean) }
  }

  #learnClass(state: AutoState, { task, body }: AutoIssued, y: Label): AutoRound {
    const classes = this.#classesOf()
    const own = (state.task === null ? classes.init() : state.body) as GovernedState<ClassesInEpochsState>
    const issued = task === 'classification' ? body : beforeAnyClass(classes, body)
    const round = classes.settle(own, issued as GovernedIssued<ClassIssued>, y)
    state.task = 'classification'
    state.body = own
    return roundOf(round)
  }

  #stateOf(): StateShape<AutoState> {
    const { task } = this.plan
    const asked = task === undefined ? null : task === 'classification' ? task : 'regression'
    return shape<AutoState>({
      task: asked ? oneOf(asked) : TASK,
      body: shapeBy<AutoState['body'], AutoState>(
        (_value, _path, own) => shapeOf(this.#body(own.task)),
        () => this.#body(asked).init(),
      ),
      series: nullable(
        shapeBy<TimelineState, AutoState>(
          (series, path, { body }) => {
            const { rows } = body.inner as InEpochsState
            return rows ? this.#series.of(rows) : misfit(path, 'null before the first outcome', series)
          },
          () => createTimeline(0, false),
        ),
      ),
    })
  }

  #issuedOf(state: AutoState): StateShape<AutoIssued> {
    return shape<AutoIssued>({
      task: also(TASK, (task, path) => {
        if (task !== null && task !== state.task) misfit(path, String(state.task), task)
      }),
      stepMean: nullable(finite),
      body: shapeBy<AutoIssued['body'], AutoIssued>(
        (_value, _path, { task }) => {
          // One that was given before the first class is told as a number's.
          const own = task === null && state.task === 'classification' ? this.#numbers.init() : state.body
          return issuedShapeOf(this.#body(task), own)
        },
        () => misfit('issued', 'made by issue', null),
      ),
    })
  }

  #body(task: Found | null): Body {
    return (task === 'classification' ? this.#classesOf() : this.#numbers) as Body
  }

  #classesOf(): Classes {
    if (!this.#classes) throw noClassesAhead(this.plan.ahead)
    return this.#classes
  }
}

/** Rows → x → the experts on classes, of which one has a mixture for each class. */
function ofClassRows(
  plan: AutoPlan,
): EncodedModel<ClassChances, ClassMixtureRound, ClassMixtureState, ClassMixtureIssued> {
  const { task, time, dates, zone, memory, ahead } = plan
  const model = new ClassMixtureModel(classExperts(modelOfX(plan, true), memory))
  return new EncodedModel(model, { time, dates, zone, memory: memory && task !== 'classification', ahead })
}

/** What is issued before any class is known, at the row of a forecast that was given when it might have been a number. */
function beforeAnyClass(classes: Classes, { inner }: AutoIssued['body']): GovernedIssued<ClassIssued> {
  const { row, names } = inner.row
  if (!names)
    throw new ArgumentError('the forecast was issued by another stream: its rows are not known here')
  return classes.issue(classes.init(), namedCells(names, row)).issued
}
