import { buildConformal, type ConformalRecipe, forecastColumns, readForecast } from '@credence/recipe'
import { ArgumentError, type ConformalLearner, readSave, writeSave } from 'credence'
import type { ForecastRecord, RoundRecord, Series, SeriesModel, SeriesView } from '../learning/series.ts'
import { inputReader, lagged, type Past } from './inputs.ts'
import { finiteOrNull, scored } from './intervals.ts'
import { OPEN_ROUNDS } from './limits.ts'
import { OpenForecasts } from './openForecasts.ts'

/** Intervals around forecasts that come from elsewhere. */
export function conformalSeries(recipe: ConformalRecipe): SeriesModel {
  const columns = forecastColumns(recipe)
  const readRow = inputReader(columns, false)
  const read = (input: unknown): unknown => readForecast(recipe, readRow(input))
  // A single forecast may be the last outcome itself.
  const past =
    columns.length === 1 ? { reach: 1, fromPast: ([last]: readonly number[]) => last } : lagged(columns)
  const create = (): ConformalLearner<unknown> => buildConformal(recipe)
  return {
    checkInput: (input) => void read(input),
    begin: (saved) => new ConformalSeries(create(), { read, past }, saved),
  }
}

interface Saved {
  readonly learner: Uint8Array
  readonly given: [string, ForecastRecord][]
  readonly closed: [string, string][]
}

interface ConformalParts {
  read(input: unknown): unknown
  readonly past: Past
}

class ConformalSeries implements Series {
  readonly #learner: ConformalLearner<unknown>
  readonly #parts: ConformalParts
  readonly #given: OpenForecasts
  readonly #closed: [string, string][]

  constructor(learner: ConformalLearner<unknown>, parts: ConformalParts, bytes?: Uint8Array) {
    const saved = bytes && readSeries(bytes)
    this.#learner = saved ? learner.restore(saved.learner) : learner
    this.#parts = parts
    this.#given = new OpenForecasts(OPEN_ROUNDS, saved?.given)
    this.#closed = saved?.closed ?? []
  }

  predict(input: unknown, id?: string): ForecastRecord {
    if (id !== undefined) this.#expectNew(id)
    const given = this.#forecast(input)
    if (id !== undefined) this.#given.keep(id, given)
    return given
  }

  learn(input: unknown, y: number): RoundRecord {
    return this.#absorb(this.#forecast(input), y)
  }

  settle(id: string, y: number): RoundRecord {
    const round = this.#absorb(this.#expectOpen(id), y)
    this.#close(id, 'answered')
    return round
  }

  skip(id: string): void {
    this.#expectOpen(id)
    this.#close(id, 'skipped')
  }

  get reach(): number {
    return this.#parts.past.reach
  }

  fromPast(past: readonly number[]): unknown {
    return this.#parts.past.fromPast(past)
  }

  save(): Uint8Array {
    const state: Saved = { learner: this.#learner.save(), given: this.#given.entries, closed: this.#closed }
    return writeSave({ description: 'conformal', state })
  }

  view(): SeriesView {
    const { round: rounds, coverage } = this.#learner
    return { rounds, lateness: { open: this.#given.entries.length }, weights: [], ledger: null, coverage }
  }

  #forecast(input: unknown): ForecastRecord {
    const forecast = this.#parts.read(input)
    const { model, state } = this.#learner
    const { lower, upper } = model.predict(state, forecast)
    return { mean: centre(forecast), forecast, lower: finiteOrNull(lower), upper: finiteOrNull(upper) }
  }

  #absorb(given: ForecastRecord, y: number): RoundRecord {
    const { loss } = this.#learner.learn(given.forecast, y)
    return scored(given, y, loss)
  }

  #expectNew(id: string): void {
    if (this.#given.get(id))
      throw new ArgumentError(`id ${JSON.stringify(id)} is already waiting for its outcome`)
    const how = this.#closed.find(([known]) => known === id)?.[1]
    if (how) throw new ArgumentError(`id ${JSON.stringify(id)} was already ${how}`)
  }

  #expectOpen(id: string): ForecastRecord {
    const given = this.#given.get(id)
    if (given) return given
    this.#expectNew(id)
    throw new ArgumentError(`no open prediction has the id ${JSON.stringify(id)}`)
  }

  #close(id: string, how: string): void {
    this.#given.forget(id)
    this.#closed.push([id, how])
    if (this.#closed.length > OPEN_ROUNDS) this.#closed.shift()
  }
}

function centre(forecast: unknown): number {
  if (typeof forecast === 'number') return forecast
  const { mean, lower, upper } = forecast as { mean?: number; lower?: number; upper?: number }
  return mean ?? ((lower as number) + (upper as number)) / 2
}

function readSeries(bytes: Uint8Array): Saved {
  const { description, state } = readSave(bytes)
  if (description !== 'conformal') throw new ArgumentError('the save is of another kind of model')
  return state as Saved
}
