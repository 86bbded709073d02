import type { Axis } from '../base/grid.ts'
import { type Options, options } from '../base/options.ts'
import { finites, from, listOf, shape } from '../base/shape.ts'
import { number, positiveNumber } from '../base/values.ts'
import { absorb, gainOf } from '../math/rankOne.ts'
import type { ClassPanel, ClassRule } from '../nouns/classRule.ts'
import type { Features } from '../nouns/panel.ts'
import { grown } from './grown.ts'
import { softmax } from './softmax.ts'

export interface SoftmaxRegressionOptions {
  /** Variance of each coefficient before anything was seen. @default 1 */
  readonly priorVariance?: Axis<number>
  /** Part of what was learnt that a round keeps, in (0, 1]. @default [1, 0.995] */
  readonly forgetting?: Axis<number>
}

export const SOFTMAX_REGRESSION: Options<SoftmaxRegressionOptions> = /* @__PURE__ */ options(
  'softmaxRegression',
  {
    priorVariance: { axis: positiveNumber, default: 1 },
    forgetting: { axis: number('in (0, 1]', { above: 0, atMost: 1 }), default: [1, 0.995] },
  },
)

interface Point {
  readonly priorVariance: number
  readonly forgetting: number
}

interface Regression {
  /** P, the covariance that the coefficients of every class have: row-major. */
  readonly covariance: Float64Array
  /** Intercept and slopes, class by class. */
  coefficients: Float64Array
}

export interface SoftmaxRegressionState {
  readonly experts: Regression[]
}

/** Least curvature of a round: one that was nearly certain says little of the coefficients, but not nothing. */
const LEAST_CURVATURE = 0.02

/**
 * Multinomial logistic regression, one Newton step a round, with one covariance for all classes.
 *
 *     p ∝ exp(Wx),   P⁻¹ ← φP⁻¹ + h·xxᵀ,   w_c ← w_c + (1{y = c} − p_c)·Px,   h = 2·max p(1 − p)
 *
 * h bounds the curvature diag(p) − ppᵀ from above by Gershgorin's circles (of two classes it is the curvature), so that a
 * round costs d² + d·classes and not the square of their number (after Böhning 1992). x has an intercept of its own.
 */
export function softmaxRegression(given: SoftmaxRegressionOptions = {}): ClassRule<SoftmaxRegressionState> {
  const points = SOFTMAX_REGRESSION.points(given)
  return {
    description: { kind: 'softmax-regression', experts: points.map((point) => ({ ...point })) },
    bind: ({ dimension }) => regressionsOf(points, dimension),
  }
}

function regressionsOf(points: readonly Point[], dimension: number): ClassPanel<SoftmaxRegressionState> {
  const d = dimension + 1
  const input = new Float64Array(d)
  const gain = new Float64Array(d)
  let margins: Float64Array = new Float64Array(0)

  function read(x: Features): void {
    input[0] = 1
    for (let j = 0; j < dimension; j++) input[j + 1] = x[j]
  }

  return {
    capacity: points.length,
    init: shape<SoftmaxRegressionState>({
      experts: from(
        listOf(shape<Regression>({ covariance: finites(d * d), coefficients: finites() }), points.length),
        () =>
          points.map(({ priorVariance }) => ({
            covariance: diagonal(d, priorVariance),
            coefficients: new Float64Array(0),
          })),
      ),
    }),
    predict({ experts }, x, classes, out) {
      read(x)
      experts.forEach((expert, k) => {
        write(expert, input, classes, out, k * classes)
      })
    },
    update({ experts }, x, y, classes) {
      read(x)
      margins = grown(margins, classes)
      points.forEach(({ forgetting: keep, priorVariance }, k) => {
        const expert = experts[k]
        expert.coefficients = grown(expert.coefficients, classes * d)
        write(expert, input, classes, margins, 0)
        let curvature = LEAST_CURVATURE
        for (let c = 0; c < classes; c++) curvature = Math.max(curvature, 2 * margins[c] * (1 - margins[c]))
        const step = learnRow(expert.covariance, input, gain, curvature, keep)
        for (let c = 0; c < classes; c++) {
          const slope = step * ((c === y ? 1 : 0) - margins[c])
          for (let j = 0; j < d; j++) expert.coefficients[c * d + j] += slope * gain[j]
        }
        if (keep < 1) loosen(expert.covariance, d, keep, priorVariance)
      })
    },
  }
}

/** P of each class, of which those that are unknown have a margin of 0. */
function write(
  { coefficients }: Regression,
  input: Float64Array,
  classes: number,
  out: Float64Array,
  at: number,
): void {
  const d = input.length
  for (let c = 0; c < classes; c++) {
    let sum = 0
    if ((c + 1) * d <= coefficients.length)
      for (let j = 0; j < d; j++) sum += coefficients[c * d + j] * input[j]
    out[at + c] = sum
  }
  softmax(out, at, classes)
}

/** P ← P after one more row of this curvature; returns what a coefficient's gradient is multiplied by, along `gain`. */
function learnRow(
  covariance: Float64Array,
  input: Float64Array,
  gain: Float64Array,
  curvature: number,
  keep: number,
): number {
  const scale = gainOf(covariance, input, 0, gain, keep / curvature)
  absorb(covariance, gain, scale)
  return 1 / (curvature * scale)
}

function diagonal(d: number, variance: number): Float64Array {
  const matrix = new Float64Array(d * d)
  for (let i = 0; i < d; i++) matrix[i * (d + 1)] = variance
  return matrix
}

/** Forgets, unless the coefficients are on average as free as at the start. */
function loosen(covariance: Float64Array, d: number, keep: number, priorVariance: number): void {
  let trace = 0
  for (let i = 0; i < d; i++) trace += covariance[i * (d + 1)]
  if (trace < d * priorVariance) for (let i = 0; i < d * d; i++) covariance[i] /= keep
}
