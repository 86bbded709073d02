import { Forecast } from '../aggregate/forecast.ts'
import { Mixture } from '../math/mixture.ts'

/** What `auto` says of a number: a law of y, and an interval that has covered as often as promised. */
export class AutoForecast extends Forecast {
  readonly coverage: number
  readonly lower: number
  readonly upper: number
  /** Whether any outcome was known: before, the law is no more than a number to stand there. */
  readonly known: boolean

  /** @param mass what must be asked of the law for its interval to cover at the rate of `coverage`; 1 for all numbers */
  constructor(law: Forecast, coverage: number, mass: number, known: boolean) {
    super('y', law, law.latent, Number.NaN)
    this.coverage = coverage
    this.known = known
    const [lower, upper] = mass < 1 ? law.interval(mass) : [-Infinity, Infinity]
    this.lower = lower
    this.upper = upper
  }
}

/** What `auto` says of a class. Plain data. */
export interface ClassForecast {
  /** P of each class, in the order of `labels`. */
  readonly probabilities: readonly number[]
  readonly labels: readonly string[]
  /** The most probable class; null before any was seen. */
  readonly label: string | null
  /** The classes that must be reckoned with, the most probable first: they hold the right one as often as promised. */
  readonly set: readonly string[]
}

/** The law before there are two outcomes: about the last one, as wide as it is large. */
export function lawOfFew(last: number): Forecast {
  const law = new Mixture(Float64Array.of(1), Float64Array.of(last), Float64Array.of(Math.abs(last) || 1))
  return new Forecast('y', law, law, Number.NaN)
}
