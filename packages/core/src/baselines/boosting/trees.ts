import { BINS, binOf, thresholdsOf } from './bins.ts'

/** Trees of one depth D, one after the other: 2ᴰ − 1 splits and 2ᴰ leaves each. Plain data. */
export interface Trees {
  /** How many are grown. */
  count: number
  /** Where the sum of the trees starts from. */
  base: number
  /** Split s asks whether x[feature] > threshold; a feature of −1 sends every x to the left. */
  readonly features: Float64Array
  readonly thresholds: Float64Array
  readonly leaves: Float64Array
}

export function createTrees(count: number, depth: number): Trees {
  const width = 1 << depth
  return {
    count: 0,
    base: 0,
    features: new Float64Array(count * (width - 1)).fill(-1),
    thresholds: new Float64Array(count * (width - 1)),
    leaves: new Float64Array(count * width),
  }
}

/** base + the leaves that x falls into. */
export function predictTrees(trees: Trees, depth: number, x: ArrayLike<number>): number {
  const width = 1 << depth
  let sum = trees.base
  for (let m = 0; m < trees.count; m++) {
    let node = 0
    for (let level = 0; level < depth; level++) {
      const at = m * (width - 1) + node
      const feature = trees.features[at]
      const right = feature >= 0 && x[feature] > trees.thresholds[at]
      node = 2 * node + (right ? 2 : 1)
    }
    sum += trees.leaves[m * width + node - (width - 1)]
  }
  return sum
}

export interface GrowOptions {
  readonly depth: number
  /** What a tree corrects of what is left over. */
  readonly shrinkage: number
  /** Fewest rows in a leaf. */
  readonly leaf: number
  /** Rows of nothing that are added to each leaf. */
  readonly ridge: number
}

/** Room to grow trees in, for so many rows of so many features. */
export class Grower {
  readonly #dimension: number
  readonly #options: GrowOptions
  readonly #bins: Uint8Array
  readonly #thresholds: Float64Array
  readonly #counts: Int32Array
  readonly #column: Float64Array
  readonly #rest: Float64Array
  readonly #nodes: Int32Array
  readonly #sums: Float64Array
  readonly #tally: Float64Array

  constructor(rows: number, dimension: number, options: GrowOptions) {
    this.#dimension = dimension
    this.#options = options
    this.#bins = new Uint8Array(rows * dimension)
    this.#thresholds = new Float64Array(dimension * BINS)
    this.#counts = new Int32Array(dimension)
    this.#column = new Float64Array(rows)
    this.#rest = new Float64Array(rows)
    this.#nodes = new Int32Array(rows)
    const widest = 1 << (options.depth - 1)
    this.#sums = new Float64Array(widest * dimension * BINS)
    this.#tally = new Float64Array(widest * dimension * BINS)
  }

  /** Boosts squared loss over the first `rows` rows: each tree fits what the ones before it leave over. */
  grow(trees: Trees, xs: Float64Array, ys: Float64Array, rows: number): void {
    const { depth } = this.#options
    const width = 1 << depth
    this.#bin(xs, rows)
    trees.base = 0
    for (let i = 0; i < rows; i++) trees.base += ys[i] / rows
    for (let i = 0; i < rows; i++) this.#rest[i] = ys[i] - trees.base
    trees.count = trees.leaves.length / width
    trees.features.fill(-1)
    for (let m = 0; m < trees.count; m++) {
      this.#nodes.fill(0, 0, rows)
      for (let level = 0; level < depth; level++) this.#split(trees, m * (width - 1), level, rows)
      this.#settle(trees, m, rows)
    }
  }

  #bin(xs: Float64Array, rows: number): void {
    const d = this.#dimension
    for (let j = 0; j < d; j++) {
      for (let i = 0; i < rows; i++) this.#column[i] = xs[i * d + j]
      const room = this.#thresholds.subarray(j * BINS, (j + 1) * BINS)
      this.#counts[j] = thresholdsOf(this.#column, rows, room)
      for (let i = 0; i < rows; i++) {
        this.#bins[i * d + j] = binOf(xs[i * d + j], this.#thresholds, j * BINS, this.#counts[j])
      }
    }
  }

  /** Splits all nodes of one level where that explains most, and sends the rows on. */
  #split(trees: Trees, offset: number, level: number, rows: number): void {
    const d = this.#dimension
    const first = (1 << level) - 1
    const size = d * BINS
    const sums = this.#sums
    const tally = this.#tally
    sums.fill(0, 0, (1 << level) * size)
    tally.fill(0, 0, (1 << level) * size)
    for (let i = 0; i < rows; i++) {
      const start = (this.#nodes[i] - first) * size
      const rest = this.#rest[i]
      for (let j = 0; j < d; j++) {
        const at = start + j * BINS + this.#bins[i * d + j]
        sums[at] += rest
        tally[at]++
      }
    }
    for (let n = 0; n < 1 << level; n++) this.#chooseSplit(trees, offset + first + n, n * size)
    for (let i = 0; i < rows; i++) {
      const node = this.#nodes[i]
      const feature = trees.features[offset + node]
      const right =
        feature >= 0 &&
        this.#bins[i * d + feature] >
          binOf(trees.thresholds[offset + node], this.#thresholds, feature * BINS, this.#counts[feature])
      this.#nodes[i] = 2 * node + (right ? 2 : 1)
    }
  }

  #chooseSplit(trees: Trees, split: number, start: number): void {
    const { leaf, ridge } = this.#options
    let most = 1e-12
    for (let j = 0; j < this.#dimension; j++) {
      const from = start + j * BINS
      let sum = 0
      let count = 0
      for (let b = 0; b < BINS; b++) {
        sum += this.#sums[from + b]
        count += this.#tally[from + b]
      }
      let left = 0
      let below = 0
      for (let b = 0; b < this.#counts[j]; b++) {
        left += this.#sums[from + b]
        below += this.#tally[from + b]
        if (below < leaf) continue
        if (count - below < leaf) break
        const right = sum - left
        const gain =
          (left * left) / (below + ridge) +
          (right * right) / (count - below + ridge) -
          (sum * sum) / (count + ridge)
        if (gain <= most) continue
        most = gain
        trees.features[split] = j
        trees.thresholds[split] = this.#thresholds[j * BINS + b]
      }
    }
  }

  /** Gives each leaf its shrunk mean, and takes it off what is left over. */
  #settle(trees: Trees, m: number, rows: number): void {
    const { depth, shrinkage, ridge } = this.#options
    const width = 1 << depth
    const sums = this.#sums
    const tally = this.#tally
    sums.fill(0, 0, width)
    tally.fill(0, 0, width)
    for (let i = 0; i < rows; i++) {
      const at = this.#nodes[i] - (width - 1)
      sums[at] += this.#rest[i]
      tally[at]++
    }
    const leaves = trees.leaves.subarray(m * width, (m + 1) * width)
    for (let l = 0; l < width; l++) leaves[l] = tally[l] > 0 ? (shrinkage * sums[l]) / (tally[l] + ridge) : 0
    for (let i = 0; i < rows; i++) this.#rest[i] -= leaves[this.#nodes[i] - (width - 1)]
  }
}
