import { choleskyFactor, solveLower, solveLowerTransposed } from '../math/cholesky.ts'

/**
 * The w ≥ 0, Σw = 1 that minimises wᵀGw, for a Gram matrix G (K × K, row-major): the point of least norm in the hull
 * of K points, by Wolfe's method (1976), which ends after finitely many steps at the exact solution.
 */
export function minimumNorm(gram: Float64Array, size: number): Float64Array {
  let corral = [leastDiagonal(gram, size)]
  let weights = new Float64Array(size)
  weights[corral[0]] = 1
  // Each pass strictly lowers the norm, up to rounding; the bound is a guard against rounding.
  for (let pass = 0; pass < 100 * size; pass++) {
    const entering = steepest(gram, size, weights)
    if (entering < 0 || corral.includes(entering)) break
    const grown = [...corral, entering]
    const next = descend(gram, size, grown, weights)
    if (!next) break
    weights = next
    corral = indicesOf(weights)
  }
  return weights
}

/** Walks to the minimiser on the hull's faces: to the affine minimum, or as far as weights allow, and again. */
function descend(
  gram: Float64Array,
  size: number,
  start: readonly number[],
  from: Float64Array,
): Float64Array<ArrayBuffer> | undefined {
  const weights = from.slice()
  let corral = [...start]
  for (;;) {
    const target = affineMinimum(gram, size, corral)
    if (!target) return undefined
    let reach = 1
    corral.forEach((k, i) => {
      if (target[i] <= 0) reach = Math.min(reach, weights[k] / (weights[k] - target[i]))
    })
    corral.forEach((k, i) => {
      weights[k] += reach * (target[i] - weights[k])
    })
    if (reach === 1) return weights
    const last = corral.length
    corral = corral.filter((k, i) => {
      const stays = target[i] > 0 || weights[k] > 1e-15
      if (!stays) weights[k] = 0
      return stays
    })
    if (corral.length === last || corral.length === 0) return undefined
  }
}

/** argmin of wᵀGw over Σw = 1 on some experts: (G + c11ᵀ)w ∝ 1, where c changes nothing but the condition. */
function affineMinimum(
  gram: Float64Array,
  size: number,
  corral: readonly number[],
): Float64Array | undefined {
  const n = corral.length
  // The least norm and not the largest: beside a far point the digits of the near ones would be lost.
  const scale = corral.reduce((least, k) => Math.min(least, gram[k * (size + 1)]), Infinity)
  const matrix = new Float64Array(n * n)
  corral.forEach((k, i) => {
    corral.forEach((l, j) => {
      matrix[i * n + j] = gram[k * size + l] + scale
    })
  })
  if (choleskyFactor(matrix, n, matrix) >= 0) return undefined
  const solution = new Float64Array(n).fill(1)
  solveLower(matrix, n, solution)
  solveLowerTransposed(matrix, n, solution)
  const total = solution.reduce((sum, value) => sum + value, 0)
  return solution.map((value) => value / total)
}

/** The expert with the least (Gw)ₖ, of those where it is below wᵀGw by more than rounding; else −1. */
function steepest(gram: Float64Array, size: number, weights: Float64Array): number {
  const products = new Float64Array(size)
  const sizes = new Float64Array(size)
  let norm = 0
  for (let k = 0; k < size; k++) {
    for (let l = 0; l < size; l++) {
      const term = gram[k * size + l] * weights[l]
      products[k] += term
      sizes[k] += Math.abs(term)
    }
    norm += weights[k] * products[k]
  }
  let found = -1
  for (let k = 0; k < size; k++) {
    if (!(products[k] < norm - 1e-14 * (sizes[k] + norm))) continue
    if (found < 0 || products[k] < products[found]) found = k
  }
  return found
}

function leastDiagonal(gram: Float64Array, size: number): number {
  let best = 0
  for (let k = 1; k < size; k++) if (gram[k * (size + 1)] < gram[best * (size + 1)]) best = k
  return best
}

function indicesOf(weights: Float64Array): number[] {
  const indices: number[] = []
  for (let k = 0; k < weights.length; k++) if (weights[k] > 0) indices.push(k)
  return indices
}
