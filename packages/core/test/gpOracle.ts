import { kernelExp } from '../src/gp/fast/kernelExp.ts'
import { add, dot, factor, result } from './doubleDouble.ts'

function distance(p: ArrayLike<number>, q: ArrayLike<number>): number {
  let sum = 0
  for (let j = 0; j < p.length; j++) sum += (p[j] - q[j]) * (p[j] - q[j])
  return sum
}

/**
 * Mean and variance of f(x) from a double-double factor of the window. The kernel's values are those of the engine, so that
 * oracle and engine factor the same matrix.
 */
export function oracle(
  xs: readonly Float64Array[],
  ys: readonly number[],
  x: Float64Array,
  a: number,
  noise: number,
): { mean: number; variance: number } {
  const n = xs.length
  const kernel = (p: Float64Array, q: Float64Array) => kernelExp(-(distance(p, q) * (a * a)))
  const rows = xs.map((p, i) => Float64Array.from({ length: n }, (_, j) => (i === j ? 1 : kernel(p, xs[j]))))
  for (let i = 0; i < n; i++) rows[i][i] = 1 + noise * noise
  const { high, low } = factor(
    [...rows, Float64Array.from(xs, (p) => kernel(x, p)), Float64Array.from(ys)],
    n,
  )
  dot(high[n], low[n], high[n + 1], low[n + 1], n)
  const mean = result.high + result.low
  dot(high[n], low[n], high[n], low[n], n)
  add(1, 0, -result.high, -result.low)
  return { mean, variance: result.high + result.low }
}
