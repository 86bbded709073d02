import { aggregate } from '../aggregate/aggregate.ts'
import type { AggregateState } from '../aggregate/aggregateModel.ts'
import type { Forecast } from '../aggregate/forecast.ts'
import type { Issued } from '../aggregate/issued.ts'
import type { ScoredRound } from '../aggregate/scoredRound.ts'
import { ArgumentError } from '../base/errors.ts'
import { expectRecord, misfit } from '../base/save/shape.ts'
import {
  type ClassIssued,
  type ClassProbabilities,
  type ClassRound,
  EachClassModel,
  type EachClassState,
  type Label,
} from '../models/eachClass.ts'
import { EncodedModel } from '../models/encoded.ts'
import {
  type ClassForecast,
  type GovernedForecast,
  type GovernedIssued,
  GovernedModel,
  type GovernedState,
} from '../models/governed.ts'
import {
  type EpochForecast,
  type EpochIssued,
  type EpochRound,
  InEpochsModel,
  type InEpochsState,
} from '../models/inEpochs.ts'
import type { Description, Issue, Model } from '../nouns/model.ts'
import type { Rule } from '../nouns/panel.ts'
import type { RawRow } from '../rows/rows.ts'
import { namedCells } from '../rows/table.ts'
import type { DateOrder } from '../rows/time.ts'
import { point } from '../scores/scores.ts'
import { type AutoRound, roundOf } from './autoRound.ts'
import { autoExperts, autoLoss, slower } from './experts.ts'
import type { Task } from './task.ts'

export interface AutoPlan {
  readonly task: Task | undefined
  readonly time: string | readonly string[] | null | undefined
  readonly dates?: DateOrder | undefined
  readonly memory: boolean
  readonly ahead: number
  readonly coverage: number
  /** Families of experts instead of the usual ones. */
  readonly experts?: readonly Rule[] | undefined
}

export type AutoAnswer = GovernedForecast | ClassForecast
type Found = 'regression' | 'classification'

/** All that `auto` remembers: what outcomes are, and the state of the model for them. Plain data. */
export interface AutoState {
  /** null until the first outcome has shown whether it is a number or a class. */
  task: Found | null
  /** That of the model for numbers while the task is not known. */
  body: GovernedState<InEpochsState | EachClassState>
}

export interface AutoIssued {
  readonly task: Found | null
  readonly body: GovernedIssued<EpochIssued | ClassIssued>
}

type Numbers = GovernedModel<RawRow, EpochForecast, EpochRound, InEpochsState, EpochIssued>
type Classes = GovernedModel<RawRow, ClassProbabilities, ClassRound, EachClassState, ClassIssued>
type Body = Model<RawRow, AutoAnswer, unknown, AutoState['body'], AutoIssued['body']>

/**
 * A learner that is told nothing: rows as they are in, a predictive distribution or probabilities of classes out.
 *
 *     numbers   governed( inEpochs( encoded( aggregate(experts) ) ) )
 *     classes   governed( eachClass( encoded( aggregate(experts) ) ) )
 *
 * The first outcome shows which of the two it is, unless it is told.
 */
export class AutoModel implements Model<RawRow, AutoAnswer, AutoRound, AutoState, AutoIssued> {
  readonly plan: AutoPlan
  readonly description: Description
  readonly #numbers: Numbers
  readonly #classes: Classes | undefined

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
    this.#numbers = new GovernedModel(new InEpochsModel(ofRows(plan, false)), { coverage, ahead })
    if (ahead === 1) this.#classes = new GovernedModel(new EachClassModel(ofRows(plan, true)), { coverage })
  }

  init(): AutoState {
    const { task } = this.plan
    if (task === 'classification') return { task, body: this.#classesOf().init() }
    return { task: task === undefined ? null : 'regression', body: this.#numbers.init() }
  }

  predict({ task, body }: AutoState, input: RawRow): AutoAnswer {
    return this.#body(task).predict(body, input)
  }

  issue({ task, body }: AutoState, input: RawRow): Issue<AutoAnswer, AutoIssued> {
    const { answer, issued } = this.#body(task).issue(body, input)
    return { answer, issued: { task, body: issued } }
  }

  settle(state: AutoState, issued: AutoIssued, y: Label): AutoRound {
    const task = state.task ?? (typeof y === 'number' ? 'regression' : 'classification')
    return task === 'classification'
      ? this.#learnClass(state, issued, y)
      : this.#learnNumber(state, issued, y)
  }

  #learnNumber(state: AutoState, { body: issued }: AutoIssued, y: Label): AutoRound {
    const value = typeof y === 'string' && y.trim() !== '' ? Number(y) : y
    const own = state.body as GovernedState<InEpochsState>
    const given = Number.isFinite(value) ? (value as number) : (y as number)
    const round = this.#numbers.settle(own, issued as GovernedIssued<EpochIssued>, given)
    state.task = 'regression'
    return roundOf(round)
  }

  #learnClass(state: AutoState, { task, body }: AutoIssued, y: Label): AutoRound {
    const classes = this.#classesOf()
    const own = (state.task === null ? classes.init() : state.body) as GovernedState<EachClassState>
    const issued = task === 'classification' ? body : beforeAnyClass(classes, body)
    const round = classes.settle(own, issued as GovernedIssued<ClassIssued>, y)
    state.task = 'classification'
    state.body = own
    return roundOf(round)
  }

  accept(state: unknown): void {
    const { task } = (state ?? {}) as AutoState
    const asked = this.init().task
    if (![null, 'regression', 'classification'].includes(task) || (asked && task !== asked))
      misfit('the task', asked ?? 'a task or null', task)
    expectRecord(state, { task }, 'auto', { body: (own) => this.#body(task).accept?.(own) })
  }

  acceptIssued(state: AutoState, issued: unknown): void {
    const { task } = (issued ?? {}) as AutoIssued
    if (task !== null && task !== state.task) misfit('issued.task', String(state.task), task)
    // One that was given before the first class is told as a number's.
    const own = task === null && state.task === 'classification' ? this.#numbers.init() : state.body
    expectRecord(issued, { task }, 'issued', { body: (body) => this.#body(task).acceptIssued?.(own, body) })
  }

  #body(task: Found | null): Body {
    return (task === 'classification' ? this.#classesOf() : this.#numbers) as Body
  }

  #classesOf(): Classes {
    if (!this.#classes)
      throw new ArgumentError(
        `classes are forecast one row ahead; received ahead ${this.plan.ahead}: leave it out`,
        'not-supported',
      )
    return this.#classes
  }
}

/** Rows → x → the experts of `auto`, for numbers or for labels −1 and +1. */
function ofRows(
  { task, time, dates, memory, ahead, experts: families }: AutoPlan,
  labels: boolean,
): EncodedModel<Forecast, ScoredRound, AggregateState, Issued> {
  const { model } = aggregate({
    experts: autoExperts({ labels, memory: memory && ahead === 1, ahead, families }),
    loss: autoLoss(labels),
    score: point,
    meta: slower(1, 0.01, ahead),
    onFailure: 'restart',
    ledger: false,
  })
  return new EncodedModel(model, { time, dates, memory: memory && task !== 'classification', ahead })
}

/** What is issued before any class is known, at the row of a forecast that was given when it might have been a number. */
function beforeAnyClass(classes: Classes, { inner }: AutoIssued['body']): GovernedIssued<ClassIssued> {
  const { row, names } = inner.row
  if (!names)
    throw new ArgumentError('the forecast was issued by another stream: its rows are not known here')
  return classes.issue(classes.init(), namedCells(names, row)).issued
}
