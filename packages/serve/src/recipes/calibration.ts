import { type ConformalLearner, conformal } from 'credence'
import { finiteOrNull } from './intervals.ts'
import { WINDOW } from './limits.ts'

/** Intervals around a forecast without a law of y, from its past errors. Made when the first error comes. */
export class Calibration {
  readonly #coverage: number
  #learner: ConformalLearner | undefined

  constructor(coverage: number, saved?: Uint8Array) {
    this.#coverage = coverage
    if (saved) this.#learner = create(coverage).restore(saved)
  }

  /** Changes nothing. */
  interval(forecast: number): { lower: number | null; upper: number | null } {
    if (!this.#learner) return { lower: null, upper: null }
    const { model, state } = this.#learner
    const { lower, upper } = model.predict(state, forecast)
    return { lower: finiteOrNull(lower), upper: finiteOrNull(upper) }
  }

  learn(forecast: number, y: number): void {
    this.#learner ??= create(this.#coverage)
    this.#learner.learn(forecast, y)
  }

  view(): unknown {
    return this.#learner ? this.#learner.coverage : null
  }

  save(): Uint8Array | null {
    return this.#learner ? this.#learner.save() : null
  }
}

function create(coverage: number): ConformalLearner {
  return conformal({ coverage, window: WINDOW })
}
