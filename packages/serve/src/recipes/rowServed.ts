import type { ForecastRecord, RoundRecord } from '@credence/client'
import type { ClassRecord, RowModel, RowRecord, RowState } from '@credence/recipe'
import { type AggregateLearner, ArgumentError } from 'credence'
import type { Past, SeriesView } from '../learning/series.ts'
import { coveredBy, finiteOrNull } from './intervals.ts'
import type { Served } from './liveSeries.ts'

type Rows = Served<unknown, RowRecord, RowRecord, RowState>

export interface RowParts {
  readonly model: RowModel
  readonly past: Past
  readonly watched?: boolean
  /** The input as the model takes it. @throws {ArgumentError} if it cannot */
  read(input: unknown): unknown
  /** The outcome as the model takes it. @default numbers alone */
  outcome?(y: unknown): unknown
  /** The field that is reported as the loss of a round. @default 'loss' */
  readonly judgedBy?: 'loss' | 'pointLoss'
  /** The next rows, where the model forecasts them together. */
  readonly path?: Rows['path']
  /** What each column does to the forecast of a row. */
  readonly reasons?: Rows['reasons']
}

/** The rows of a recipe, as requests. */
export function rowServed({
  model,
  past,
  read,
  outcome = toNumber,
  judgedBy = 'loss',
  watched = false,
  path,
  reasons,
}: RowParts): Rows {
  const taken = outcome as (y: unknown) => number
  const round = (record: RowRecord): RoundRecord => roundOf(record, record[judgedBy as 'loss'] ?? null)
  const served = { model, past, watched, read, outcome: taken, forecast: forecastOf, round, view: viewOf }
  return { ...served, ...(path ? { path } : {}), ...(reasons ? { reasons } : {}) }

  function viewOf(state: RowState): Pick<SeriesView, 'weights' | 'ledger' | 'coverage'> {
    const layer = model.layer(state) as { readonly coverage: { readonly rounds?: number } } | null
    const learner = model.within(state)
    // Of `auto` the first intervals promise nothing.
    const judged = state.t > 0 && layer && layer.coverage.rounds !== 0
    const coverage = judged ? layer.coverage : null
    if (!isAggregate(learner) || learner.state.engine === null) return { weights: [], ledger: null, coverage }
    const { settings, ledger } = learner
    return {
      weights: Array.from(learner.weights, (weight, k) => ({ expert: settings[k], weight })),
      ledger,
      coverage,
    }
  }
}

function isAggregate(learner: object): learner is AggregateLearner {
  return 'ledger' in learner
}

function toNumber(y: unknown): number {
  // −0 is not kept by JSON: a replay would see 0.
  if (typeof y === 'number') return y + 0
  throw new ArgumentError(`y must be a number; received ${JSON.stringify(y)}`, 'bad-outcome')
}

function forecastOf(record: RowRecord): ForecastRecord {
  if ('probabilities' in record) {
    const { label, probabilities, set } = record
    return { mean: null, label, probabilities, set, lower: null, upper: null }
  }
  if ('probability' in record) {
    const { mean, probability, label } = record
    return { mean, probability, label, lower: null, upper: null }
  }
  const ends = { lower: finiteOrNull(record.lower), upper: finiteOrNull(record.upper) }
  if (!('forecast' in record)) {
    const { mean, sd } = record
    return { mean, ...('median' in record ? { median: record.median } : {}), sd, ...ends }
  }
  const intervals = record.intervals?.map(({ coverage, lower, upper }) => ({
    coverage,
    lower: finiteOrNull(lower),
    upper: finiteOrNull(upper),
  }))
  return {
    mean: centre(record.forecast),
    forecast: record.forecast,
    ...ends,
    ...(intervals ? { intervals } : {}),
  }
}

function roundOf(record: RowRecord, loss: number | null): RoundRecord {
  if ('probabilities' in record) return classRoundOf(record)
  const forecast = forecastOf(record)
  const y = record.y as number
  if (loss === null) return { mean: null, lower: null, upper: null, y, loss, covered: null }
  // An interval whose ends are both missing promised nothing, whatever the threshold was.
  const covered = coveredBy(forecast, y)
  const alert = 'alert' in record && record.alert ? { alert: record.alert } : {}
  return { ...forecast, y, loss, covered, ...alert }
}

/** Nothing but the class where nothing was known; else what the forecast thought of it. */
function classRoundOf({ y, pointLoss }: ClassRecord): RoundRecord {
  const nothing = { mean: null, lower: null, upper: null, y: y as string, covered: null }
  if (pointLoss === undefined) return { ...nothing, loss: null }
  return { ...nothing, probability: Math.exp(-pointLoss), loss: pointLoss }
}

function centre(forecast: unknown): number {
  if (typeof forecast === 'number') return forecast
  const { mean, lower, upper } = forecast as { mean?: number; lower?: number; upper?: number }
  return mean ?? ((lower as number) + (upper as number)) / 2
}
