import { blend, FIRST, weigh } from '../memories/fast/end.ts'
import { DEFAULT_MEMORIES } from '../memories/memoryOptions.ts'
import { KERNELS, type Kernels } from './neighbours.ts'
import { type Ordered, weightedTail } from './weightedTail.ts'

/** Quantiles of the scores of the nearest rows, weighed as memories are: an aggregate for each end. */
export class NearestPool {
  readonly experts: number
  readonly recordLength: number
  readonly #ends: 1 | 2
  readonly #alpha: number
  /** By end. */
  readonly #thresholds: readonly Float64Array[]
  readonly #medians: Float64Array

  /** @param alpha the miss level asked for, of all ends together */
  constructor(ends: 1 | 2, alpha: number) {
    this.#ends = ends
    this.#alpha = alpha
    this.experts = ends * KERNELS
    this.recordLength = ends * (FIRST + this.experts)
    this.#thresholds = Array.from({ length: ends }, () => new Float64Array(this.experts))
    this.#medians = new Float64Array(this.experts)
  }

  init(): Float64Array {
    return new Float64Array(this.#ends * this.experts).fill(1 / this.experts)
  }

  /** Where an end stands in the record. */
  endAt(end: number): number {
    return end * (FIRST + this.experts)
  }

  issue(rows: Ordered, weights: Float64Array, kernels: Kernels, level: number, record: Float64Array): void {
    const [upper, lower] = this.#thresholds
    for (let k = 0; k < KERNELS; k++) {
      const near = kernels.weights[k]
      const mass = kernels.masses[k]
      if (this.#ends === 1) {
        upper[k] = rows.held > 1 ? weightedTail(rows, near, mass, level, 'values') : 0
        this.#medians[k] = upper[k] / 2
        continue
      }
      const size = rows.held > 1 ? weightedTail(rows, near, mass, level, 'sizes') : 0
      upper[k] = size
      lower[k] = size
      upper[KERNELS + k] = rows.held > 1 ? weightedTail(rows, near, mass, level / 2, 'values') : 0
      lower[KERNELS + k] = rows.held > 1 ? weightedTail(rows, near, mass, level / 2, 'negated') : 0
      this.#medians[k] = size / 2
      this.#medians[KERNELS + k] = size / 2
    }
    for (let end = 0; end < this.#ends; end++) {
      blend(this.#thresholds[end], this.#medians, weights, end * this.experts, record, this.endAt(end))
    }
  }

  weigh(weights: Float64Array, record: Float64Array, score: number): void {
    const { rate, share } = DEFAULT_MEMORIES
    for (let end = 0; end < this.#ends; end++) {
      const own = end === 0 ? score : -score
      const miss = this.#alpha / this.#ends
      weigh(weights, end * this.experts, this.experts, record, this.endAt(end), own, miss, rate, share)
    }
  }
}
