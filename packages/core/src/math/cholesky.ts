/**
 * Cholesky factor L of a symmetric positive definite A = L Lᵀ, n × n, row-major.
 *
 * Returns −1, or the index of the first pivot that was not positive and finite: a lost pivot is an
 * answer, not an exception. Only lower triangles are read or written, so `out` may be `a`.
 */
export function choleskyFactor(a: Float64Array, n: number, out: Float64Array): number {
  for (let i = 0; i < n; i++) {
    const row = i * n
    for (let j = 0; j < i; j++) {
      out[row + j] = (a[row + j] - dot(out, row, j * n, j)) / out[j * n + j]
    }
    const pivot = a[row + i] - dot(out, row, row, i)
    if (!(pivot > 0 && pivot < Infinity)) return i
    out[row + i] = Math.sqrt(pivot)
  }
  return -1
}

// Four partial sums, because one would wait for each addition to finish.
function dot(m: Float64Array, p: number, q: number, length: number): number {
  let s0 = 0
  let s1 = 0
  let s2 = 0
  let s3 = 0
  let k = 0
  for (; k + 3 < length; k += 4) {
    s0 += m[p + k] * m[q + k]
    s1 += m[p + k + 1] * m[q + k + 1]
    s2 += m[p + k + 2] * m[q + k + 2]
    s3 += m[p + k + 3] * m[q + k + 3]
  }
  for (; k < length; k++) s0 += m[p + k] * m[q + k]
  return s0 + s1 + (s2 + s3)
}

/**
 * Overwrites L with the factor of L Lᵀ + x xᵀ, by n plane rotations, in O(n²).
 *
 * **Destroys x**, which serves as scratch.
 */
export function choleskyUpdate(l: Float64Array, n: number, x: Float64Array): void {
  for (let k = 0; k < n; k++) {
    const pivot = l[k * n + k]
    // Not Math.hypot, which is many times slower: no pivot worth having squares to 0 or ∞.
    const radius = Math.sqrt(pivot * pivot + x[k] * x[k])
    const cosine = pivot / radius
    const sine = x[k] / radius
    l[k * n + k] = radius
    // Down the column: strided, yet as fast as along rows, where each step would wait for the last.
    for (let i = k + 1, at = i * n + k; i < n; i++, at += n) {
      const entry = l[at]
      l[at] = cosine * entry + sine * x[i]
      x[i] = cosine * x[i] - sine * entry
    }
  }
}

/** Overwrites b with L⁻¹ b. */
export function solveLower(l: Float64Array, n: number, b: Float64Array): void {
  for (let i = 0; i < n; i++) {
    const row = i * n
    let sum = b[i]
    for (let k = 0; k < i; k++) sum -= l[row + k] * b[k]
    b[i] = sum / l[row + i]
  }
}

/** Overwrites b with L⁻ᵀ b; after `solveLower`, that is A⁻¹ b. */
export function solveLowerTransposed(l: Float64Array, n: number, b: Float64Array): void {
  for (let i = n - 1; i >= 0; i--) {
    const row = i * n
    const value = b[i] / l[row + i]
    b[i] = value
    for (let k = 0; k < i; k++) b[k] -= l[row + k] * value
  }
}

/** log det A = 2 Σ log Lᵢᵢ: of A = L Lᵀ, not of L. */
export function logDeterminant(l: Float64Array, n: number): number {
  let sum = 0
  for (let i = 0; i < n; i++) sum += Math.log(l[i * n + i])
  return 2 * sum
}
