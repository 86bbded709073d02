import {
  type AggregateLearner,
  ArgumentError,
  type ConformalLearner,
  conformal,
  type Forecast,
  type Preparation,
  type ScoredRound,
} from 'credence'
import { expertRecord } from './expertRecord.ts'
import type { Session, StepOptions } from './session.ts'

export interface LearnerSessionParts {
  /** Names of the features, where an empty cell is an error; absent where it means something. */
  readonly complete?: readonly string[]
  readonly learner: AggregateLearner
  readonly preparation: Preparation
  /** Whether y is a class label. */
  readonly labels: boolean
  /** Mass of the prediction interval. */
  readonly interval: number
}

/** Running sums of squared errors: the spread of y about the mean, where the loss has no noise model. */
interface Errors {
  count: number
  squares: number
}

/** An aggregate fed with rows: features, then the target. */
export class LearnerSession implements Session {
  t = 0
  readonly #learner: AggregateLearner
  readonly #preparation: Preparation
  readonly #complete: readonly string[]
  readonly #labels: boolean
  readonly #interval: number
  readonly #raw: Float64Array
  readonly #x: Float64Array
  #prepared: unknown
  /** Intervals from the learner's own past errors, for a loss without a noise model. */
  readonly #calibration: ConformalLearner
  #errors: Errors = { count: 0, squares: 0 }

  constructor({ learner, preparation, labels, interval, complete = [] }: LearnerSessionParts) {
    this.#complete = complete
    this.#learner = learner
    this.#preparation = preparation
    this.#labels = labels
    this.#interval = interval
    this.#prepared = preparation.init()
    this.#raw = new Float64Array(preparation.dimension)
    this.#x = new Float64Array(preparation.size)
    this.#calibration = conformal({ coverage: interval })
  }

  get learner(): object {
    return this.#learner
  }

  step(row: Float64Array, { experts = false }: StepOptions = {}): Record<string, unknown> {
    this.#raw.set(row.subarray(0, this.#raw.length))
    this.#complete.forEach((name, j) => {
      if (Number.isNaN(this.#raw[j]))
        throw new ArgumentError(`the feature ${JSON.stringify(name)} is missing`)
    })
    const y = this.#outcome(row[this.#raw.length] as number)
    this.#preparation.apply(this.#prepared, this.#raw, this.#x)
    const forecast = this.#learner.predict(this.#x)
    const record: Record<string, unknown> = { t: this.t + 1, y, ...this.#describe(forecast) }
    if (y !== null) {
      Object.assign(record, describeScore(this.#learner.learn(this.#x, y), experts))
      this.#calibrate(forecast, y)
    }
    this.#preparation.observe(this.#prepared, this.#raw)
    this.t++
    return record
  }

  save(): unknown {
    return {
      t: this.t,
      prepared: this.#prepared,
      learner: this.#learner.save(),
      calibration: this.#calibration.save(),
      errors: this.#errors,
    }
  }

  restore(saved: unknown): void {
    const { t, prepared, learner, calibration, errors } = saved as {
      t: number
      prepared: unknown
      learner: Uint8Array
      calibration: Uint8Array
      errors: Errors
    }
    this.#calibration.restore(calibration)
    this.#learner.restore(learner)
    this.#prepared = prepared
    this.#errors = errors
    this.t = t
  }

  #describe(forecast: Forecast): Record<string, unknown> {
    const { mean } = forecast
    if (this.#labels) return { mean, probability: forecast.probability }
    if (forecast.about === 'y') {
      const [lower, upper] = forecast.interval(this.#interval)
      return { mean, sd: forecast.sd, lower, upper }
    }
    const { count, squares } = this.#errors
    const { lower, upper } = this.#calibration.predict(mean)
    if (count === 0) return { mean, sd: null, lower: null, upper: null }
    return { mean, sd: Math.sqrt(squares / count), lower, upper }
  }

  #calibrate(forecast: Forecast, y: number): void {
    if (this.#labels || forecast.about === 'y') return
    this.#calibration.learn(y)
    this.#errors.count++
    this.#errors.squares += (y - forecast.mean) ** 2
  }

  /** y as the loss takes it: labels 0/1 become −1/+1, and a missing outcome is null. */
  #outcome(y: number): number | null {
    if (Number.isNaN(y)) return null
    if (!this.#labels || y === 1 || y === -1) return y
    if (y === 0) return -1
    throw new ArgumentError(`a class label must be −1 or +1, or 0 or 1; received ${y}`)
  }
}

function describeScore(scored: ScoredRound, experts: boolean): Record<string, unknown> {
  const { pointLoss, loss, weights, beliefs, losses } = scored
  return { pointLoss, loss, ...expertRecord(weights, beliefs, losses, experts) }
}
