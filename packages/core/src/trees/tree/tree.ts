import type { Moments } from '../../math/moments.ts'
import {
  createObservers,
  grownFloats,
  grownInts,
  type Observers,
  release,
  resetObservers,
} from './observers.ts'

/**
 * A growing regression tree as parallel arrays: node i is a leaf where feature[i] is −1.
 *
 * Freed nodes are linked through `left`. `width` is the number of features a leaf watches for splits.
 */
export interface Tree {
  readonly dimension: number
  readonly width: number
  root: number
  used: number
  free: number
  leaves: number
  feature: Int32Array
  threshold: Float64Array
  left: Int32Array
  right: Int32Array
  depth: Int32Array
  /** Count, mean and scatter of the outcomes. */
  moments: Moments
  /** Weight at the last attempt to split. */
  attempted: Float64Array
  /** Decayed squared errors of the mean and of the linear model, and the decayed count of both. */
  errors: Float64Array
  /** dimension coefficients and an intercept for each node. */
  model: Float64Array
  /** The features each leaf watches, `width` of them; the first is −1 until they are drawn. */
  watched: Int32Array
  /** Root of each watched feature's candidates, or −1, and their number. */
  candidates: Int32Array
  candidateCount: Int32Array
  readonly observers: Observers
}

const START = 8

export function createTree(dimension: number, width: number): Tree {
  const tree: Tree = {
    dimension,
    width,
    root: 0,
    used: 0,
    free: -1,
    leaves: 1,
    feature: new Int32Array(START),
    threshold: new Float64Array(START),
    left: new Int32Array(START),
    right: new Int32Array(START),
    depth: new Int32Array(START),
    moments: new Float64Array(3 * START),
    attempted: new Float64Array(START),
    errors: new Float64Array(3 * START),
    model: new Float64Array((dimension + 1) * START),
    watched: new Int32Array(width * START),
    candidates: new Int32Array(width * START),
    candidateCount: new Int32Array(width * START),
    observers: createObservers(16 * (width || 1)),
  }
  resetTree(tree)
  return tree
}

/** Back to one empty leaf; the arrays keep their size. */
export function resetTree(tree: Tree): void {
  tree.used = 0
  tree.free = -1
  tree.leaves = 1
  resetObservers(tree.observers)
  tree.root = newLeaf(tree, 0)
}

function doubleNodes(tree: Tree): void {
  const size = 2 * tree.feature.length
  tree.feature = grownInts(tree.feature, size)
  tree.threshold = grownFloats(tree.threshold, size)
  tree.left = grownInts(tree.left, size)
  tree.right = grownInts(tree.right, size)
  tree.depth = grownInts(tree.depth, size)
  tree.moments = grownFloats(tree.moments, 3 * size)
  tree.attempted = grownFloats(tree.attempted, size)
  tree.errors = grownFloats(tree.errors, 3 * size)
  tree.model = grownFloats(tree.model, (tree.dimension + 1) * size)
  tree.watched = grownInts(tree.watched, tree.width * size)
  tree.candidates = grownInts(tree.candidates, tree.width * size)
  tree.candidateCount = grownInts(tree.candidateCount, tree.width * size)
}

/** An empty leaf with a zero model. */
export function newLeaf(tree: Tree, depth: number): number {
  const { width, dimension } = tree
  let node = tree.free
  if (node >= 0) tree.free = tree.left[node]
  else {
    node = tree.used++
    if (node === tree.feature.length) doubleNodes(tree)
  }
  tree.feature[node] = -1
  tree.left[node] = tree.right[node] = -1
  tree.depth[node] = depth
  tree.moments.fill(0, 3 * node, 3 * node + 3)
  tree.attempted[node] = 0
  tree.errors.fill(0, 3 * node, 3 * node + 3)
  tree.model.fill(0, (dimension + 1) * node, (dimension + 1) * (node + 1))
  tree.watched.fill(-1, width * node, width * (node + 1))
  tree.candidates.fill(-1, width * node, width * (node + 1))
  tree.candidateCount.fill(0, width * node, width * (node + 1))
  return node
}

/** Gives a leaf's candidates back: before it splits, is pruned, or stops growing. */
export function releaseCandidates(tree: Tree, leaf: number): void {
  for (let slot = leaf * tree.width; slot < (leaf + 1) * tree.width; slot++) {
    release(tree.observers, tree.candidates[slot])
    tree.candidates[slot] = -1
    tree.candidateCount[slot] = 0
  }
}

/** The leaf that x falls into, from `node` down. */
export function leafOf(tree: Tree, node: number, x: ArrayLike<number>): number {
  const { feature, threshold, left, right } = tree
  let at = node
  for (let j = feature[at]; j >= 0; j = feature[at]) at = x[j] <= threshold[at] ? left[at] : right[at]
  return at
}

/** Gives a subtree's nodes back, with the leaves hung beside its branches by `alternate`. */
export function freeSubtree(tree: Tree, node: number, alternate?: Int32Array): void {
  if (node < 0) return
  if (tree.feature[node] >= 0) {
    freeSubtree(tree, tree.left[node], alternate)
    freeSubtree(tree, tree.right[node], alternate)
    if (alternate) freeSubtree(tree, alternate[node])
  } else {
    releaseCandidates(tree, node)
    tree.leaves--
  }
  tree.left[node] = tree.free
  tree.free = node
}
