import type { Beliefs } from '../../nouns/beliefs.ts'
import type { Features } from '../../nouns/panel.ts'
import type { History } from '../history.ts'
import type { EachRound, GrowingFactors } from './factors.ts'
import { type Family, writeBelief } from './family.ts'
import { dotInOrder, padded, rowStart, solveEntry } from './order.ts'
import { createRows, fillRows, type Rows } from './plainKernel.ts'

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
export class PlainGrowing implements GrowingFactors {
  readonly #family: Family
  readonly #means: Float64Array
  readonly #variances: Float64Array
  #count = 0
  #capacity = 0
  #points = new Float64Array(0)
  #kernel: Rows
  #factors: readonly Factor[]

  constructor(family: Family) {
    this.#family = family
    this.#means = new Float64Array(family.kinds.length)
    this.#variances = new Float64Array(family.kinds.length)
    this.#kernel = createRows(family, 0)
    this.#factors = family.kinds.map(fresh)
  }

  replay(x: Float64Array, y: Float64Array, count: number, each?: EachRound): boolean {
    const d = this.#family.dimension
    this.free()
    for (let t = 0; t < count; t++) {
      const row = x.subarray(t * d, (t + 1) * d)
      this.believe(row)
      each?.(t, this.#means, this.#variances)
      this.observe(row, y[t])
    }
    return true
  }

  restore({ x, y, round }: History): boolean {
    return this.replay(x, y, round)
  }

  believe(x: Features): boolean {
    this.#reserve()
    fillRows(this.#family, this.#points, this.#count, x, this.#kernel)
    for (let e = 0; e < this.#factors.length; e++) this.#believe(e)
    return true
  }

  write(out: Beliefs): void {
    for (let e = 0; e < this.#factors.length; e++) {
      writeBelief(this.#family, e, this.#means[e], this.#variances[e], out)
    }
  }

  observe(x: Features, y: number): void {
    for (const factor of this.#factors) append(factor, this.#count, y)
    for (let j = 0; j < x.length; j++) this.#points[this.#count * x.length + j] = x[j]
    this.#count++
  }

  bytes(): number {
    return this.#factors.length * 8 * rowStart(this.#capacity)
  }

  free(): void {
    this.#count = this.#capacity = 0
    this.#factors = this.#family.kinds.map(fresh)
  }

  #reserve(): void {
    const [count, d] = [this.#count, this.#family.dimension]
    if (count < this.#capacity) return
    const capacity = Math.max(64, 2 * this.#capacity)
    this.#capacity = capacity
    this.#points = widened(this.#points.subarray(0, count * d), capacity * d)
    this.#kernel = createRows(this.#family, capacity)
    for (const factor of this.#factors) {
      factor.L = widened(factor.L, rowStart(capacity))
      factor.v = new Float64Array(capacity)
      factor.z = widened(factor.z, capacity)
      factor.o = widened(factor.o, capacity)
    }
  }

  #believe(e: number): void {
    const { kinds, ratios, constants } = this.#family
    const factor = this.#factors[e]
    const { L, v, z, o } = factor
    const count = this.#count
    const whole = count & ~3
    v.set(this.#kernel.rows[kinds[e]].subarray(0, count))
    v.fill(0, count, padded(count))
    for (let i = 0; i < count; i++) v[i] = solveEntry(L, v, i)
    const prior = this.#kernel.priors[kinds[e]]
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
    const spread = constants[e] / (1 + constants[e] * factor.oo)
    this.#means[e] = mean + spread * factor.oz * (1 - level)
    this.#variances[e] = g + spread * (1 - level) * (1 - level)
  }
}

/** Absorbs the row at hand as row `count`, with its y. */
function append(factor: Factor, count: number, y: number): void {
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
