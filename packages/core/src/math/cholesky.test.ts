import { CholeskyDecomposition, Matrix } from 'ml-matrix'
import { describe, expect, it } from 'vitest'
import {
  choleskyFactor,
  choleskyUpdate,
  logDeterminant,
  solveLower,
  solveLowerTransposed,
} from './cholesky.ts'
import { normal, seededRng } from './rng.ts'

const sizes = [1, 2, 3, 4, 5, 8, 17, 40]

/** B Bᵀ + I for a random B: positive definite, and not by much in each direction. */
function positiveDefinite(n: number, seed: number): Float64Array {
  const rng = seededRng(seed)
  const b = Float64Array.from({ length: n * n }, () => normal(rng))
  const a = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      for (let k = 0; k < n; k++) a[i * n + j] += b[i * n + k] * b[j * n + k]
    }
    a[i * n + i] += 1
  }
  return a
}

function factor(a: Float64Array, n: number): Float64Array {
  const l = new Float64Array(n * n)
  expect(choleskyFactor(a, n, l)).toBe(-1)
  return l
}

function expectClose(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number): void {
  expect(actual.length).toBe(expected.length)
  for (let i = 0; i < actual.length; i++) {
    expect(Math.abs(actual[i] - expected[i])).toBeLessThanOrEqual(
      tolerance * Math.max(1, Math.abs(expected[i])),
    )
  }
}

describe('choleskyFactor', () => {
  it.each(sizes)('agrees with ml-matrix at n = %i', (n) => {
    const a = positiveDefinite(n, n)
    const expected = new CholeskyDecomposition(Matrix.from1DArray(n, n, a)).lowerTriangularMatrix.to1DArray()
    expectClose(factor(a, n), expected, 1e-13)
  })

  it('works in place, and leaves the upper triangle alone', () => {
    const a = positiveDefinite(5, 3)
    const l = factor(a, 5)
    const upper = a[3]
    expect(choleskyFactor(a, 5, a)).toBe(-1)
    for (let i = 0; i < 5; i++) expectClose(a.slice(i * 5, i * 5 + i + 1), l.slice(i * 5, i * 5 + i + 1), 0)
    expect(a[3]).toBe(upper)
  })

  it.each([
    ['singular', [1, 1, 0, 1, 1, 0, 0, 0, 1], 1],
    ['indefinite', [1, 0, 0, 0, 1, 0, 0, 0, -1], 2],
    ['NaN', [NaN, 0, 0, 0, 1, 0, 0, 0, 1], 0],
    ['infinite', [1, 0, 0, 0, Infinity, 0, 0, 0, 1], 1],
  ])('names the lost pivot of a matrix that is %s, and does not throw', (_name, a, pivot) => {
    expect(choleskyFactor(Float64Array.from(a), 3, new Float64Array(9))).toBe(pivot)
  })
})

describe('choleskyUpdate', () => {
  it.each(sizes)('gives the factor of A + x xᵀ at n = %i', (n) => {
    const a = positiveDefinite(n, 100 + n)
    const rng = seededRng(n)
    const x = Float64Array.from({ length: n }, () => 3 * normal(rng))
    const l = factor(a, n)
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) a[i * n + j] += x[i] * x[j]
    choleskyUpdate(l, n, x)
    expectClose(l, factor(a, n), 1e-13)
  })

  it('does not drift over ten thousand updates', () => {
    const rng = seededRng(8)
    const a = Float64Array.of(1, 0, 0, 1)
    const l = a.slice()
    for (let t = 0; t < 10_000; t++) {
      const x = Float64Array.of(normal(rng), normal(rng))
      for (let i = 0; i < 2; i++) for (let j = 0; j < 2; j++) a[i * 2 + j] += x[i] * x[j]
      choleskyUpdate(l, 2, x)
    }
    expectClose(l, factor(a, 2), 1e-12)
  })
})

describe('solving', () => {
  it.each(sizes)('solveLower then solveLowerTransposed multiplies by A⁻¹ at n = %i', (n) => {
    const a = positiveDefinite(n, 200 + n)
    const l = factor(a, n)
    const b = Float64Array.from({ length: n }, (_, i) => i - 1.5)
    const x = b.slice()
    solveLower(l, n, x)
    solveLowerTransposed(l, n, x)
    const product = Float64Array.from({ length: n }, (_, i) =>
      x.reduce((sum, v, j) => sum + a[i * n + j] * v, 0),
    )
    expectClose(product, b, 1e-11)
  })

  it('logDeterminant is that of A, even where the determinant would overflow', () => {
    expect(logDeterminant(factor(Float64Array.of(4, 2, 2, 3), 2), 2)).toBeCloseTo(Math.log(8), 14)
    const n = 200
    const a = new Float64Array(n * n)
    for (let i = 0; i < n; i++) a[i * n + i] = 1e6
    expect(logDeterminant(factor(a, n), n)).toBeCloseTo(n * Math.log(1e6), 9)
  })
})
