import { choleskyFactor, solveLower, solveLowerTransposed } from '../math/cholesky.ts'

/**
 * The w ≥ 0, Σw = 1 that minimises wᵀGw, for a Gram matrix G (K × K, row-major): the point of least norm in the hull
 * of K points, by Wolfe's method (1976), which ends after finitely many steps at the exact solution.
 */
export function minimumNorm(gram: Float64Array, size: number): Float64Array {
  let largest = 0
  for (let k = 0; k < size; k++) largest = Math.max(largest, gram[k * size + k])
  let corral = [leastDiagonal(gram, size)]
  let weights = new Float64Array(size)
  weights[corral[0]] = 1
  // Each pass strictly lowers the norm, up to rounding; the bound is a guard against rounding.
  for (let pass = 0; pass < 100 * size; pass++) {
    const entering = steepest(gram, size, weights, largest)
    if (entering < 0 || corral.includes(entering)) break
    const grown = [...corral, entering]
    const next = descend(gram, size, grown, weights, largest)
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
  scale: number,
): Float64Array<ArrayBuffer> | undefined {
  const weights = from.slice()
  let corral = [...start]
  for (;;) {
    const target = affineMinimum(gram, size, corral, scale)
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
  scale: number,
): Float64Array | undefined {
  const n = corral.length
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

/** The expert with the least (Gw)ₖ, if that is below wᵀGw by more than rounding; else −1. */
function steepest(gram: Float64Array, size: number, weights: Float64Array, scale: number): number {
  let norm = 0
  let least = Infinity
  let found = -1
  for (let k = 0; k < size; k++) {
    let product = 0
    for (let l = 0; l < size; l++) product += gram[k * size + l] * weights[l]
    norm += weights[k] * product
    if (product < least) {
      least = product
      found = k
    }
  }
  return least < norm - 1e-14 * scale ? found : -1
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
