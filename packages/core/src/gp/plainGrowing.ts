import type { Beliefs } from '../beliefs.ts'
import { type Family, writeBelief } from './engine.ts'
import { kernelRows } from './plainKernel.ts'
import type { GrowingEngine } from './wasmGrowing.ts'

interface Factor {
  /** Rows of L, the diagonal last. */
  rows: Float64Array[]
  /** L⁻¹y and L⁻¹1. */
  z: number[]
  o: number[]
  /** |o|² and o·z. */
  oo: number
  oz: number
  /** The row at hand, and what it says. */
  v: Float64Array
  mean: number
  level: number
  pivot: number
}

const fresh = (): Factor => ({
  rows: [],
  z: [],
  o: [],
  oo: 0,
  oz: 0,
  v: new Float64Array(0),
  mean: 0,
  level: 0,
  pivot: 1,
})

/** The same in plain TypeScript: for hosts without WebAssembly SIMD, and as an oracle. */
export function plainGrowing(family: Family): GrowingEngine {
  const { dimension: d, experts, kinds, ratios, constants } = family
  let count = 0
  let points = new Float64Array(64 * d)
  let kernel = family.bandwidths.map(() => new Float64Array(64))
  let factors = experts.map(fresh)
  const means = new Float64Array(experts.length)
  const variances = new Float64Array(experts.length)

  function reserve(): void {
    if (count < kernel[0].length) return
    const wider = new Float64Array(2 * points.length)
    wider.set(points)
    points = wider
    kernel = kernel.map((row) => new Float64Array(2 * row.length))
  }

  function believe(e: number): void {
    const factor = factors[e]
    const v = kernel[kinds[e]].slice(0, count + 1)
    let g = 1
    let mean = 0
    let level = 0
    for (let i = 0; i < count; i++) {
      const row = factor.rows[i]
      let sum = 0
      for (let j = i - 1; j >= 0; j--) sum += row[j] * v[j]
      const s = (v[i] - sum) / row[i]
      v[i] = s
      g -= s * s
      mean += s * factor.z[i]
      level += s * factor.o[i]
    }
    if (!(g > 0)) g = mean = Number.NaN
    Object.assign(factor, { v, mean, level, pivot: g + ratios[e] })
    const c = constants[e]
    const spread = c / (1 + c * factor.oo)
    means[e] = mean + spread * factor.oz * (1 - level)
    variances[e] = g + spread * (1 - level) ** 2
  }

  function append(factor: Factor, y: number): void {
    const root = Math.sqrt(factor.pivot)
    const z = (y - factor.mean) / root
    const o = (1 - factor.level) / root
    factor.v[count] = root
    factor.rows.push(factor.v)
    factor.z.push(z)
    factor.o.push(o)
    factor.oo += o * o
    factor.oz += o * z
  }

  function believeAll(x: ArrayLike<number>): void {
    reserve()
    kernelRows(family, points, count, x, kernel)
    for (let e = 0; e < experts.length; e++) believe(e)
  }

  const engine: GrowingEngine = {
    replay(x, y, rounds, each) {
      count = 0
      factors = experts.map(fresh)
      for (let t = 0; t < rounds; t++) {
        const row = x.subarray(t * d, (t + 1) * d)
        believeAll(row)
        each?.(t, means, variances)
        engine.observe(row, y[t])
      }
    },
    restore(history) {
      engine.replay(history.x, history.y, history.round)
    },
    predict(x, out: Beliefs) {
      believeAll(x)
      for (let e = 0; e < experts.length; e++) writeBelief(family, e, means[e], variances[e], out)
    },
    observe(x, y) {
      for (const factor of factors) append(factor, y)
      for (let j = 0; j < d; j++) points[count * d + j] = x[j]
      count++
    },
  }
  return engine
}
