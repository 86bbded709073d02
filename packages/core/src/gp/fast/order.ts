/**
 * The order in which the compiled kernels add, for the plain path. A sum over a row of a factor goes in two parts, the first
 * columns by themselves: their terms are the large ones when the kernel is nearly of low rank, and the others are then
 * rounded at their own small size. In each part even columns stand beside odd ones, as in two SIMD lanes.
 * Same operations, same order, same bits: a state may move between the two paths at any round.
 */
const HEAD = 16

/** Σ a[at + j]·b[j] over from ≤ j < to, both even. */
function part(a: Float64Array, at: number, b: Float64Array, from: number, to: number): number {
  let even = 0
  let odd = 0
  for (let j = from, p = at + from; j < to; j += 2, p += 2) {
    even += a[p] * b[j]
    odd += a[p + 1] * b[j + 1]
  }
  return even + odd
}

/** Σ a[at + j]·b[j] over j < `count`, a multiple of four. */
export function dotInOrder(a: Float64Array, at: number, b: Float64Array, count: number): number {
  const head = Math.min(count, HEAD)
  return part(a, at, b, 0, head) + part(a, at, b, head, count)
}

/** value − Σ a[at + j]·b[j] over j < `count`, a multiple of four. */
export function minusDot(value: number, a: Float64Array, at: number, b: Float64Array, count: number): number {
  const head = Math.min(count, HEAD)
  return value - part(a, at, b, 0, head) - part(a, at, b, head, count)
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
  let t = minusDot(v[i], L, row, v, whole)
  for (let j = whole; j < i; j++) t -= L[row + j] * v[j]
  return t * L[row + i]
}
