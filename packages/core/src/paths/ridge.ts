/** Fixed settings of a recursive ridge regression. */
export interface RidgeSetting {
  readonly dimension: number
  /** Factor by which what was learnt fades a row. */
  readonly forgetting: number
  readonly ridge: number
  /** The largest error that is learnt in full. */
  readonly limit: number
}

/** Several recursive ridge regressions with the same setting. Plain data. */
export interface RidgeState {
  /** Inverse of the penalised Gram matrix: the lower triangle, row by row, of one regression after the other. */
  readonly inverse: Float64Array
  readonly weights: Float64Array
}

/**
 * Recursive least squares with a ridge towards 0.
 *
 *     g = Px;   w ← w + g e / (λ + xᵀg);   P ← (P − ggᵀ / (λ + xᵀg)) / λ
 */
export class Ridge {
  readonly #setting: RidgeSetting
  readonly #triangle: number
  readonly #gain: Float64Array

  constructor(setting: RidgeSetting) {
    this.#setting = setting
    this.#triangle = (setting.dimension * (setting.dimension + 1)) / 2
    this.#gain = new Float64Array(setting.dimension)
  }

  init(count: number): RidgeState {
    const state = {
      inverse: new Float64Array(count * this.#triangle),
      weights: new Float64Array(count * this.#setting.dimension),
    }
    for (let j = 0; j < count; j++) this.#reset(state, j)
    return state
  }

  /** wᵀx for regression j, x standing at `from`. */
  predict({ weights }: RidgeState, j: number, x: ArrayLike<number>, from: number): number {
    const { dimension } = this.#setting
    const at = j * dimension
    let sum = 0
    for (let i = 0; i < dimension; i++) sum += weights[at + i] * x[from + i]
    // Features beyond all numbers say nothing.
    return Number.isNaN(sum) ? 0 : sum
  }

  learn(state: RidgeState, j: number, x: ArrayLike<number>, from: number, y: number): void {
    const { dimension, forgetting, limit } = this.#setting
    const { inverse, weights } = state
    const at = j * this.#triangle
    const gain = this.#gain
    gain.fill(0)
    for (let r = 0, p = at; r < dimension; r++) {
      let sum = 0
      for (let c = 0; c < r; c++, p++) {
        sum += inverse[p] * x[from + c]
        gain[c] += inverse[p] * x[from + r]
      }
      gain[r] += sum + inverse[p++] * x[from + r]
    }
    let scale = forgetting
    for (let i = 0; i < dimension; i++) scale += gain[i] * x[from + i]
    // Rounding may cost the matrix its sign: then it starts anew.
    if (!(scale >= forgetting && scale < Infinity)) {
      this.#reset(state, j)
      return
    }
    const error = Math.max(-limit, Math.min(limit, y - this.predict(state, j, x, from)))
    for (let i = 0; i < dimension; i++) weights[j * dimension + i] += (gain[i] / scale) * error
    this.#shrink(inverse, at, scale)
  }

  #shrink(inverse: Float64Array, at: number, scale: number): void {
    const { dimension, forgetting, ridge } = this.#setting
    const gain = this.#gain
    let trace = 0
    for (let r = 0, p = at; r < dimension; r++) {
      const g = gain[r] / scale
      for (let c = 0; c <= r; c++, p++) inverse[p] = (inverse[p] - g * gain[c]) / forgetting
      trace += inverse[p - 1]
    }
    // What is never excited must not grow without bound.
    if (forgetting === 1 || trace <= (10 * dimension) / ridge) return
    for (let p = at; p < at + this.#triangle; p++) inverse[p] *= forgetting
  }

  #reset({ inverse }: RidgeState, j: number): void {
    const { dimension, ridge } = this.#setting
    const at = j * this.#triangle
    inverse.fill(0, at, at + this.#triangle)
    for (let r = 0, p = at; r < dimension; r++, p += r + 1) inverse[p] = 1 / ridge
  }
}
