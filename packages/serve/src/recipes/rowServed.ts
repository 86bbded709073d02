import type { RowModel, RowRecord, RowState } from '@credence/recipe'
import { type AggregateLearner, ArgumentError } from 'credence'
import type { ForecastRecord, Past, RoundRecord, SeriesView } from '../learning/series.ts'
import { coveredBy, finiteOrNull } from './intervals.ts'
import type { Served } from './liveSeries.ts'

export interface RowParts {
  readonly model: RowModel
  readonly past: Past
  read(input: unknown): Float64Array
}

/** The rows of a recipe, as requests. */
export function rowServed({
  model,
  past,
  read,
}: RowParts): Served<Float64Array, RowRecord, RowRecord, RowState> {
  return { model, past, read, outcome: toNumber, forecast: forecastOf, round: roundOf, view: viewOf }

  function viewOf(state: RowState): Pick<SeriesView, 'weights' | 'ledger' | 'coverage'> {
    const layer = model.layer(state) as { readonly coverage: unknown } | null
    const learner = model.within(state)
    const coverage = state.t > 0 && layer ? layer.coverage : null
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
  if ('probability' in record) {
    const { mean, probability, label } = record
    return { mean, probability, label, lower: null, upper: null }
  }
  const ends = { lower: finiteOrNull(record.lower), upper: finiteOrNull(record.upper) }
  if (!('forecast' in record)) return { mean: record.mean, sd: record.sd, ...ends }
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

function roundOf(record: RowRecord): RoundRecord {
  const forecast = forecastOf(record)
  const y = record.y as number
  const loss = record.loss as number
  // An interval whose ends are both missing promised nothing, whatever the threshold was.
  const covered = coveredBy(forecast, y)
  const alert = 'alert' in record && record.alert ? { alert: record.alert } : {}
  return { ...forecast, y, loss, covered, ...alert }
}

function centre(forecast: unknown): number {
  if (typeof forecast === 'number') return forecast
  const { mean, lower, upper } = forecast as { mean?: number; lower?: number; upper?: number }
  return mean ?? ((lower as number) + (upper as number)) / 2
}
