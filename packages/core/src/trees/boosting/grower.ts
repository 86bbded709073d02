import { widened } from '../../base/room.ts'
import { expectWhole } from '../../base/save/shape.ts'
import { also, bytes, floats, ints, type StateShape, shape, whole } from '../../base/shape.ts'
import { placeOf, type Rows } from '../../panels/rows.ts'
import type { Absolute } from './absolute.ts'
import { BINS, binOf, isAbove, thresholdsOf } from './bins.ts'
import { addTree, type GrownTree, predictTrees, type Trees, treesOf } from './trees.ts'

/** Trees that are being grown, and what is left over of each row by those that are there. Plain data. */
export interface Growth {
  readonly trees: Trees
  /** Features whose thresholds are found. Trees grow when all are. */
  binned: number
  /** Room for as many rows as are kept. */
  rest: Float64Array
  /** Row-major, one bin for each feature of each row. */
  bins: Uint8Array
  readonly thresholds: Float64Array
  /** How many thresholds each feature has. */
  readonly cuts: Int32Array
}

export interface GrowOptions {
  readonly trees: number
  readonly depth: number
  /** What a tree corrects of what is left over. */
  readonly shrinkage: number
  /** Fewest rows in a leaf. */
  readonly leaf: number
  /** Rows of nothing that are added to each leaf. */
  readonly ridge: number
}

/** Grows trees one by one, over the last rows of a stream, at most so many of so many features. */
export class Grower {
  readonly #dimension: number
  readonly #options: GrowOptions
  readonly #column: Float64Array
  /** The node of its level that each row is in. */
  readonly #nodes: Uint8Array
  /** The first bin of each feature, all features' bins side by side; then how many bins there are. */
  readonly #starts: Int32Array
  /** For each node of a level and each bin: Σ rest, then the number of rows. */
  readonly #sums: Float64Array
  /** The same of the level above. */
  readonly #above: Float64Array
  readonly #sizes: Int32Array
  /** 1 for each node of a level whose rows are summed up, and those rows. */
  readonly #own: Uint8Array
  readonly #summed: Int32Array
  /** For each node of a level: the feature that it splits, and the last bin that goes to the left. */
  readonly #features: Int32Array
  readonly #lasts: Int32Array
  readonly #tree: GrownTree

  /** Of trees that are grown, and of what `start` makes. */
  readonly trees: StateShape<Trees>
  readonly shape: StateShape<Growth>

  constructor(rows: number, dimension: number, options: GrowOptions) {
    const leaves = 1 << options.depth
    this.trees = treesOf(options.trees, Math.min(options.trees * (leaves - 1), dimension * BINS))
    this.#tree = {
      features: new Int32Array(leaves - 1),
      thresholds: new Float64Array(leaves - 1),
      leaves: new Float64Array(leaves),
    }
    this.shape = shape<Growth>({
      trees: this.trees,
      binned: whole(0, dimension),
      rest: floats(),
      bins: bytes(({ rest }: Growth) => rest.length * dimension),
      thresholds: floats(dimension * BINS),
      cuts: also(ints(dimension), (cuts, path) => {
        for (const cut of cuts) expectWhole(`${path}[]`, cut, 0, BINS - 1)
      }),
    })
    this.#dimension = dimension
    this.#options = options
    this.#column = new Float64Array(rows)
    this.#nodes = new Uint8Array(rows)
    this.#summed = new Int32Array(rows)
    this.#starts = new Int32Array(dimension + 1)
    const widest = 1 << (options.depth - 1)
    this.#sums = new Float64Array(2 * Math.max(2 * widest, widest * dimension * BINS))
    this.#above = new Float64Array(Math.max(2, widest) * dimension * BINS)
    this.#sizes = new Int32Array(2 * widest)
    this.#own = new Uint8Array(2 * widest)
    this.#features = new Int32Array(widest)
    this.#lasts = new Int32Array(widest)
  }

  /** Begins with no tree and no threshold. */
  start({ ys }: Rows): Growth {
    const d = this.#dimension
    return {
      trees: this.trees(),
      binned: 0,
      rest: new Float64Array(ys.length),
      bins: new Uint8Array(ys.length * d),
      thresholds: new Float64Array(d * BINS),
      cuts: new Int32Array(d),
    }
  }

  /**
   * Finds the thresholds of at most so many features more, for sorting them all takes longer than growing some trees.
   *
   * @returns whether all are found, so that trees can grow; the mean of the rows is what they start from
   */
  prepare(growth: Growth, rows: Rows, features: number): boolean {
    const d = this.#dimension
    if (growth.binned === d) return true
    const end = Math.min(d, growth.binned + features)
    for (; growth.binned < end; growth.binned++) this.#bin(growth, rows, growth.binned)
    if (end < d) return false
    const { trees, rest } = growth
    const { ys, count } = rows
    for (let i = 0; i < count; i++) trees.base += ys[i] / count
    for (let i = 0; i < count; i++) rest[i] = ys[i] - trees.base
    return true
  }

  #bin({ bins, thresholds, cuts }: Growth, { xs, count }: Rows, j: number): void {
    const d = this.#dimension
    for (let i = 0; i < count; i++) this.#column[i] = xs[i * d + j]
    cuts[j] = thresholdsOf(this.#column, count, thresholds.subarray(j * BINS, (j + 1) * BINS))
    for (let i = 0; i < count; i++) bins[i * d + j] = binOf(xs[i * d + j], thresholds, j * BINS, cuts[j])
  }

  /** Takes in the newest row, while trees are being grown. */
  take(growth: Growth, rows: Rows): void {
    const d = this.#dimension
    const room = rows.ys.length
    if (growth.rest.length < room) {
      growth.rest = widened(growth.rest, room)
      growth.bins = widened(growth.bins, room * d)
    }
    const { trees, binned, bins, thresholds, cuts, rest } = growth
    const place = placeOf(rows, rows.count - 1)
    const x = rows.xs.subarray(place * d, (place + 1) * d)
    for (let j = 0; j < binned; j++) bins[place * d + j] = binOf(x[j], thresholds, j * BINS, cuts[j])
    rest[place] = rows.ys[place] - predictTrees(trees, x)
  }

  /** Grows one more tree, which fits what the ones before it leave over: in squared loss, unless another is given. */
  grow(growth: Growth, rows: number, loss?: Absolute): void {
    const { depth } = this.#options
    const starts = this.#starts
    for (let j = 0; j < this.#dimension; j++) starts[j + 1] = starts[j] + growth.cuts[j] + 1
    this.#nodes.fill(0, 0, rows)
    this.#tree.features.fill(-1)
    const wanted = loss ? loss.slopes(growth.rest, rows) : growth.rest
    for (let level = 0; level < depth; level++) {
      this.#tally(growth.bins, wanted, level, rows)
      for (let n = 0; n < 1 << level; n++) this.#chooseSplit(growth, (1 << level) - 1 + n, n)
      if (level < depth - 1) this.#send(growth, level, rows)
    }
    this.#settle(growth, rows, loss)
    addTree(growth.trees, this.#tree)
  }

  /** Sends the rows of a level on, and counts them where they go. */
  #send({ bins }: Growth, level: number, rows: number): void {
    const d = this.#dimension
    const nodes = this.#nodes
    const sizes = this.#sizes.fill(0, 0, 2 << level)
    const features = this.#features
    const lasts = this.#lasts
    for (let i = 0; i < rows; i++) {
      const node = nodes[i]
      const next = 2 * node + isAbove(bins[i * d + features[node]], lasts[node])
      nodes[i] = next
      sizes[next]++
    }
  }

  /** The sums of a level: of two siblings the smaller one is summed up, the other is what their parent leaves. */
  #tally(bins: Uint8Array, rest: Float64Array, level: number, rows: number): void {
    const d = this.#dimension
    const nodes = this.#nodes
    const sums = this.#sums
    const above = this.#above
    const sizes = this.#sizes
    const starts = this.#starts
    const size = 2 * starts[d]
    const parents = level === 0 ? 0 : 1 << (level - 1)
    above.set(sums.subarray(0, parents * size))
    sums.fill(0, 0, (1 << level) * size)
    const own = this.#own
    for (let n = 0; n < 1 << level; n++) own[n] = level === 0 || isSmaller(sizes, n) ? 1 : 0
    const summed = this.#summed
    let count = 0
    for (let i = 0; i < rows; i++) {
      summed[count] = i
      count += own[nodes[i]]
    }
    for (let k = 0; k < count; k++) {
      const i = summed[k]
      const start = nodes[i] * size
      const left = rest[i]
      const row = i * d
      let j = 0
      // Two features at a time: the second need not wait for what the first has written.
      for (; j + 1 < d; j += 2) {
        const at = start + 2 * (starts[j] + bins[row + j])
        const other = start + 2 * (starts[j + 1] + bins[row + j + 1])
        const sum = sums[at] + left
        const ofSum = sums[at + 1] + 1
        const otherSum = sums[other] + left
        const otherCount = sums[other + 1] + 1
        sums[at] = sum
        sums[at + 1] = ofSum
        sums[other] = otherSum
        sums[other + 1] = otherCount
      }
      if (j < d) {
        const at = start + 2 * (starts[j] + bins[row + j])
        sums[at] += left
        sums[at + 1]++
      }
    }
    for (let n = 0; n < 2 * parents; n++) {
      if (isSmaller(sizes, n)) continue
      const own = n * size
      const sibling = (n ^ 1) * size
      const parent = (n >> 1) * size
      for (let b = 0; b < size; b++) sums[own + b] = above[parent + b] - sums[sibling + b]
    }
  }

  #chooseSplit({ thresholds, cuts }: Growth, split: number, node: number): void {
    const { leaf, ridge } = this.#options
    const sums = this.#sums
    const starts = this.#starts
    const start = 2 * node * starts[this.#dimension]
    this.#features[node] = 0
    this.#lasts[node] = BINS
    let total = 0
    let count = 0
    for (let b = 0; b < starts[1]; b++) {
      total += sums[start + 2 * b]
      count += sums[start + 2 * b + 1]
    }
    if (count < 2 * leaf) return
    const whole = (total * total) / (count + ridge)
    let most = 1e-12
    for (let j = 0; j < this.#dimension; j++) {
      const from = start + 2 * starts[j]
      let left = 0
      let below = 0
      for (let b = 0; b < cuts[j]; b++) {
        left += sums[from + 2 * b]
        below += sums[from + 2 * b + 1]
        if (below < leaf) continue
        if (count - below < leaf) break
        const right = total - left
        const gain = (left * left) / (below + ridge) + (right * right) / (count - below + ridge) - whole
        if (gain <= most) continue
        most = gain
        this.#tree.features[split] = j
        this.#tree.thresholds[split] = thresholds[j * BINS + b]
        this.#features[node] = j
        this.#lasts[node] = b
      }
    }
  }

  /** Sends the rows into the leaves, gives each leaf its shrunk mean, or what another loss asks for, and takes it off what is left over. */
  #settle({ bins, rest }: Growth, rows: number, loss: Absolute | undefined): void {
    const d = this.#dimension
    const { depth, shrinkage, ridge } = this.#options
    const width = 1 << depth
    const nodes = this.#nodes
    const features = this.#features
    const lasts = this.#lasts
    const sums = this.#sums.fill(0, 0, 2 * width)
    for (let i = 0; i < rows; i++) {
      const node = nodes[i]
      const leaf = 2 * node + isAbove(bins[i * d + features[node]], lasts[node])
      nodes[i] = leaf
      sums[2 * leaf] += rest[i]
      sums[2 * leaf + 1]++
    }
    const { leaves } = this.#tree
    for (let l = 0; l < width; l++) {
      const count = sums[2 * l + 1]
      leaves[l] = count > 0 ? (shrinkage * sums[2 * l]) / (count + ridge) : 0
    }
    if (loss) loss.settle(rest, nodes, rows, shrinkage, leaves)
    for (let i = 0; i < rows; i++) rest[i] -= leaves[nodes[i]]
  }
}

/** Of two siblings one is the smaller; the left one if they are equal. */
function isSmaller(sizes: Int32Array, node: number): boolean {
  const sibling = node ^ 1
  return sizes[node] < sizes[sibling] || (sizes[node] === sizes[sibling] && node < sibling)
}
