import { gainOf } from '../math/rankOne.ts'
import { sigmoid } from '../math/sigmoid.ts'
import { withinSquares } from './withinSquares.ts'

/** A regression on forecasts. Plain data. */
export interface StackingState {
  readonly coefficients: Float64Array
  /** Row-major: P, the covariance of the coefficients up to the noise. */
  readonly covariance: Float64Array
  /** Σ e² and Σ 1 of the anchor's errors, discounted: the unit of the regression. */
  squares: number
  count: number
}

export interface Stacking {
  init(): StackingState
  /** The anchor, corrected by what the families say beyond it. */
  predict(state: StackingState, means: Float64Array, weights: Float64Array, anchor: number): number
  /** Learns y from the features of the last `predict`. */
  update(state: StackingState, y: number): void
}

/** How much of the past a round keeps: the coefficients' and the unit's. */
const KEEP = 0.998
const KEEP_UNIT = 0.99
/** Variance that a coefficient starts with, and never exceeds on average. */
const PRIOR = 1 / 30
/** Features and corrections stay within ± this many units. */
const REACH = 5

/**
 * Ridge regression of the anchor's error on what each family of experts says beyond the anchor.
 *
 *     forecast = anchor + s·Σθᵢ(fᵢ − anchor)/s,   θ by recursive least squares with forgetting
 *
 * fᵢ is the mean of family i under the anchor's weights, s the anchor's running error. For class labels all are
 * margins, and θ follows the logistic likelihood: its slope p − 1{y = 1} and curvature p(1 − p).
 */
export function stacking(sizes: readonly number[], labels: boolean): Stacking {
  const n = sizes.length
  const x = new Float64Array(n)
  const gain = new Float64Array(n)
  let unit = 1
  let centre = 0
  let correction = 0
  return {
    init() {
      const covariance = new Float64Array(n * n)
      for (let i = 0; i < n; i++) covariance[i * (n + 1)] = PRIOR
      return { coefficients: new Float64Array(n), covariance, squares: 0, count: 0 }
    },
    predict({ coefficients, squares, count }, means, weights, anchor) {
      unit = labels || !(squares > 0) ? 1 : Math.sqrt(squares / count)
      centre = anchor
      correction = 0
      for (let i = 0, start = 0; i < n; start += sizes[i++]) {
        let total = 0
        let sum = 0
        for (let k = start; k < start + sizes[i]; k++) {
          if (weights[k] > 0) sum += weights[k] * means[k]
          total += weights[k]
        }
        x[i] = total > 0 ? within((sum / total - anchor) / unit) : 0
        correction += coefficients[i] * x[i]
      }
      return anchor + unit * within(correction)
    },
    update(state, y) {
      const { coefficients, covariance } = state
      const p = sigmoid(centre + correction)
      const curvature = labels ? Math.max(p * (1 - p), 0.01) : 1
      const error = labels ? ((y > 0 ? 1 : 0) - p) / curvature : within((y - centre) / unit) - correction
      const scale = gainOf(covariance, x, 0, gain, KEEP / curvature)
      let trace = 0
      for (let i = 0; i < n; i++) {
        coefficients[i] += (gain[i] / scale) * error
        for (let j = 0; j < n; j++) covariance[i * n + j] -= (gain[i] * gain[j]) / scale
        trace += covariance[i * (n + 1)]
      }
      // Forgetting, unless the coefficients are already as free as at the start.
      if (trace < n * PRIOR) for (let i = 0; i < n * n; i++) covariance[i] /= KEEP
      const left = withinSquares(y - centre)
      state.squares = KEEP_UNIT * state.squares + left * left
      state.count = KEEP_UNIT * state.count + 1
    },
  }
}

function within(value: number): number {
  return Math.max(-REACH, Math.min(REACH, value))
}
