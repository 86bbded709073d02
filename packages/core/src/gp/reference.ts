import { choleskyFactor, solveLower } from '../math/cholesky.ts'
import type { Features, Panel, Rule } from '../nouns/panel.ts'
import { type GpOptions, gpExperts, settingsOf } from './gp.ts'
import type { GpExpert } from './gpExpert.ts'
import { squaredExponential } from './kernels/index.ts'

/** All points seen, one after the other. */
export interface PointsSeen {
  readonly xs: number[][]
  readonly ys: number[]
}

/**
 * `gp` by its definition: one factor of the whole kernel matrix for every prediction. `fast/` computes the same numbers.
 *
 *     A = C + ς²I,   Cᵢⱼ = amplitude·c(xᵢ, xⱼ) + constant of the last W points,   k their covariances with f(x)
 *     f(x) ~ N(kᵀA⁻¹y, amplitude·c(x, x) + constant − kᵀA⁻¹k)
 */
export function gpReference(options: GpOptions): Rule<PointsSeen> {
  const experts = gpExperts(options)
  return { bind: ({ dimension }) => referencePanel(experts, dimension) }
}

function referencePanel(experts: readonly GpExpert[], dimension: number): Panel<PointsSeen> {
  const covariances = experts.map((expert) => covarianceOf(expert, dimension))
  return {
    capacity: experts.length,
    settings: () => settingsOf(experts),
    init: () => ({ xs: [], ys: [] }),
    predict({ xs, ys }, x, out) {
      experts.forEach(({ noise, window }, e) => {
        const from = window === null ? 0 : Math.max(0, xs.length - window)
        const { mean, variance } = posterior(covariances[e], noise, xs.slice(from), ys.slice(from), x)
        out.mean[e] = mean
        out.variance[e] = variance
        out.noise[e] = noise
        out.awake[e] = 1
      })
    },
    update({ xs, ys }, x, y) {
      xs.push(Array.from(x))
      ys.push(y)
    },
  }
}

type CovarianceOf = (a: Features, b: Features) => number

/** amplitude·c(a, b) + constant. */
function covarianceOf(expert: GpExpert, dimension: number): CovarianceOf {
  const { kernel, inverseBandwidth, scales, amplitude, constant } = expert
  const lengths = Array.from({ length: dimension }, (_, j) => inverseBandwidth * (scales?.[j] ?? 1))
  const bound = (kernel ?? squaredExponential()).bind(lengths)
  const out = new Float64Array(1)
  return (a, b) => {
    bound.row(a, { values: Float64Array.from(b), from: 0, across: 1, along: dimension, count: 1 }, out, 0)
    return amplitude * out[0] + constant
  }
}

function posterior(
  covariance: CovarianceOf,
  noise: number,
  xs: readonly Features[],
  ys: readonly number[],
  x: Features,
): { readonly mean: number; readonly variance: number } {
  const n = xs.length
  const factor = new Float64Array(n * n)
  xs.forEach((a, i) => {
    xs.forEach((b, j) => {
      factor[i * n + j] = covariance(a, b) + (i === j ? noise * noise : 0)
    })
  })
  choleskyFactor(factor, n, factor)
  const k = Float64Array.from(xs, (each) => covariance(x, each))
  const z = Float64Array.from(ys)
  solveLower(factor, n, k)
  solveLower(factor, n, z)
  return {
    mean: k.reduce((sum, value, i) => sum + value * z[i], 0),
    variance: covariance(x, x) - k.reduce((sum, value) => sum + value * value, 0),
  }
}
