import { choleskyFactor, solveLower, solveLowerTransposed } from '../math/cholesky.ts'
import { dot } from '../math/dot.ts'

/** Shares of the diagonal that are added where rounding made a pivot negative. */
const JITTERS = [0, 1e-15, 1e-13, 1e-11, 1e-9]

interface SaddleStep {
  readonly weights: Float64Array
  readonly slopes: Float64Array
}

/**
 * Solves, for any right sides a and b,
 *
 *     R⁻¹ Δw + Xᵀ Δs = a
 *     X Δw − C Δs = b
 *
 * with positive diagonals R and C, by the smaller of C + X R Xᵀ (one row per round) and R⁻¹ + Xᵀ C⁻¹ X (one per expert).
 * Undefined if rounding left no positive pivot.
 */
export function saddleSystem(
  matrix: readonly Float64Array[],
  reach: Float64Array,
  compliance: Float64Array,
): ((a: Float64Array, b: Float64Array) => SaddleStep) | undefined {
  return matrix.length <= reach.length
    ? byRounds(matrix, reach, compliance)
    : byExperts(matrix, reach, compliance)
}

type Solver = ReturnType<typeof saddleSystem>

function byRounds(matrix: readonly Float64Array[], reach: Float64Array, compliance: Float64Array): Solver {
  const n = matrix.length
  const normal = new Float64Array(n * n)
  const scaled = new Float64Array(reach.length)
  for (let t = 0; t < n; t++) {
    for (let k = 0; k < reach.length; k++) scaled[k] = reach[k] * matrix[t][k]
    for (let r = 0; r <= t; r++) normal[t * n + r] = dot(scaled, matrix[r])
    normal[t * (n + 1)] += compliance[t]
  }
  const solve = factored(normal, n)
  if (!solve) return undefined
  return (a, b) => {
    const pushed = a.map((value, k) => reach[k] * value)
    const slopes = solve(Float64Array.from(matrix, (row, t) => dot(row, pushed) - b[t]))
    const pulled = transposed(matrix, slopes, reach.length)
    return { slopes, weights: a.map((value, k) => reach[k] * (value - pulled[k])) }
  }
}

function byExperts(matrix: readonly Float64Array[], reach: Float64Array, compliance: Float64Array): Solver {
  const n = reach.length
  const normal = new Float64Array(n * n)
  matrix.forEach((row, t) => {
    for (let k = 0; k < n; k++) {
      const stiff = row[k] / compliance[t]
      if (stiff === 0) continue
      for (let l = 0; l <= k; l++) normal[k * n + l] += stiff * row[l]
    }
  })
  for (let k = 0; k < n; k++) normal[k * (n + 1)] += 1 / reach[k]
  const solve = factored(normal, n)
  if (!solve) return undefined
  return (a, b) => {
    const pulled = transposed(
      matrix,
      b.map((value, t) => value / compliance[t]),
      n,
    )
    const weights = solve(a.map((value, k) => value + pulled[k]))
    return {
      weights,
      slopes: Float64Array.from(matrix, (row, t) => (dot(row, weights) - b[t]) / compliance[t]),
    }
  }
}

/** The solver of a positive definite matrix, of which the lower triangle is given. */
function factored(normal: Float64Array, n: number): ((right: Float64Array) => Float64Array) | undefined {
  const factor = new Float64Array(n * n)
  for (const jitter of JITTERS) {
    factor.set(normal)
    for (let i = 0; i < n; i++) factor[i * (n + 1)] *= 1 + jitter
    if (choleskyFactor(factor, n, factor) >= 0) continue
    return (right) => {
      const solution = right.slice()
      solveLower(factor, n, solution)
      solveLowerTransposed(factor, n, solution)
      return solution
    }
  }
  return undefined
}

/** Xᵀ s. */
export function transposed(
  matrix: readonly Float64Array[],
  slopes: ArrayLike<number>,
  size: number,
): Float64Array {
  const sums = new Float64Array(size)
  matrix.forEach((row, t) => {
    for (let k = 0; k < size; k++) sums[k] += slopes[t] * row[k]
  })
  return sums
}
