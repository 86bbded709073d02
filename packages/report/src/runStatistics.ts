import {
  type CalibrationState,
  createCalibration,
  observeLaw,
  observeProbability,
  summariseLaw,
  summariseProbabilities,
} from './calibration.ts'
import { createErrors, type ErrorState, observeErrors, summariseErrors } from './errors.ts'
import { createIntervals, type IntervalState, observeInterval, summariseIntervals } from './intervals.ts'
import { pointOf, type RunRecord } from './record.ts'
import { createSeries, observeSeries, type Sample, type SeriesState, seriesOf } from './series.ts'
import type { ColumnUse, ExpertAccount, ExpertSummary, LossSummary, RunSummary } from './summary.ts'
import { warningsOf } from './warnings.ts'
import { byAxis, expertName } from './weights.ts'

export interface RunStatisticsOptions {
  /** Coverage that the intervals were asked for. */
  readonly coverage: number
  /** Rounds in a season of the data; 0 where there is none. @default 0 */
  readonly season?: number
  /** Whether the outcomes are labels. @default false */
  readonly labels?: boolean
}

/** All that the statistics of a run remember. Plain data, of a size that does not grow with the run. */
export interface StatisticsState {
  rows: number
  outcomes: number
  loss: number
  scored: number
  /** Σ loss by expert, where they were given. */
  losses: Float64Array | null
  readonly errors: ErrorState
  readonly intervals: IntervalState
  readonly calibration: CalibrationState
  readonly series: SeriesState
}

/** The experts in one round. */
export interface ExpertRound {
  readonly weights?: ArrayLike<number> | undefined
  readonly losses?: ArrayLike<number> | undefined
}

/** What is known when a run has ended, besides its records. */
export interface RunFacts {
  readonly seconds: number
  readonly skippedRows?: number
  readonly columns: ColumnUse
  readonly account?: ExpertAccount | undefined
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

  constructor({ coverage, season = 0, labels = false }: RunStatisticsOptions, state?: StatisticsState) {
    this.options = { coverage, season, labels }
    this.state = state ?? {
      rows: 0,
      outcomes: 0,
      loss: 0,
      scored: 0,
      losses: null,
      errors: createErrors(season),
      intervals: createIntervals(),
      calibration: createCalibration(),
      series: createSeries(),
    }
    const none = Number.NaN
    this.#sample = {
      y: none,
      forecast: none,
      lower: none,
      upper: none,
      covered: false,
      naive: none,
      loss: none,
      weights: undefined,
      losses: undefined,
    }
  }

  /** @param experts what each of them weighed and lost in this round, where the record does not say */
  add(record: RunRecord, experts: ExpertRound = record): void {
    const { state, options } = this
    const sample = this.#sample
    const { y, lower, upper, sd, probability, loss } = record
    const { losses } = experts
    state.rows++
    sample.y = y ?? Number.NaN
    sample.forecast = pointOf(record)
    sample.lower = lower ?? Number.NaN
    sample.upper = upper ?? Number.NaN
    sample.loss = loss ?? Number.NaN
    sample.naive = Number.NaN
    sample.covered = false
    sample.weights = experts.weights
    sample.losses = losses
    if (y !== null && y !== undefined) {
      state.outcomes++
      if (options.labels) {
        if (probability !== undefined) observeProbability(state.calibration, probability, y)
      } else {
        sample.naive = observeErrors(state.errors, sample.forecast, y)
        if (typeof sd === 'number') observeLaw(state.calibration, sample.forecast, sd, y)
      }
      if (typeof lower === 'number' && typeof upper === 'number')
        sample.covered = observeInterval(state.intervals, options.coverage, lower, upper, y)
    }
    if (loss !== undefined) {
      state.loss += loss
      state.scored++
      if (losses) addLosses(state, losses)
    }
    observeSeries(state.series, sample)
  }

  summary({ seconds, skippedRows = 0, columns, account }: RunFacts): RunSummary {
    const { state, options } = this
    const { rows, outcomes, calibration } = state
    const series = seriesOf(state.series)
    const recent = recentWeights(series.weights)
    const experts = expertsOf(recent, account, state.scored)
    const facts = {
      rows,
      outcomes,
      skippedRows,
      seconds,
      columns,
      ...defined({
        errors: options.labels ? undefined : summariseErrors(state.errors),
        loss: lossOf(state, account),
        intervals: summariseIntervals(state.intervals, options.coverage),
        law: options.labels ? undefined : summariseLaw(calibration),
        probabilities: options.labels ? summariseProbabilities(calibration) : undefined,
      }),
      experts,
      axes: account ? byAxis(account.experts, recent) : [],
    }
    return { ...facts, warnings: warningsOf(facts), series }
  }
}

function addLosses(state: StatisticsState, losses: ArrayLike<number>): void {
  if (state.losses === null) state.losses = new Float64Array(losses.length)
  for (let k = 0; k < state.losses.length; k++) state.losses[k] += losses[k]
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
    meanLoss: account ? account.losses[k] / rounds : null,
    failures: account?.failures?.[k] ?? 0,
  }))
}

function lossOf(
  { loss, scored }: StatisticsState,
  account: ExpertAccount | undefined,
): LossSummary | undefined {
  if (scored === 0) return undefined
  if (!account) return { mean: loss / scored, best: null, worst: null, regret: null, bound: null }
  const { losses, experts, regret, bound, reason } = account
  const order = losses.map((_, k) => k).sort((a, b) => losses[a] - losses[b])
  const at = (k: number): { expert: string; mean: number } => ({
    expert: expertName(experts, k),
    mean: losses[k] / scored,
  })
  return {
    mean: loss / scored,
    best: order.length > 0 ? at(order[0]) : null,
    worst: order.length > 0 ? at(order[order.length - 1]) : null,
    regret,
    bound,
    ...(reason === undefined ? {} : { reason }),
  }
}
