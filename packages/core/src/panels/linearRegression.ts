import type { Axis } from '../base/grid.ts'
import { type Options, options } from '../base/options.ts'
import { fraction, positiveNumber } from '../base/values.ts'
import type { Features } from '../nouns/panel.ts'
import { predictPrior, REGRESSOR, type RegressorOptions, type RegressorRule, ruleOf } from './regressor.ts'

export interface LinearRegressionOptions extends RegressorOptions {
  /** Step η, for coefficients and intercept. @default 0.01 */
  readonly learningRate?: Axis<number>
  /** Decay of the squared errors that make the variance. @default 0.99 */
  readonly errorDecay?: Axis<number>
}

export const LINEAR_REGRESSION: Options<LinearRegressionOptions, 'noise'> = options('linearRegression', {
  ...REGRESSOR,
  learningRate: { axis: positiveNumber, default: 0.01 },
  errorDecay: {
    axis: fraction,
    default: 0.99,
  },
})

export interface LinearRegressionState {
  rounds: number
  /** Running mean and variance of each feature. */
  readonly mean: Float64Array
  readonly variance: Float64Array
  readonly coefficients: Float64Array
  intercept: number
  /** Decayed sum and count of squared errors. */
  squared: number
  weight: number
}

/** A feature in running standard units; 0 while it has not varied. */
function standard({ mean, variance }: LinearRegressionState, x: Features, j: number): number {
  return variance[j] > 0 ? (x[j] - mean[j]) / Math.sqrt(variance[j]) : 0
}

function valueAt(state: LinearRegressionState, x: Features): number {
  let z = state.intercept
  for (let j = 0; j < state.mean.length; j++) z += state.coefficients[j] * standard(state, x, j)
  return z
}

function standardise({ mean, variance, rounds }: LinearRegressionState, x: Features): void {
  for (let j = 0; j < mean.length; j++) {
    const before = x[j] - mean[j]
    mean[j] += before / rounds
    variance[j] += (before * (x[j] - mean[j]) - variance[j]) / rounds
  }
}

/**
 * Linear regression by stochastic gradient steps on squared loss, features standardised as they come.
 *
 *     z = b + Σ wⱼ (xⱼ − μⱼ)/sⱼ,   (w, b) ← (w, b) − 2η(z − y)·(x̃, 1)
 */
export function linearRegression(given: LinearRegressionOptions = {}): RegressorRule<LinearRegressionState> {
  return ruleOf<LinearRegressionOptions, LinearRegressionState>(
    'linear-regression',
    LINEAR_REGRESSION,
    given,
    (setting, { dimension }) => {
      const { learningRate, errorDecay, priorVariance } = setting
      return {
        init: () => ({
          rounds: 0,
          mean: new Float64Array(dimension),
          variance: new Float64Array(dimension),
          coefficients: new Float64Array(dimension),
          intercept: 0,
          squared: 0,
          weight: 0,
        }),
        predict(state, x, out) {
          predictPrior(out, priorVariance)
          out.mean = valueAt(state, x)
          if (state.rounds < 2) return
          out.residual = state.squared / state.weight
          out.spread = out.residual / state.weight
        },
        update(state, x, y) {
          const miss = y - valueAt(state, x)
          state.squared = errorDecay * state.squared + miss * miss
          state.weight = errorDecay * state.weight + 1
          state.rounds++
          standardise(state, x)
          const step = 2 * learningRate * (valueAt(state, x) - y)
          for (let j = 0; j < dimension; j++) state.coefficients[j] -= step * standard(state, x, j)
          state.intercept -= step
        },
      }
    },
  )
}
