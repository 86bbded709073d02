import { positiveInteger } from '../base/check.ts'
import { ArgumentError } from '../base/errors.ts'
import { type Options, options } from '../base/options.ts'
import {
  choice,
  either,
  flag,
  interval,
  keptRounds,
  list,
  nothing,
  noun,
  openFraction,
  text,
} from '../base/values.ts'
import { Learner } from '../live/learner.ts'
import type { ClassForecast, GovernedForecast } from '../models/governed.ts'
import { finished, type Reasons } from '../models/reasons.ts'
import { supportOf } from '../models/shape/support.ts'
import type { Rule } from '../nouns/panel.ts'
import type { Path, StepForecast } from '../paths/path.ts'
import { type ColumnReport, type RawRow, reportColumns } from '../rows/rows.ts'
import type { DateOrder } from '../rows/time.ts'
import { AutoEach, type EachKeeping } from './autoEach.ts'
import { type AutoAnswer, type AutoIssued, AutoModel, type AutoState } from './autoModel.ts'
import type { AutoRound } from './autoRound.ts'
import { Pool } from './pool/pool.ts'
import type { Task } from './task.ts'

export interface AutoOptions {
  /** What is to be forecast: a number, a class, or a number over time. @default found from the first outcome */
  readonly task?: Task
  /** The column of times, or those of year, month, day and hour; null: none. @default found from the first row */
  readonly time?: string | readonly string[] | null
  /** The order of a date such as 3/4/2026: mdy or dmy. @default found where the first row can be read in one only */
  readonly dates?: DateOrder
  /** The time zone whose clocks the calendar follows, such as Europe/Berlin: for times that are instants. @default UTC */
  readonly zone?: string
  /** How many rows before its outcome a forecast is made. @default 1 */
  readonly ahead?: number
  /** Part of the outcomes that the interval shall hold. @default 0.9 */
  readonly coverage?: number
  /** Whether the last outcome is known when the next is forecast: off where outcomes come late. @default true */
  readonly memory?: boolean
  /** Where outcomes can lie: ends of intervals stay there. @default found: not below 0 where none ever was */
  readonly range?: readonly [number, number]
  /** Families of experts, which see features and outcomes in standard units. @default those of `autoFamilies` */
  readonly experts?: readonly Rule[]
}

export const AUTO: Options<AutoOptions, 'task' | 'time' | 'dates' | 'zone' | 'range' | 'experts'> = options(
  'auto',
  {
    task: {
      value: choice('regression', 'classification', 'series'),
      absent: 'found from the first outcome',
    },
    time: {
      value: either<string | readonly string[] | null>(
        'the name of a column, names of several, or null',
        text,
        list(text),
        nothing,
      ),
      absent: 'found from the first row',
    },
    dates: {
      value: choice('mdy', 'dmy'),
      absent: 'found where the first row can be read in one only',
    },
    zone: { value: text, absent: 'UTC' },
    ahead: { value: keptRounds, default: 1 },
    coverage: {
      value: openFraction,
      default: 0.9,
    },
    memory: {
      value: flag,
      default: true,
    },
    range: {
      value: interval,
      absent: 'found: not below 0 where none ever was',
    },
    experts: {
      value: list(noun<Rule>('expert', 'bind')),
      absent: 'those of autoFamilies',
    },
  },
)

/** Of a table of several series. */
export interface AutoEachOptions extends AutoOptions, EachKeeping {
  /** The columns that tell series apart: each has a learner of its own. */
  readonly by: string | readonly string[]
  /** Whether each series is learnt from its own rows alone, and not from those of the others too. @default false */
  readonly alone?: boolean
}

const AUTO_EACH: Options<Pick<AutoEachOptions, 'by' | 'alone'>> = options('auto', {
  by: {
    value: either<string | readonly string[]>(
      'the name of a column, or names of several',
      text,
      list(text, 'names of columns', 1),
    ),
  },
  alone: { value: flag, default: false },
})

/** `auto` at work on one stream. */
export class AutoLearner<Answer = AutoAnswer> extends Learner<
  RawRow,
  Answer,
  AutoRound,
  AutoState,
  AutoIssued
> {
  /** Learns the outcome of a row: a number, or the name of a class. */
  override learn(input: RawRow, y: number | string | boolean): AutoRound
  override learn(late: { readonly id: string | number; readonly y: number | string | boolean }): AutoRound
  override learn(...given: unknown[]): AutoRound {
    return (super.learn as (...all: unknown[]) => AutoRound).apply(this, given)
  }

  /**
   * The joint forecast of the next rows, from every outcome that was learnt: for each step a mean, a median, quantiles and
   * an interval, and the same for their sum.
   *
   *     learner.path(14).steps[13].upper
   *     learner.path([{ day: '2026-03-01', promotion: 1 }, { day: '2026-03-02', promotion: 0 }])
   *
   * Columns that all of these rows carry are known in advance. Paths are learnt from the last 3,073 to 4,096 rows when they
   * are first asked for, and go on from there.
   *
   * @param next how many rows; or the rows themselves, without their outcomes
   */
  path(next: number | readonly RawRow[]): Path {
    return (this.model as unknown as AutoModel).path(this.state, next)
  }

  /**
   * The forecast of a row whose outcome is not known: the step of the path that it is. Null where rows have neither times
   * nor an order alone: then `predict` says all that is known.
   *
   * @param order which row after the last outcome it is, where times do not say it
   */
  coming(row: RawRow, order = 1): StepForecast | null {
    return (this.model as unknown as AutoModel).coming(this.state, row, order)
  }

  /**
   * Why the forecast of a row is what it is: the effect of each column, of the parts of the calendar and of past outcomes.
   *
   *     learner.reasons({ day: '2026-03-01', promotion: 1 }).columns[0]   // { column: 'promotion', effect: 70.2, share: 0.61 }
   *
   * What is left out is taken as the rest of the row suggests. Takes two forecasts for each column, and changes nothing.
   */
  reasons(row: RawRow): Reasons {
    return (this.model as unknown as AutoModel).reasons(this.state, row)
  }

  /**
   * The same of a row that was learnt, as it would be forecast today: `pastReasons(1)` is about the last one. Null where the
   * row is not remembered: about a thousand are.
   */
  pastReasons(back: number): Reasons | null {
    positiveInteger('back', back)
    const explaining = (this.model as unknown as AutoModel).pastReasons(this.state, back)
    return explaining && finished(explaining)
  }

  /** What was found of each column. */
  get columns(): ColumnReport[] {
    const { rows } = this.state.body.inner
    return rows ? reportColumns(rows) : []
  }

  /** The features that the experts see now. */
  get features(): readonly string[] {
    const epochs = [this.state.body.inner.epochs].flat()
    return epochs.find(({ front }) => front)?.front?.encoding.names ?? []
  }

  /** Where outcomes can lie, as they have shown or as was told; infinite ends are not known. Null for classes. */
  get range(): readonly [number, number] | null {
    const { inner } = this.state.body
    if (!('shape' in inner)) return null
    const { lower, upper } = supportOf(inner.shape.extent, (this.model as unknown as AutoModel).support)
    return [lower, upper]
  }

  /** Names of the classes, in order of appearance; none for numbers. */
  get labels(): readonly string[] {
    const { inner } = this.state.body
    return 'labels' in inner ? inner.labels : []
  }

  /** How often the interval was to hold the outcome, and how often it did. */
  get coverage(): { readonly target: number; readonly rounds: number; readonly covered: number } {
    const { rounds, misses } = this.state.body.covering
    const { coverage } = (this.model as unknown as AutoModel).plan
    return { target: coverage, rounds, covered: rounds > 0 ? 1 - misses / rounds : Number.NaN }
  }
}

/**
 * A learner that needs to know nothing of the data: rows as they are, a distribution of y or probabilities of classes.
 *
 *     const learner = auto()
 *     const { mean, lower, upper } = learner.predict({ time: '2026-03-01T05:00', region: 'north', load: null })
 *     learner.learn({ time: '2026-03-01T05:00', region: 'north', load: null }, 512)
 */
export function auto(given: AutoEachOptions & { readonly task: 'classification' }): AutoEach<ClassForecast>
export function auto(
  given: AutoEachOptions & { readonly task: 'regression' | 'series' },
): AutoEach<GovernedForecast>
export function auto(given: AutoEachOptions): AutoEach
export function auto(given: AutoOptions & { readonly task: 'classification' }): AutoLearner<ClassForecast>
export function auto(
  given: AutoOptions & { readonly task: 'regression' | 'series' },
): AutoLearner<GovernedForecast>
export function auto(given?: AutoOptions): AutoLearner
export function auto(given: AutoOptions | AutoEachOptions = {}): AutoLearner | AutoEach {
  if (!('by' in given)) return autoOf(given)
  const { by, alone: wish, capacity, store, ...options } = given
  const { by: columns, alone } = AUTO_EACH.read({ by, ...(wish === undefined ? {} : { alone: wish }) })
  const pool = alone || !isPoolable(options) ? undefined : new Pool()
  return new AutoEach(autoOf(options, pool), [columns].flat(), pool, {
    ...(capacity === undefined ? {} : { capacity }),
    ...(store === undefined ? {} : { store }),
  })
}

/** Whether series can learn from each other: numbers, whose last outcome is known when the next is forecast. */
function isPoolable({ task, ahead = 1, memory = true }: AutoOptions): boolean {
  return task !== 'classification' && ahead === 1 && memory
}

function autoOf(given: AutoOptions, peers?: Pool): AutoLearner {
  const { task, time, experts, ...plan } = AUTO.read(given)
  if (experts?.length === 0) throw new ArgumentError('experts must hold at least one; received none', 'empty')
  return new AutoLearner(new AutoModel({ ...plan, task, time, experts, peers }))
}
