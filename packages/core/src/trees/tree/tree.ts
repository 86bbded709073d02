import { doubleArrays } from '../../base/room.ts'
import { expectFree, expectPlaces, expectTrees, expectWhole } from '../../base/save/shape.ts'
import { also, floats, from, ints, type StateShape, shape, whole } from '../../base/shape.ts'
import type { Moments } from '../../math/moments.ts'
import { expectCandidates, type Observers, observersOf, release, resetObservers } from './observers.ts'

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

/** More nodes than these are no tree's. */
const MOST = 16777216

/**
 * A tree over so many features, of which a leaf watches `width`.
 *
 * @param alternates for each node the root of another tree beside it, or −1; of the record that the tree is part of
 */
export function treeOf(
  dimension: number,
  width: number,
  alternates: (record: unknown) => Int32Array | undefined = () => undefined,
): StateShape<Tree> {
  const all = (each: number) => (tree: Tree) => each * tree.feature.length
  const some = (each = 1): StateShape<Float64Array> =>
    from(floats(all(each)), () => new Float64Array(each * START))
  const links = (each = 1): StateShape<Int32Array> =>
    from(ints(all(each)), () => new Int32Array(each * START))
  const fields = shape<Tree>({
    dimension: whole(dimension, dimension),
    width: whole(width, width),
    root: whole(0),
    used: whole(1),
    free: whole(-1),
    leaves: whole(1),
    feature: links(),
    threshold: some(),
    left: links(),
    right: links(),
    depth: links(),
    moments: some(3),
    attempted: some(),
    errors: some(3),
    model: some(dimension + 1),
    watched: links(width),
    candidates: links(width),
    candidateCount: links(width),
    observers: observersOf(16 * (width || 1)),
  })
  const fresh = (): Tree => {
    const tree = fields()
    resetTree(tree)
    return tree
  }
  return also(from(fields, fresh), (tree, path, record) => expectLinks(tree, path, alternates(record)))
}

export function createTree(dimension: number, width: number): Tree {
  return treeOf(dimension, width)()
}

/** Refuses a tree whose links lead out of its nodes, in circles, or to features that there are none of. */
function expectLinks(tree: Tree, path: string, beside: Int32Array | undefined): void {
  const { dimension, width, feature, left, right, root, candidates } = tree
  expectWhole(`the size of ${path}`, feature.length, 1, MOST)
  const used = expectWhole(`${path}.used`, tree.used, 1, feature.length)
  expectWhole(`${path}.leaves`, tree.leaves, 1, used)
  expectWhole(`${path}.root`, root, 0, used - 1)
  expectPlaces(`${path}.feature`, feature, dimension - 1)
  expectPlaces(`${path}.watched`, tree.watched, dimension - 1)
  const isBranch = (node: number): boolean => feature[node] >= 0
  const seen = expectTrees(path, [root], { left, right, beside }, used, isBranch)
  const roots: number[] = []
  for (let node = 0; node < used; node++) {
    if (!seen[node]) continue
    for (const child of isBranch(node) ? [left[node], right[node]] : [])
      expectWhole(`a link of ${path}`, child, 0, used - 1)
    for (let slot = node * width; slot < (node + 1) * width; slot++)
      if (candidates[slot] !== -1) roots.push(candidates[slot])
  }
  expectFree(path, tree.free, left, seen)
  expectCandidates(tree.observers, roots, `${path}.observers`)
}

/** Back to one empty leaf; the arrays keep their size. */
export function resetTree(tree: Tree): void {
  tree.used = 0
  tree.free = -1
  tree.leaves = 1
  resetObservers(tree.observers)
  tree.root = newLeaf(tree, 0)
}

/** An empty leaf with a zero model. */
export function newLeaf(tree: Tree, depth: number): number {
  const { width, dimension } = tree
  let node = tree.free
  if (node >= 0) tree.free = tree.left[node]
  else {
    node = tree.used++
    if (node === tree.feature.length) doubleArrays(tree)
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
