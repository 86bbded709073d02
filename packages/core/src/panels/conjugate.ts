import { ArgumentError } from '../base/errors.ts'
import type { Axis } from '../base/grid.ts'
import { type Options, options } from '../base/options.ts'
import { either, finiteNumber, list, number, positiveNumber } from '../base/values.ts'
import { choleskyFactor, choleskyUpdate, solveLower, solveLowerTransposed } from '../math/cholesky.ts'
import { square } from '../math/powers.ts'
import type { Features, Rule } from '../nouns/panel.ts'
import { describeRule } from './describeRule.ts'
import { describe, noiseOf } from './linear.ts'
import { panelOfRows } from './panelOfRows.ts'

export interface ConjugateOptions {
  /** Prior variance of every coefficient. @default 1 */
  readonly priorVariance?: Axis<number>
  /** Temperature τ: the power of the likelihood in the update. @default 1 */
  readonly temperature?: Axis<number>
  /** Forgetting λ in (0, 1]: how much of the past the next round keeps; the rest returns to the prior. @default 1 */
  readonly forgetting?: Axis<number>
  /** Standard deviation ς of y given z. @default 1 */
  readonly noise?: Axis<number>
  /** Prior mean of the coefficients: one number for all, or one each. @default 0 */
  readonly priorMean?: number | readonly number[]
}

export const CONJUGATE: Options<ConjugateOptions> = options('conjugate', {
  priorVariance: { axis: positiveNumber, default: 1 },
  temperature: {
    axis: positiveNumber,
    default: 1,
  },
  forgetting: {
    axis: number('in (0, 1]', { above: 0, atMost: 1 }),
    default: 1,
  },
  noise: { axis: positiveNumber, default: 1 },
  priorMean: {
    value: either<number | readonly number[]>(
      'a number, or a list of them',
      finiteNumber,
      list(finiteNumber),
    ),
    default: 0,
  },
})

export interface ConjugateState {
  /** For each expert, row-major d × d: the precision P, where forgetting needs it, and its Cholesky factor. */
  readonly precisions: Float64Array[]
  readonly factors: Float64Array[]
  /** b, with mean P⁻¹b. */
  readonly shifts: Float64Array[]
}

/**
 * The exact Gaussian posterior of a linear model, tempered, with forgetting: full covariance.
 *
 *     P ← λP + (1 − λ)P₀ + (τ/ς²)xxᵀ,   b ← λb + (1 − λ)P₀μ₀ + (τ/ς²)y·x,   θ ~ N(P⁻¹b, P⁻¹)
 *
 * Forgetting returns to the prior, not to ignorance: P cannot wind down where x stays silent. Without
 * forgetting a round costs O(d²) by a rank-one update of the factor, with it O(d³).
 */
export function conjugate(given: ConjugateOptions = {}): Rule<ConjugateState> {
  const points = CONJUGATE.points(given)
  const { priorMean } = CONJUGATE.read(given)
  const settings = points.map(describe)
  return {
    description: describeRule('conjugate', settings, { priorMean }),
    bind(context) {
      const d = context.dimension
      const capacity = points.length
      const prior = priorVector(priorMean, d)
      const gains = points.map((point) => point.temperature / square(point.noise))
      const noises = points.map((point) => noiseOf(point.noise, context))
      const solved = new Float64Array(d)

      function init(): ConjugateState {
        const diagonals = points.map((point) => diagonal(1 / point.priorVariance, d))
        return {
          precisions: points.map((point, k) => (point.forgetting < 1 ? diagonals[k] : new Float64Array(0))),
          factors: points.map((point) => diagonal(1 / Math.sqrt(point.priorVariance), d)),
          shifts: points.map((point) => prior.map((mean) => mean / point.priorVariance)),
        }
      }

      return {
        ...panelOfRows(settings, init),
        predict({ factors, shifts }, x, out) {
          for (let k = 0; k < capacity; k++) {
            for (let j = 0; j < d; j++) solved[j] = x[j]
            solveLower(factors[k], d, solved)
            out.variance[k] = dot(solved, solved, d)
            solveLowerTransposed(factors[k], d, solved)
            out.mean[k] = dot(solved, shifts[k], d)
            out.noise[k] = noises[k]
          }
          out.awake.fill(1)
        },
        update({ precisions, factors, shifts }, x, y) {
          for (let k = 0; k < capacity; k++) {
            const { forgetting: keep, priorVariance: variance } = points[k]
            for (let j = 0; j < d; j++) {
              const shift = shifts[k]
              shift[j] = keep * shift[j] + ((1 - keep) * prior[j]) / variance + gains[k] * y * x[j]
            }
            if (keep === 1) {
              const root = Math.sqrt(gains[k])
              for (let j = 0; j < d; j++) solved[j] = root * x[j]
              choleskyUpdate(factors[k], d, solved)
            } else {
              forget(precisions[k], keep, 1 / variance, gains[k], x, d)
              choleskyFactor(precisions[k], d, factors[k])
            }
          }
        },
      }
    },
  }
}

function forget(p: Float64Array, keep: number, prior: number, gain: number, x: Features, d: number): void {
  for (let i = 0; i < d; i++) {
    for (let j = 0; j <= i; j++) p[i * d + j] = keep * p[i * d + j] + gain * x[i] * x[j]
    p[i * d + i] += (1 - keep) * prior
  }
}

function priorVector(mean: number | readonly number[], d: number): Float64Array {
  if (typeof mean === 'number') return new Float64Array(d).fill(mean)
  if (mean.length !== d) {
    throw new ArgumentError(
      `priorMean must have ${d} entries, one per feature; received ${mean.length}`,
      'wrong-length',
    )
  }
  return Float64Array.from(mean)
}

function diagonal(value: number, d: number): Float64Array {
  const matrix = new Float64Array(d * d)
  for (let j = 0; j < d; j++) matrix[j * (d + 1)] = value
  return matrix
}

function dot(a: Float64Array, b: Float64Array, d: number): number {
  let sum = 0
  for (let j = 0; j < d; j++) sum += a[j] * b[j]
  return sum
}
