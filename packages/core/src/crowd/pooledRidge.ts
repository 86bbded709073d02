import { choleskyFactor, solveLower, solveLowerTransposed } from '../math/cholesky.ts'

/** Sums that ridge regressions are solved from. Plain data. */
export interface RidgeSums {
  /** XᵀX: lower triangles, row by row, of one set of features after the other. */
  readonly gram: Float64Array
  /** Xᵀz of each target of each set. */
  readonly moment: Float64Array
}

/**
 * Ridge regressions of several targets on the same features, solved from sums.
 *
 * Sums of many series can be added in any grouping that is agreed upon, which a recursive update cannot.
 */
export class PooledRidge {
  readonly sets: number
  readonly dimension: number
  readonly targets: number
  readonly #ridge: number
  readonly #triangle: number
  readonly #matrix: Float64Array
  readonly #side: Float64Array

  constructor(sets: number, dimension: number, targets: number, ridge: number) {
    this.sets = sets
    this.dimension = dimension
    this.targets = targets
    this.#ridge = ridge
    this.#triangle = (dimension * (dimension + 1)) / 2
    this.#matrix = new Float64Array(dimension * dimension)
    this.#side = new Float64Array(dimension)
  }

  sums(): RidgeSums {
    return {
      gram: new Float64Array(this.sets * this.#triangle),
      moment: new Float64Array(this.sets * this.targets * this.dimension),
    }
  }

  weights(): Float64Array {
    return new Float64Array(this.sets * this.targets * this.dimension)
  }

  /** Adds a row to a set: features from `at` on, a target each. */
  add(
    sums: RidgeSums,
    set: number,
    x: ArrayLike<number>,
    at: number,
    targets: ArrayLike<number>,
    weight: number,
  ): void {
    const d = this.dimension
    const { gram, moment } = sums
    for (let r = 0, p = set * this.#triangle; r < d; r++) {
      const xr = weight * x[at + r]
      if (xr === 0) {
        p += r + 1
        continue
      }
      for (let c = 0; c <= r; c++) gram[p++] += xr * x[at + c]
      for (let j = 0; j < this.targets; j++) moment[(set * this.targets + j) * d + r] += xr * targets[j]
    }
  }

  /** Solves every set. One whose matrix is lost keeps its weights. */
  solve({ gram, moment }: RidgeSums, out: Float64Array): void {
    const d = this.dimension
    for (let set = 0; set < this.sets; set++) {
      for (let r = 0, p = set * this.#triangle; r < d; r++) {
        for (let c = 0; c <= r; c++) this.#matrix[r * d + c] = gram[p++]
        this.#matrix[r * d + r] += this.#ridge
      }
      if (choleskyFactor(this.#matrix, d, this.#matrix) >= 0) continue
      for (let j = 0; j < this.targets; j++) {
        const at = (set * this.targets + j) * d
        this.#side.set(moment.subarray(at, at + d))
        solveLower(this.#matrix, d, this.#side)
        solveLowerTransposed(this.#matrix, d, this.#side)
        out.set(this.#side, at)
      }
    }
  }

  predict(weights: Float64Array, set: number, target: number, x: ArrayLike<number>): number {
    const from = (set * this.targets + target) * this.dimension
    let sum = 0
    for (let i = 0; i < this.dimension; i++) sum += weights[from + i] * x[i]
    return sum
  }
}
