import { Forecast } from '../aggregate/forecast.ts'
import { Mixture } from '../math/mixture.ts'
import { GovernedForecast } from '../models/governed.ts'
import type { StepForecast } from '../paths/path.ts'

/** The forecast of a later step of a path as `auto` answers it: its moments as a normal distribution, quantiles as they are. */
export class StepAnswer extends GovernedForecast {
  override readonly lower: number
  override readonly upper: number
  readonly #step: StepForecast

  constructor(step: StepForecast, coverage: number) {
    const { mean, sd, lower, upper } = step
    const law = new Mixture(Float64Array.of(1), Float64Array.of(mean), Float64Array.of(sd))
    super(new Forecast('y', law, law, Number.NaN), coverage, 1, true)
    this.lower = lower
    this.upper = upper
    this.#step = step
  }

  override quantile(p: number): number {
    return this.#step.quantile(p)
  }

  override interval(mass: number): [number, number] {
    const [lower, upper] = this.#step.interval(mass)
    return [lower, upper]
  }
}
