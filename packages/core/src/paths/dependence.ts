import { keptPerRound } from '../math/powers.ts'
import type { Cells } from './cells.ts'
import { overlapOf } from './overlap.ts'

export interface DependenceState {
  /** For each origin and step: the error over its scale; NaN where there is none. */
  readonly errors: Float32Array
  /** Mean products of the errors of two steps of one path: the lower triangle, row by row. */
  readonly products: Float64Array
  readonly counts: Float64Array
}

const FADE = keptPerRound(200)
/** Effective errors that the growth of the scale is worth. */
const PRIOR = 4
/** Errors are clipped to so many scales. */
const LARGE = 5

/**
 * How the errors of one path depend on each other: a correlation for each pair of steps.
 *
 * It is shrunk to √(growth(j) / growth(k)), j < k: the errors of a path whose steps add independent shocks.
 */
export class Dependence {
  readonly #steps: number
  readonly #cells: Cells

  constructor(steps: number, cells: Cells) {
    this.#steps = steps
    this.#cells = cells
  }

  init(): DependenceState {
    const steps = this.#steps
    return {
      errors: new Float32Array(this.#cells.period * steps).fill(Number.NaN),
      products: new Float64Array((steps * (steps + 1)) / 2),
      counts: new Float64Array(steps),
    }
  }

  /** A path from this row is open, and no step of it has an error. */
  open({ errors }: DependenceState, origin: number): void {
    const at = (origin % this.#cells.period) * this.#steps
    errors.fill(Number.NaN, at, at + this.#steps)
  }

  /** Step k, from 0, of the path from `origin` missed by `error` scales. */
  learn({ errors, products, counts }: DependenceState, origin: number, k: number, error: number): void {
    const at = (origin % this.#cells.period) * this.#steps
    const clipped = Math.max(-LARGE, Math.min(LARGE, error))
    errors[at + k] = clipped
    counts[k] = FADE * counts[k] + 1
    const row = (k * (k + 1)) / 2
    for (let j = 0; j <= k; j++) {
      const product = clipped * errors[at + j]
      if (!Number.isNaN(product)) products[row + j] += (product - products[row + j]) / counts[k]
    }
  }

  /** Writes the correlations, row by row. */
  write({ products, counts }: DependenceState, growth: Float64Array, out: Float64Array): void {
    const steps = this.#steps
    const variance = (k: number): number => products[(k * (k + 1)) / 2 + k]
    for (let k = 0; k < steps; k++) {
      const known = counts[k] / overlapOf(k)
      out[k * steps + k] = 1
      for (let j = 0; j < k; j++) {
        const both = Math.sqrt(variance(j) * variance(k))
        const seen = both > 0 ? Math.max(-1, Math.min(1, products[(k * (k + 1)) / 2 + j] / both)) : 0
        const weight = both > 0 ? known : 0
        const value = (PRIOR * Math.sqrt(growth[j] / growth[k]) + weight * seen) / (PRIOR + weight)
        out[k * steps + j] = value
        out[j * steps + k] = value
      }
    }
  }
}
