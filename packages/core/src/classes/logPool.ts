import { finites, from, type StateShape, shape } from '../base/shape.ts'
import { absorb, gainOf } from '../math/rankOne.ts'
import { softmax } from './softmax.ts'

/** Exponents of a logarithmic pool. Plain data. */
export interface LogPoolState {
  readonly exponents: Float64Array
  /** Row-major: their covariance. */
  readonly covariance: Float64Array
}

/** Variance that an exponent starts with, and never exceeds on average. */
const PRIOR = 1 / 30
/** How much of the past a round keeps. */
const KEEP = 0.998
/** A class of less probability than this says nothing of the exponents. */
const NEGLIGIBLE = 1e-6

/**
 * Probabilities of classes, multiplied together with exponents that are learnt.
 *
 *     p ∝ Πpₖ^θₖ,   θ ← θ + P(log pₖ(y) − E log pₖ),   P⁻¹ ← φP⁻¹ + Cov(log p)
 *
 * A Newton step a round on the log likelihood, which is concave in θ. The first two start with exponent ½, the others with
 * 0. Where they are too timid the sum of exponents comes to lie above 1, which makes them bolder; where another knows
 * what they do not, that one's grows.
 */
export class LogPool {
  readonly shape: StateShape<LogPoolState>
  readonly #size: number
  readonly #step: Float64Array
  readonly #gain: Float64Array
  readonly #means: Float64Array

  constructor(size: number) {
    this.#size = size
    this.#step = new Float64Array(size)
    this.#gain = new Float64Array(size)
    this.#means = new Float64Array(size)
    this.shape = shape<LogPoolState>({
      exponents: from(finites(size), () => {
        const exponents = new Float64Array(size)
        exponents.fill(0.5, 0, 2)
        return exponents
      }),
      covariance: from(finites(size * size), () => {
        const covariance = new Float64Array(size * size)
        for (let i = 0; i < size; i++) covariance[i * (size + 1)] = PRIOR
        return covariance
      }),
    })
  }

  /** Writes p of each class, of the logarithms that each expert gives, expert by expert. */
  pool({ exponents }: LogPoolState, logs: Float64Array, classes: number, out: Float64Array): void {
    for (let c = 0; c < classes; c++) {
      let sum = 0
      for (let k = 0; k < this.#size; k++) sum += exponents[k] * logs[k * classes + c]
      out[c] = sum
    }
    softmax(out, 0, classes)
  }

  /** @param p what `pool` writes of these logarithms */
  update(
    { exponents, covariance }: LogPoolState,
    logs: Float64Array,
    p: Float64Array,
    classes: number,
    y: number,
  ): void {
    const size = this.#size
    const means = this.#means.fill(0)
    for (let k = 0; k < size; k++) for (let c = 0; c < classes; c++) means[k] += p[c] * logs[k * classes + c]
    for (let c = 0; c < classes; c++)
      if (p[c] >= NEGLIGIBLE) this.#learnSpread(covariance, logs, p[c], classes, c)
    for (let i = 0; i < size; i++) {
      let sum = 0
      for (let k = 0; k < size; k++) sum += covariance[i * size + k] * (logs[k * classes + y] - means[k])
      exponents[i] += sum
    }
    let trace = 0
    for (let i = 0; i < size; i++) trace += covariance[i * (size + 1)]
    if (trace < size * PRIOR) for (let i = 0; i < size * size; i++) covariance[i] /= KEEP
  }

  /** P⁻¹ ← P⁻¹ + p·ddᵀ, where d is how far the logarithms of a class lie from their means. */
  #learnSpread(covariance: Float64Array, logs: Float64Array, p: number, classes: number, c: number): void {
    const size = this.#size
    const step = this.#step
    const gain = this.#gain
    for (let k = 0; k < size; k++) step[k] = logs[k * classes + c] - this.#means[k]
    absorb(covariance, gain, gainOf(covariance, step, 0, gain, 1 / p))
  }
}
