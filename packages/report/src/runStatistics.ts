import type { ClassRecord, NumericRecord } from '@credence/recipe'
import type { Watch } from 'credence/conformal'
import {
  countClass,
  observeLaw,
  observeProbability,
  summariseLaw,
  summariseProbabilities,
} from './calibration.ts'
import { observeCells, unusualOf } from './cells.ts'
import { changeWatch, observeChange, summariseChanges } from './changes.ts'
import { observeClasses, summariseClasses } from './classes.ts'
import { observeNamed, observeSize, summariseConfusion } from './confusion.ts'
import { errorsOf, observeErrors, summariseErrors } from './errors.ts'
import { type GroupsState, groupAt, observeGroup, summariseGroups } from './groups.ts'
import { type IntervalSummary, observeInterval, summariseIntervals } from './intervals.ts'
import { type KeyState, keyOf, observeKey, observeKeyClass, summariseKeys, unitOf } from './keys.ts'
import { isSeveralSeries, observeOrder } from './order.ts'
import { type Explained, observeReasons, summariseReasons } from './reasons.ts'
import { observeRecent, recentOf } from './recent.ts'
import { type Counted, countedClass, medianOf, pointOf } from './record.ts'
import { addAt, observeSeries, type Sample, seriesOf } from './series.ts'
import { observeSet, summariseSets } from './sets.ts'
import { type RunStatisticsOptions, type StatisticsState, statisticsOf } from './statisticsState.ts'
import type { ColumnUse, ExpertAccount, ExpertSummary, Future, LossSummary, RunSummary } from './summary.ts'
import { observeUnit, summariseUnits } from './unitChange.ts'
import { observeUnreadCell } from './unread.ts'
import { warningsOf } from './warnings.ts'
import { byAxis, expertName } from './weights.ts'
import { observeWorst, summariseWorst } from './worst.ts'

/** What is known of a round besides its record. */
export interface RoundDetails {
  /** By expert. */
  readonly weights?: ArrayLike<number> | undefined
  readonly losses?: ArrayLike<number> | undefined
  /** P(Y ≤ y) under the distribution that was forecast, where there is one. */
  readonly lawAt?: number | undefined
  /** The inner interval, which should hold half of the outcomes. */
  readonly inner?: readonly [lower: number, upper: number] | undefined
  /** What each column did to the forecast, where that was explained. */
  readonly reasons?: Explained | undefined
}

/** What is known when a run has ended, besides its records. */
export interface RunFacts {
  readonly seconds: number
  readonly skippedRows?: number
  readonly columns: ColumnUse
  readonly account?: ExpertAccount | undefined
  /** The recipe's, for advice that its user can follow. */
  readonly task?: string | undefined
  /** The column of times, and what its rows are counted in. */
  readonly order?: { readonly column: string; readonly unit: string } | undefined
  /** What the target was taken for, where it may be something else. */
  readonly doubt?: string | undefined
  /** The rows that come after the last outcome, where they were forecast. */
  readonly future?: Future | undefined
}

/**
 * Watches the records of a run, one by one, and says what can be said of it.
 *
 *     const statistics = new RunStatistics({ coverage: 0.9 })
 *     for (const record of records) statistics.add(record)
 *     statistics.summary({ seconds, columns, account })   // plain data
 */
export class RunStatistics {
  readonly options: Required<RunStatisticsOptions>
  state: StatisticsState
  readonly #sample: Sample
  readonly #groups: Map<string, number>
  readonly #keys: Map<string, KeyState>
  /** The series of the row that `add` takes next. */
  #key: KeyState | undefined
  /** The line of the row that `add` takes next; NaN where it is not known. */
  #line = Number.NaN
  readonly #watch: Watch | undefined
  #columns: readonly string[] = []
  #cells: readonly string[] = []

  constructor(options: RunStatisticsOptions, state?: StatisticsState) {
    const { coverage, season = 0, ahead = 1, labels = false, groupedBy = null } = options
    const { changes = false, by = [], byFound = false } = options
    this.options = { coverage, season, ahead, labels, groupedBy, changes, by, byFound }
    if (changes && !labels) this.#watch = changeWatch(coverage)
    this.state = state ?? statisticsOf(this.options)()
    this.#groups = new Map(this.state.groups.names.map((name, g) => [name, g]))
    this.#keys = new Map(this.state.keys.map((key) => [key.name, key]))
    const none = Number.NaN
    this.#sample = {
      time: none,
      y: none,
      forecast: none,
      median: none,
      lower: none,
      upper: none,
      covered: false,
      naive: none,
      seasonal: none,
      loss: none,
      weights: undefined,
      losses: undefined,
    }
  }

  /**
   * @param details what else is known of the round. @default the weights in its record
   * @param group the row's, where rows are grouped
   */
  add(given: NumericRecord | ClassRecord, details: RoundDetails = weightsIn(given), group?: string): void {
    const { state, options } = this
    const record: Counted = 'probabilities' in given ? countedClass(state.names, given) : given
    if ('probabilities' in given) observeClasses(state.classes, state.names, given, this.#sample.time)
    const sample = this.#sample
    const { y, lower, upper, probability, classes, set, loss } = record
    const { losses, lawAt } = details
    state.rows++
    fillSample(sample, record, details)
    const { compared } = state.errors
    const key = this.#key
    // Also without an outcome: what is naive counts rows.
    if (!options.labels) {
      if (key) observeKey(key, sample, options.coverage, details.inner)
      else observeErrors(state.errors, sample)
    }
    if (y !== null && y !== undefined) {
      state.outcomes++
      let error = Number.NaN
      if (!options.labels) {
        if (lawAt !== undefined) observeLaw(state.calibration, lawAt)
        observeUnit((key ?? state).units, y, Number.isNaN(this.#line) ? state.rows : this.#line)
        if (state.errors.compared > compared) error = Math.abs(y - sample.median)
      } else if (probability !== undefined) {
        error = Number(observeProbability(state.calibration, probability, y, classes))
      } else if (classes) countClass(state.calibration, classes.came)
      if (key && options.labels && Number.isFinite(error)) observeKeyClass(key, error > 0, set?.covered)
      if (set) {
        observeSet(state.sets, set)
        observeSize(state.confusion, set.size, set.covered)
      }
      if (classes) observeNamed(state.confusion, classes.came, classes.named)
      else if (options.labels && probability !== undefined)
        observeNamed(state.confusion, y > 0 ? 1 : 0, probability > 0.5 ? 1 : 0)
      if (typeof lower === 'number' && typeof upper === 'number')
        sample.covered = observeInterval(state.intervals, options.coverage, lower, upper, y)
      if (group !== undefined)
        observeGroup(state.groups, groupAt(state.groups, this.#groups, group), sample, error)
    }
    if (loss !== undefined) {
      if (loss === Infinity) state.impossible++
      else state.loss += loss
      state.scored++
      if (losses) addLosses(state, losses)
    }
    if (details.reasons) {
      const unit = key && !options.labels ? unitOf(key) : 1
      observeReasons(state.reasons, details.reasons, { t: state.rows, time: sample.time, unit })
    }
    if (key) toUnits(sample, unitOf(key))
    observeSeries(state.series, sample)
    if (!key) this.#remember(details.inner)
    this.#sample.time = Number.NaN
    observeCells(state.cells, this.#columns, this.#cells)
    this.#cells = []
    this.#columns = []
  }

  /** The series of the row that `add` takes next. */
  observeKey(name: string): void {
    this.#key = this.#keys.get(name)
    if (this.#key) return
    const { season, ahead } = this.options
    this.#key = { ...keyOf(errorsOf(season, ahead))(), name }
    this.#keys.set(name, this.#key)
    this.state.keys.push(this.#key)
  }

  /** The row itself, for the picture of the last stretch and the list of the worst. */
  #remember(inner: RoundDetails['inner']): void {
    const { state, options } = this
    const { time, y, forecast: mean, lower, upper } = this.#sample
    this.#sample.time = Number.NaN
    if (options.labels) return
    const [innerLower, innerUpper] = inner ?? [Number.NaN, Number.NaN]
    observeRecent(state.recent, { time, y, mean, lower, upper, innerLower, innerUpper })
    const row = { t: state.rows, time, line: this.#line, y, mean, lower, upper }
    observeWorst(state.worst, row, () => unusualOf(state.cells, this.#cells))
    if (this.#watch && state.changes) {
      const missed = y < lower || y > upper
      observeChange(this.#watch, state.changes, { t: state.rows, time, y, mean, missed })
    }
  }

  /**
   * The time of the row that `add` takes next, NaN where it has none, and its line.
   *
   * @param cell asked for what stands in the place of a time that cannot be read
   * @param learnt false where nothing is learnt of the row: a time that it lacks is then not missed
   */
  observeTime(time: number, line: number, cell?: () => string, learnt = true): void {
    this.#sample.time = time
    this.#line = line
    if (!learnt && Number.isNaN(time)) return
    const { order } = this.state
    // In what order times are is a matter of each series, whether they are there one of the file.
    if (this.#key) observeOrder(this.#key.order, time, line)
    if (!this.#key || Number.isNaN(time)) observeOrder(order, time, line, cell)
    else order.timed++
  }

  /** The cells of the row that `add` takes next, so that unusual ones can be named. */
  observeCells(columns: readonly string[], cells: readonly string[]): void {
    this.#columns = columns
    this.#cells = cells
  }

  /** The times of the last rows that have an outcome or come before one; empty where the last row has none. */
  get times(): readonly (number | null)[] {
    const { time, y } = recentOf(this.state.recent)
    return y.length > 0 && y[y.length - 1] !== null ? time : []
  }

  /** A cell of the target that says no outcome, and its line. */
  observeUnread(cell: string, line: number): void {
    observeUnreadCell(this.state.unread, cell, line)
  }

  summary({ seconds, skippedRows = 0, columns, account, task, order, doubt, future }: RunFacts): RunSummary {
    const { state, options } = this
    const { rows, outcomes, calibration } = state
    const several = options.by.length > 0
    const series = seriesOf(state.series, account?.ends)
    const recent = recentWeights(series.weights)
    const reasons = summariseReasons(state.reasons)
    const experts = expertsOf(recent, account, state.scored)
    const facts = {
      rows,
      outcomes,
      skippedRows,
      seconds,
      columns,
      ...defined({
        doubt,
        unread: state.unread.count > 0 ? state.unread : undefined,
        keys: several ? summariseKeys(state.keys, { by: options.by, found: options.byFound }) : undefined,
        errors:
          options.labels || several ? undefined : summariseErrors(state.errors, isSeveralSeries(state.order)),
        loss: several ? undefined : lossOf(state, account),
        intervals: withoutUnits(summariseIntervals(state.intervals, options.coverage), several),
        sets: summariseSets(state.sets, options.coverage),
        law: options.labels ? undefined : summariseLaw(calibration),
        probabilities: options.labels ? summariseProbabilities(calibration) : undefined,
        confusion: options.labels ? summariseConfusion(state.confusion, state.names) : undefined,
      }),
      experts,
      ...groupsOf(state.groups, options.groupedBy),
      axes: account ? byAxis(account.experts, recent).filter(({ axis }) => axis !== 'end') : [],
    }
    const worst = summariseWorst(state.worst)
    const units = summariseUnits(state.units)
    const asked = { task, ahead: options.ahead, order: { ...state.order, ...order } }
    return {
      ...facts,
      warnings: warningsOf({ ...facts, worst, units, ...asked }),
      series,
      recent: recentOf(state.recent),
      worst,
      units,
      changes: state.changes ? summariseChanges(state.changes) : [],
      ...defined({ reasons, classes: summariseClasses(state.classes) }),
      ...(future ? { future } : {}),
    }
  }
}

/** All but its time, which is known before, and what is counted after. */
function fillSample(sample: Sample, record: Counted, { weights, losses }: RoundDetails): void {
  const { y, lower, upper, loss } = record
  sample.y = y ?? Number.NaN
  sample.forecast = pointOf(record)
  sample.median = medianOf(record)
  sample.lower = lower ?? Number.NaN
  sample.upper = upper ?? Number.NaN
  sample.loss = loss ?? Number.NaN
  sample.naive = Number.NaN
  sample.seasonal = Number.NaN
  sample.covered = false
  sample.weights = weights
  sample.losses = losses
}

function weightsIn(record: NumericRecord | ClassRecord): RoundDetails {
  return 'weights' in record ? { weights: record.weights } : {}
}

/** Widths of series in different units have no mean. */
function withoutUnits(found: IntervalSummary | undefined, several: boolean): IntervalSummary | undefined {
  return found && several ? { ...found, meanWidth: null, medianWidth: null, meanScore: null } : found
}

/** A round in units of its own series, so that a large one does not drown the others. */
function toUnits(sample: Sample, unit: number): void {
  const centre = sample.y
  for (const name of ['y', 'forecast', 'median', 'lower', 'upper'] as const)
    sample[name] = (sample[name] - centre) / unit
  sample.naive /= unit
  sample.seasonal /= unit
}

function groupsOf(state: GroupsState, by: string | null): Pick<RunSummary, 'groups'> {
  return by === null || state.names.length === 0 ? {} : { groups: { by, each: summariseGroups(state) } }
}

function addLosses(state: StatisticsState, losses: ArrayLike<number>): void {
  state.losses ??= new Float64Array(losses.length)
  addAt(state.losses, 0, losses, state.losses.length)
}

function defined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>
}

/** Mean weight of each expert over the last quarter of the run. */
function recentWeights(weights: readonly (readonly (number | null)[])[]): number[] {
  return weights.map((values) => {
    const last = values.slice(-Math.max(1, Math.ceil(values.length / 4))).filter((value) => value !== null)
    return last.length === 0 ? 0 : last.reduce((sum, value) => sum + value, 0) / last.length
  })
}

function expertsOf(
  recent: readonly number[],
  account: ExpertAccount | undefined,
  rounds: number,
): ExpertSummary[] {
  return recent.map((weight, k) => ({
    name: expertName(account?.experts ?? [], k),
    settings: account?.experts[k] ?? {},
    weight,
    meanLoss: account ? meanLossOf(account, k, rounds) : null,
    failures: account?.failures?.[k] ?? 0,
  }))
}

function lossOf(
  { loss, scored, impossible }: StatisticsState,
  account: ExpertAccount | undefined,
): LossSummary | undefined {
  if (scored === 0) return undefined
  const own = {
    mean: scored > impossible ? loss / (scored - impossible) : Infinity,
    ...(impossible > 0 ? { impossible } : {}),
  }
  if (!account) return { ...own, best: null, worst: null, regret: null, bound: null }
  const { regret, bound, reason } = account
  return {
    ...own,
    best: extreme(account, scored, (a, b) => a < b),
    worst: extreme(account, scored, (a, b) => a > b),
    regret,
    bound,
    ...(reason === undefined ? {} : { reason }),
  }
}

/** Over the rounds that the expert was awake for; null for one that never was, as in a place that no expert took. */
function meanLossOf({ losses, awake }: ExpertAccount, k: number, rounds: number): number | null {
  const counted = awake?.[k] ?? rounds
  return counted > 0 ? losses[k] / counted : null
}

/** The expert whose mean loss comes before all others', of each end where they have experts of their own. */
function extreme(
  account: ExpertAccount,
  rounds: number,
  before: (a: number, b: number) => boolean,
): LossSummary['best'] {
  const { experts } = account
  const means = account.losses.map((_, k) => meanLossOf(account, k, rounds))
  const first = new Map<unknown, number>()
  means.forEach((mean, k) => {
    const end = experts[k]?.end
    const found = first.get(end)
    if (mean !== null && (found === undefined || before(mean, means[found] as number))) first.set(end, k)
  })
  if (first.size === 0) return null
  const chosen = [...first.values()]
  return {
    expert: chosen.map((k) => expertName(experts, k)).join(' and '),
    mean: chosen.reduce((sum, k) => sum + (means[k] as number), 0),
  }
}
