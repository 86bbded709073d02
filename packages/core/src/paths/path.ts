import { openUnit } from '../base/check.ts'
import { choleskyFactor } from '../math/cholesky.ts'
import { normalCdf, normalPdf, normalQuantile } from '../math/normal.ts'
import { normal, type Rng } from '../math/rng.ts'

/** Moments of a standard normal variable between neighbouring scores, and beyond the outermost. */
export interface Moments {
  readonly scores: Float64Array
  /** For each piece: its probability, and the integrals of x and x². */
  readonly zeroth: Float64Array
  readonly first: Float64Array
  readonly second: Float64Array
}

export function momentsBetween(scores: Float64Array): Moments {
  const size = scores.length + 1
  const part = (f: (x: number) => number, whole: number): Float64Array =>
    Float64Array.from({ length: size }, (_, i) => {
      const lower = i > 0 ? f(scores[i - 1]) : 0
      return (i < size - 1 ? f(scores[i]) : whole) - lower
    })
  return {
    scores,
    zeroth: part(normalCdf, 1),
    first: part((x) => -normalPdf(x), 0),
    second: part((x) => normalCdf(x) - x * normalPdf(x), 1),
  }
}

/**
 * A distribution given by some of its quantiles: in between, and beyond them, they are linear in the normal score.
 */
export class PathForecast {
  readonly mean: number
  readonly median: number
  readonly sd: number
  /** The ends of the interval of the path's coverage. */
  readonly lower: number
  readonly upper: number
  readonly #quantiles: Float64Array
  readonly #moments: Moments
  readonly #least: number

  /** @param least no outcome is below it */
  constructor(mean: number, quantiles: Float64Array, moments: Moments, least: number) {
    this.mean = mean
    this.lower = quantiles[0]
    this.median = quantiles[quantiles.length >> 1]
    this.upper = quantiles[quantiles.length - 1]
    this.#quantiles = quantiles
    this.#moments = moments
    this.#least = least
    this.sd = this.#deviation()
  }

  quantile(p: number): number {
    return this.atScore(normalQuantile(openUnit('p', p)))
  }

  /** The equal-tailed interval that holds this part of the outcomes. */
  interval(coverage: number): readonly [number, number] {
    openUnit('coverage', coverage)
    return [this.quantile((1 - coverage) / 2), this.quantile((1 + coverage) / 2)]
  }

  /** The quantile at Φ(score). */
  atScore(score: number): number {
    if (!Number.isFinite(this.sd)) return score === 0 ? this.median : score < 0 ? -Infinity : Infinity
    const { scores } = this.#moments
    let piece = 0
    while (piece < scores.length && scores[piece] < score) piece++
    const [start, slope] = this.#line(piece)
    return Math.max(this.#least, start + slope * score)
  }

  /** The quantile function of a piece as a line in the normal score. */
  #line(piece: number): readonly [number, number] {
    const { scores } = this.#moments
    const q = this.#quantiles
    const right = Math.max(1, Math.min(scores.length - 1, piece))
    const slope = (q[right] - q[right - 1]) / (scores[right] - scores[right - 1])
    return [q[right] - slope * scores[right], slope]
  }

  #deviation(): number {
    const { zeroth, first, second } = this.#moments
    if (!Number.isFinite(this.upper - this.lower)) return Infinity
    // About the median, because the form with raw squares cancels.
    let mean = 0
    let square = 0
    for (let piece = 0; piece < zeroth.length; piece++) {
      const [start, slope] = this.#line(piece)
      const shift = start - this.median
      mean += shift * zeroth[piece] + slope * first[piece]
      square +=
        shift * shift * zeroth[piece] + 2 * shift * slope * first[piece] + slope * slope * second[piece]
    }
    return Math.sqrt(Math.max(0, square - mean * mean))
  }
}

/** The forecast of one step of a path. */
export class StepForecast extends PathForecast {
  /** Counted from 1. */
  readonly step: number

  constructor(step: number, mean: number, quantiles: Float64Array, moments: Moments, least: number) {
    super(mean, quantiles, moments, least)
    this.step = step
  }
}

/** The joint forecast of the next rows of a series. */
export class Path {
  readonly steps: readonly StepForecast[]
  /** The sum of all steps. */
  readonly total: PathForecast
  /** When each step is, in milliseconds; null where rows have no times, and after a single row. */
  readonly times: readonly number[] | null
  readonly #correlations: Float64Array
  readonly #whole: boolean
  #factor: Float64Array | undefined

  /**
   * @param correlations of the errors of two steps, row by row
   * @param whole whether outcomes are whole numbers
   */
  constructor(
    steps: readonly StepForecast[],
    total: PathForecast,
    correlations: Float64Array,
    whole: boolean,
    times: readonly number[] | null = null,
  ) {
    this.steps = steps
    this.total = total
    this.times = times
    this.#correlations = correlations
    this.#whole = whole
  }

  /** The same path, with the times of its steps. */
  at(times: readonly number[] | null): Path {
    return new Path(this.steps, this.total, this.#correlations, this.#whole, times)
  }

  /** One possible course of the next rows, dependent from step to step as past errors were; of whole numbers if all were. */
  sample(rng: Rng): Float64Array {
    const size = this.steps.length
    this.#factor ??= factorOf(this.#correlations, size)
    const factor = this.#factor
    const shocks = Float64Array.from({ length: size }, () => normal(rng))
    return Float64Array.from(this.steps, (step, k) => {
      let score = 0
      for (let j = 0; j <= k; j++) score += factor[k * size + j] * shocks[j]
      return this.#whole ? Math.round(step.atScore(score)) : step.atScore(score)
    })
  }
}

/** The Cholesky factor of correlations, shrunk towards independence until there is one. */
function factorOf(correlations: Float64Array, size: number): Float64Array {
  const shrunk = correlations.slice()
  const factor = new Float64Array(size * size)
  for (let kept = 0.999; kept > 0.01; kept *= 0.97) {
    for (let i = 0; i < size * size; i++) {
      shrunk[i] = i % (size + 1) === 0 ? 1 : kept * correlations[i]
    }
    if (choleskyFactor(shrunk, size, factor) < 0) return factor
  }
  factor.fill(0)
  for (let k = 0; k < size; k++) factor[k * (size + 1)] = 1
  return factor
}
