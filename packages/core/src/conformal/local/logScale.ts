import { gainOf } from '../../math/rankOne.ts'
import { INFORMATION } from './student.ts'

/** Plain data. */
export interface LogScaleState {
  readonly weights: Float64Array
  /** Of the weights, row by row. */
  readonly covariance: Float64Array
  trace: number
}

export interface LogScaleOptions {
  readonly forgetting: number
  /** Prior variance of every weight but that of the constant, which has ¼. */
  readonly variance: number
  /** Prior mean. @default 0 */
  readonly start?: readonly number[]
}

/** A scale further from the running level than e^±4 is not believed. */
const FAR = 4
const CONSTANT_VARIANCE = 0.25

/**
 * log s = w·f, learnt by Fisher scoring with forgetting: ridge regression on the working response of the Student score.
 *
 * It has no step size, and the score is bounded, so no outlier moves it far. The constant is the first feature.
 */
export class LogScale {
  readonly size: number
  readonly #options: LogScaleOptions
  readonly #gain: Float64Array
  /** The trace does not grow beyond that of the prior: where features stand still, forgetting would lose all. */
  readonly #mostTrace: number

  constructor(size: number, options: LogScaleOptions) {
    this.size = size
    this.#options = options
    this.#gain = new Float64Array(size)
    this.#mostTrace = CONSTANT_VARIANCE + (size - 1) * options.variance
  }

  init(): LogScaleState {
    const { size } = this
    const { start = [], variance } = this.#options
    const weights = Float64Array.from({ length: size }, (_, i) => start[i] ?? 0)
    const covariance = new Float64Array(size * size)
    for (let i = 0; i < size; i++) covariance[i * size + i] = i === 0 ? CONSTANT_VARIANCE : variance
    return { weights, covariance, trace: this.#mostTrace }
  }

  /** log s at the features that stand in `f` from `at` on. */
  at({ weights }: LogScaleState, f: Float64Array, at: number): number {
    let sum = 0
    for (let i = 0; i < this.size; i++) sum += weights[i] * f[at + i]
    return Math.max(-FAR, Math.min(FAR, sum))
  }

  /** @param pull the Student score of the round, at the scale that was believed */
  learn(state: LogScaleState, f: Float64Array, at: number, pull: number): void {
    const { size } = this
    const { weights, covariance } = state
    const { forgetting } = this.#options
    const gain = this.#gain
    const variance = gainOf(covariance, f, at, gain, forgetting / INFORMATION)
    const grown = state.trace <= this.#mostTrace * forgetting ? 1 / forgetting : 1
    let trace = 0
    for (let i = 0; i < size; i++) {
      const own = gain[i] / variance
      const row = i * size
      weights[i] += (own * pull) / INFORMATION
      for (let j = 0; j < size; j++) covariance[row + j] = (covariance[row + j] - own * gain[j]) * grown
      trace += covariance[row + i]
    }
    state.trace = trace
  }
}
