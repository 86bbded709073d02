import {
  type AggregateLearner,
  type AggregateState,
  ArgumentError,
  type Features,
  type Forecast,
  type Keyed,
  keyed,
  type Preparation,
  readSave,
  type ScoredRound,
  writeSave,
} from 'credence'
import type { ForecastRecord, RoundRecord, Series, SeriesModel, SeriesView } from '../learning/series.ts'
import { Calibration } from './calibration.ts'
import type { Past, ReadInput } from './inputs.ts'
import { finiteOrNull, scored } from './intervals.ts'
import { OPEN_ROUNDS } from './limits.ts'
import { OpenForecasts } from './openForecasts.ts'

export interface AggregateParts {
  readonly learner: AggregateLearner
  readonly preparation: Preparation
  readonly read: ReadInput
  readonly past: Past
  /** Whether y is a class label. */
  readonly labels: boolean
  /** Mass of the interval. */
  readonly interval: number
}

/** The one key of each `keyed`: here a series is a key. */
const SELF = ''

/** An aggregate with prepared features; intervals from its own law of y, or else from its past errors. */
export function aggregateSeries(parts: AggregateParts): SeriesModel {
  return {
    checkInput: (input) => void parts.read(input),
    begin: (saved) => new AggregateSeries(parts, saved),
  }
}

interface Saved {
  readonly learner: Uint8Array
  readonly prepared: unknown
  readonly calibration: Uint8Array | null
  readonly given: [string, ForecastRecord][]
}

class AggregateSeries implements Series {
  readonly #parts: AggregateParts
  readonly #learner: Keyed<Features, Forecast, ScoredRound, AggregateState>
  readonly #prepared: unknown
  readonly #x: Float64Array
  readonly #given: OpenForecasts
  readonly #calibration: Calibration

  constructor(parts: AggregateParts, bytes?: Uint8Array) {
    this.#parts = parts
    const saved = bytes && readSeries(bytes)
    this.#learner = keyed(parts.learner.model, { openRounds: OPEN_ROUNDS })
    if (saved) this.#learner.restore(SELF, saved.learner)
    this.#prepared = saved ? saved.prepared : parts.preparation.init()
    this.#x = new Float64Array(parts.preparation.size)
    this.#given = new OpenForecasts(OPEN_ROUNDS, saved?.given)
    this.#calibration = new Calibration(parts.interval, saved?.calibration ?? undefined)
  }

  predict(input: unknown, id?: string): ForecastRecord {
    const raw = this.#prepare(input)
    const forecast = this.#learner.predict(SELF, this.#x, id === undefined ? {} : { id })
    const given = this.#describe(forecast)
    if (id !== undefined) {
      this.#given.keep(id, given)
      this.#parts.preparation.observe(this.#prepared, raw)
    }
    return given
  }

  learn(input: unknown, y: number): RoundRecord {
    const raw = this.#prepare(input)
    const outcome = this.#outcome(y)
    const given = this.#describe(this.#learner.predict(SELF, this.#x))
    const { loss } = this.#learner.learn(SELF, this.#x, outcome)
    this.#parts.preparation.observe(this.#prepared, raw)
    return this.#scored(given, y, loss)
  }

  settle(id: string, y: number): RoundRecord {
    const { loss } = this.#learner.learn(SELF, { id, y: this.#outcome(y) })
    const given = this.#given.get(id)
    this.#given.forget(id)
    return this.#scored(given, y, loss)
  }

  skip(id: string): void {
    this.#learner.skip(SELF, id)
    this.#given.forget(id)
  }

  get reach(): number {
    return this.#parts.past.reach
  }

  fromPast(past: readonly number[]): unknown {
    return this.#parts.past.fromPast(past)
  }

  save(): Uint8Array {
    const state: Saved = {
      learner: this.#learner.save(SELF),
      prepared: this.#prepared,
      calibration: this.#calibration.save(),
      given: this.#given.entries,
    }
    return writeSave({ description: 'aggregate', state })
  }

  view(): SeriesView {
    const lateness = this.#learner.lateness(SELF)
    const rounds = this.#learner.round(SELF)
    const coverage = this.#calibration.view()
    if (this.#learner.state(SELF).engine === null)
      return { rounds, lateness, weights: [], ledger: null, coverage }
    const learner = this.#asLearner()
    const weights = Array.from(learner.weights, (weight, k) => ({ expert: learner.settings[k], weight }))
    return { rounds, lateness, weights, ledger: learner.ledger, coverage }
  }

  /** The same state behind the learner's own views. */
  #asLearner(): AggregateLearner {
    const learner = this.#parts.learner.clone()
    const { description } = readSave(learner.save())
    const { state } = readSave(this.#learner.save(SELF))
    return learner.restore(writeSave({ description, state }))
  }

  /** Fills x, and gives the raw numbers it was made from. */
  #prepare(input: unknown): Float64Array {
    const raw = this.#parts.read(input)
    this.#parts.preparation.apply(this.#prepared, raw, this.#x)
    return raw
  }

  #describe(forecast: Forecast): ForecastRecord {
    const { mean } = forecast
    if (this.#parts.labels) return { mean, probability: forecast.probability, lower: null, upper: null }
    if (forecast.about === 'z') return { mean, ...this.#calibration.interval(mean) }
    const [lower, upper] = forecast.interval(this.#parts.interval)
    return { mean, sd: forecast.sd, lower: finiteOrNull(lower), upper: finiteOrNull(upper) }
  }

  #scored(given: ForecastRecord, y: number, loss: number): RoundRecord {
    // A forecast with a law of its own says its sd; the others are calibrated by their errors.
    if (!this.#parts.labels && given.sd === undefined) this.#calibration.learn(given.mean, y)
    return scored(given, y, loss)
  }

  /** Labels 0 and 1 become −1 and +1. */
  #outcome(y: number): number {
    if (!this.#parts.labels || y === 1 || y === -1) return y
    if (y === 0) return -1
    throw new ArgumentError(`a class label must be −1 or +1, or 0 or 1; received ${y}`)
  }
}

function readSeries(bytes: Uint8Array): Saved {
  const { description, state } = readSave(bytes)
  if (description !== 'aggregate') throw new ArgumentError('the save is of another kind of model')
  return state as Saved
}
