import type { GrowingFactors } from './factors.ts'
import { type Family, writeBelief } from './family.ts'
import { dotInOrder, padded, rowStart, solveEntry } from './order.ts'
import { createRows, fillRows } from './plainKernel.ts'

interface Factor {
  /** Rows of L, packed. */
  L: Float64Array
  /** The row at hand, L⁻¹y and L⁻¹1. */
  v: Float64Array
  z: Float64Array
  o: Float64Array
  /** |o|² and o·z. */
  oo: number
  oz: number
  /** What the row at hand says. */
  mean: number
  level: number
  pivot: number
}

const empty = new Float64Array(0)

function fresh(): Factor {
  return { L: empty, v: empty, z: empty, o: empty, oo: 0, oz: 0, mean: 0, level: 0, pivot: 1 }
}

function widened(array: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const wider = new Float64Array(length)
  wider.set(array)
  return wider
}

/** All data kept, in plain TypeScript: for hosts without WebAssembly SIMD or memory, and as an oracle. */
export function plainGrowing(family: Family): GrowingFactors {
  const { dimension: d, experts, kinds, ratios, constants } = family
  let count = 0
  let capacity = 0
  let points = new Float64Array(0)
  let kernel = createRows(family, 0)
  let factors = experts.map(fresh)
  const means = new Float64Array(experts.length)
  const variances = new Float64Array(experts.length)

  function clear(): void {
    count = capacity = 0
    factors = experts.map(fresh)
  }

  function reserve(): void {
    if (count < capacity) return
    capacity = Math.max(64, 2 * capacity)
    points = widened(points.subarray(0, count * d), capacity * d)
    kernel = createRows(family, capacity)
    for (const factor of factors) {
      factor.L = widened(factor.L, rowStart(capacity))
      factor.v = new Float64Array(capacity)
      factor.z = widened(factor.z, capacity)
      factor.o = widened(factor.o, capacity)
    }
  }

  function believe(e: number): void {
    const factor = factors[e]
    const { L, v, z, o } = factor
    const whole = count & ~3
    v.set(kernel.rows[kinds[e]].subarray(0, count))
    v.fill(0, count, padded(count))
    for (let i = 0; i < count; i++) v[i] = solveEntry(L, v, i)
    const prior = kernel.priors[kinds[e]]
    let g = prior - dotInOrder(v, 0, v, whole)
    let mean = dotInOrder(v, 0, z, whole)
    let level = dotInOrder(v, 0, o, whole)
    for (let j = whole; j < count; j++) {
      g -= v[j] * v[j]
      mean += v[j] * z[j]
      level += v[j] * o[j]
    }
    if (!(g > 0 || prior === 0)) g = mean = Number.NaN
    factor.mean = mean
    factor.level = level
    factor.pivot = g + ratios[e]
    const c = constants[e]
    const spread = c / (1 + c * factor.oo)
    means[e] = mean + spread * factor.oz * (1 - level)
    variances[e] = g + spread * (1 - level) * (1 - level)
  }

  function append(factor: Factor, y: number): void {
    const root = Math.sqrt(factor.pivot)
    const row = rowStart(count)
    factor.L.set(factor.v.subarray(0, count), row)
    factor.L[row + count] = 1 / root
    const z = (y - factor.mean) / root
    const o = (1 - factor.level) / root
    factor.z[count] = z
    factor.o[count] = o
    factor.oo += o * o
    factor.oz += o * z
  }

  const engine: GrowingFactors = {
    replay(x, y, rounds, each) {
      clear()
      for (let t = 0; t < rounds; t++) {
        const row = x.subarray(t * d, (t + 1) * d)
        engine.believe(row)
        each?.(t, means, variances)
        engine.observe(row, y[t])
      }
      return true
    },
    restore: (history) => engine.replay(history.x, history.y, history.round),
    believe(x) {
      reserve()
      fillRows(family, points, count, x, kernel)
      for (let e = 0; e < experts.length; e++) believe(e)
      return true
    },
    write(out) {
      for (let e = 0; e < experts.length; e++) writeBelief(family, e, means[e], variances[e], out)
    },
    observe(x, y) {
      for (const factor of factors) append(factor, y)
      for (let j = 0; j < d; j++) points[count * d + j] = x[j]
      count++
    },
    bytes: () => factors.length * 8 * rowStart(capacity),
    free: clear,
  }
  return engine
}
