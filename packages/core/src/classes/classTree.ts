import { widened } from '../base/room.ts'
import { expectLength, expectWhole } from '../base/save/shape.ts'
import { also, finites, ints, type StateShape, shape, shorts, whole } from '../base/shape.ts'
import type { Features } from '../nouns/panel.ts'

/**
 * A tree whose nodes count classes: a node before those below it, its left child right after it. Plain data.
 */
export interface ClassTree {
  /** How many classes its nodes count. */
  classes: number
  /** A node asks whether x[feature] > threshold. */
  readonly features: Int32Array
  readonly thresholds: Float64Array
  /** Where the answer yes leads; 0 of a leaf. */
  readonly rights: Uint16Array
  /** Rows of each class that came by, node by node, up to 65,535. */
  counts: Uint16Array
}

/** Most that a count comes to: one more row would hardly move a share by then. */
const MOST = 0xffff

export function classTreeOf(dimension: number): StateShape<ClassTree> {
  const nodes = ({ features }: ClassTree): number => features.length
  const fields = shape<ClassTree>({
    classes: whole(1, Number.MAX_SAFE_INTEGER),
    features: ints(),
    thresholds: finites(nodes),
    rights: shorts(nodes),
    counts: shorts(({ classes, features }: ClassTree) => classes * features.length),
  })
  return also(fields, ({ features, rights }, path) => {
    const last = features.length - 1
    if (last < 0) expectLength(`${path}.features`, features, 1)
    features.forEach((feature, node) => {
      expectWhole(`${path}.features[]`, feature, 0, Math.max(0, dimension - 1))
      // Answers lead onwards, so that every walk ends.
      if (rights[node] !== 0) expectWhole(`${path}.rights[]`, rights[node], node + 2, last)
    })
  })
}

/** The child that x comes to next; 0 from a leaf. */
function next({ features, thresholds, rights }: ClassTree, node: number, x: Features): number {
  const right = rights[node]
  if (right === 0) return 0
  return x[features[node]] > thresholds[node] ? right : node + 1
}

/** Counts a row in every node that it comes by. */
export function countRow(tree: ClassTree, x: Features, y: number, classes: number): void {
  if (y >= tree.classes) countMore(tree, classes)
  let node = 0
  do {
    const at = node * tree.classes + y
    if (tree.counts[at] < MOST) tree.counts[at]++
    node = next(tree, node, x)
  } while (node > 0)
}

function countMore(tree: ClassTree, classes: number): void {
  const nodes = tree.features.length
  const counts = new Uint16Array(nodes * classes)
  for (let node = 0; node < nodes; node++) {
    const own = tree.counts.subarray(node * tree.classes, (node + 1) * tree.classes)
    counts.set(own, node * classes)
  }
  tree.counts = counts
  tree.classes = classes
}

/**
 * Writes P of each class: from the root to the leaf of x, at each node its frequencies and, as one row more, what the node
 * above says.
 */
export function writeChances(tree: ClassTree, x: Features, classes: number, out: Float64Array): void {
  const { counts, classes: known } = tree
  out.fill(1 / classes, 0, classes)
  let node = 0
  do {
    const at = node * known
    let rows = 1
    for (let c = 0; c < known; c++) rows += counts[at + c]
    for (let c = 0; c < classes; c++) out[c] = ((c < known ? counts[at + c] : 0) + out[c]) / rows
    node = next(tree, node, x)
  } while (node > 0)
}

/** A tree while it is grown. */
export class TreeBuilder {
  readonly #classes: number
  #features = new Int32Array(64)
  #thresholds = new Float64Array(64)
  #rights = new Uint16Array(64)
  #count = 0
  readonly #counts: number[] = []

  constructor(classes: number) {
    this.#classes = classes
  }

  /** Adds a leaf with these counts; returns its place. */
  add(counts: Float64Array): number {
    if (this.#count === this.#features.length) {
      this.#features = widened(this.#features, 2 * this.#count)
      this.#thresholds = widened(this.#thresholds, 2 * this.#count)
      this.#rights = widened(this.#rights, 2 * this.#count)
    }
    for (let c = 0; c < this.#classes; c++) this.#counts.push(Math.min(MOST, counts[c]))
    return this.#count++
  }

  /** Makes a leaf a node, whose left child is the one that was added after it. */
  split(node: number, feature: number, threshold: number, right: number): void {
    this.#features[node] = feature
    this.#thresholds[node] = threshold
    this.#rights[node] = right
  }

  build(): ClassTree {
    return {
      classes: this.#classes,
      features: this.#features.slice(0, this.#count),
      thresholds: this.#thresholds.slice(0, this.#count),
      rights: this.#rights.slice(0, this.#count),
      counts: Uint16Array.from(this.#counts),
    }
  }
}
