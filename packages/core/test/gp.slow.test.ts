import { describe, expect, it } from 'vitest'
import { createBeliefs } from '../src/beliefs.ts'
import { plainBackend, wasmBackend } from '../src/gp/backend.ts'
import { gpOn } from '../src/gp/gp.ts'
import { integerBelow, logDensity, normal, type Rng, seededRng, uniform } from '../src/index.ts'
import { add, dot, factor, result } from './doubleDouble.ts'

/** The kernels' own exponential, operation by operation, so that oracle and engine factor the same matrix. */
function kernelExp(x: number): number {
  const argument = Math.max(x, -708)
  const shifted = argument * Math.LOG2E + 6755399441055744
  const n = shifted - 6755399441055744
  const r = argument - n * 6.9314718036912382e-1 - n * 1.9082149292705877e-10
  let p = 1 / 6227020800
  for (let i = 12, f = 479001600; i >= 2; f /= i, i--) p = p * r + 1 / f
  p = p * (r * r) + r
  return (p + 1) * 2 ** n
}

function distance(p: ArrayLike<number>, q: ArrayLike<number>): number {
  let sum = 0
  for (let j = 0; j < p.length; j++) sum += (p[j] - q[j]) ** 2
  return sum
}

/** Mean and variance of f(x) from a double-double factor of the window. */
function oracle(xs: Float64Array[], ys: number[], x: Float64Array, a: number, noise: number) {
  const n = xs.length
  const kernel = (p: Float64Array, q: Float64Array) => kernelExp(-(distance(p, q) * a ** 2))
  const rows = xs.map((p, i) => Float64Array.from({ length: n }, (_, j) => (i === j ? 1 : kernel(p, xs[j]))))
  for (let i = 0; i < n; i++) rows[i][i] = 1 + noise ** 2
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

const paths: Record<string, (t: number, rng: Rng) => number[]> = {
  uniform: (_t, rng) => [uniform(rng), uniform(rng), uniform(rng)],
  smooth: (t) => [Math.sin(0.035 * t), Math.cos(0.035 * t), Math.sin(0.0071 * t)],
  repeated: (_t, rng) => {
    const i = integerBelow(rng, 40)
    return [Math.sin(i), Math.cos(3 * i), Math.sin(7 * i)]
  },
}

const W = 250
const BANDWIDTHS = [0.5, 2]
const cases = Object.keys(paths).flatMap((path) =>
  [0.25, 1e-2, 1e-4, 1e-6].map((square) => ({ path, square })),
)

describe.each([
  ['wasm', wasmBackend()!, 100_000],
  ['plain', plainBackend, 3_000],
] as const)('on the %s path', (_name, backend, rounds) => {
  it.each(cases)('keeps 8 digits: $path path, noise² = $square', ({ path, square }) => {
    const rng = seededRng(7)
    const noise = Math.sqrt(square)
    const panel = gpOn(() => backend, { inverseBandwidth: BANDWIDTHS, noise, window: W }).bind({
      loss: logDensity,
      dimension: 3,
      seed: 0,
    })
    const state = panel.init()
    const beliefs = createBeliefs(BANDWIDTHS.length)
    const xs: Float64Array[] = []
    const ys: number[] = []
    let worst = 0
    for (let t = 0; t < rounds; t++) {
      const x = Float64Array.from(paths[path](t, rng))
      panel.predict(state, x, beliefs)
      // Checked at scattered phases of the rebuilding clock, and at the end.
      if (t >= W && (t % Math.floor(rounds / 15.37) === 0 || t > rounds - 3)) {
        BANDWIDTHS.forEach((a, k) => {
          const { mean, variance } = oracle(xs, ys, x, a, noise)
          const scale = variance + square
          worst = Math.max(
            worst,
            Math.abs(beliefs.mean[k] - mean) / Math.sqrt(scale),
            Math.abs(beliefs.variance[k] - variance) / scale,
          )
        })
      }
      const y = Math.sin(3 * x[0]) + x[1] * x[2] + noise * normal(rng)
      panel.update(state, x, y, beliefs)
      xs.push(x)
      ys.push(y)
      if (xs.length > W) {
        xs.shift()
        ys.shift()
      }
    }
    expect(worst).toBeLessThan(1e-8)
  })
})
