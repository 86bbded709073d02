/**
 * The order in which the compiled kernels add, for the plain path: every sum over a row of a factor goes by blocks of four
 * columns, even columns beside odd ones as in two SIMD lanes, and the first blocks last. Their terms are the large ones
 * when the kernel is nearly of low rank, and what is added before them is rounded at its own small size.
 * Same operations, same order, same bits: a state may move between the two paths at any round.
 */
const LATE = 16

/** Σ a[from + j]·b[j] over j < `count`, a multiple of four. */
export function dotInOrder(a: Float64Array, from: number, b: Float64Array, count: number): number {
  const late = Math.min(count, LATE)
  let even = 0
  let odd = 0
  for (let j = late, p = from + late; j < count; j += 2, p += 2) {
    even += a[p] * b[j]
    odd += a[p + 1] * b[j + 1]
  }
  for (let j = 0, p = from; j < late; j += 2, p += 2) {
    even += a[p] * b[j]
    odd += a[p + 1] * b[j + 1]
  }
  return even + odd
}

/** Length of a row of `count`, padded to whole blocks. */
export function padded(count: number): number {
  return (count + 3) & ~3
}

/** Where row i of a packed factor starts. It holds Lᵢⱼ for j < i, then 1/Lᵢᵢ. */
export function rowStart(i: number): number {
  return (i * (i + 1)) / 2
}

/** Entry i of L⁻¹v, those before it being done. */
export function solveEntry(L: Float64Array, v: Float64Array, i: number): number {
  const row = rowStart(i)
  const whole = i & ~3
  let t = v[i] - dotInOrder(L, row, v, whole)
  for (let j = whole; j < i; j++) t -= L[row + j] * v[j]
  return t * L[row + i]
}
