import { expectLength, expectShape, expectTrees, expectWhole } from '../../base/save/shape.ts'
import { type Moments, variance } from '../../math/moments.ts'
import type { Features } from '../../nouns/panel.ts'
import type { Prediction } from '../../panels/regressor.ts'
import { grownFloats, grownInts } from '../tree/observers.ts'

/** What a node keeps when it moves down: all it was, or as River 0.20 has it the mean of its parent and no box. */
export type MondrianForm = 'corrected' | 'river-0.20'

/**
 * A Mondrian tree as parallel arrays: node 0 is the root, node i a leaf where left[i] is −1.
 *
 * A node is made at its `time`; `lower` and `upper` bound the examples it has seen, `weight` is −η times its
 * cumulated loss and `logWeight` that of all prunings below it. `moments` of a node are those of its `source`,
 * which is the node itself unless it shares them.
 */
export interface MondrianTree {
  readonly dimension: number
  used: number
  left: Int32Array
  right: Int32Array
  parent: Int32Array
  feature: Int32Array
  seen: Int32Array
  source: Int32Array
  threshold: Float64Array
  time: Float64Array
  weight: Float64Array
  logWeight: Float64Array
  moments: Moments
  lower: Float64Array
  upper: Float64Array
}

const START = 16

/** @param room for how many nodes at first: it doubles when they are taken */
export function createMondrianTree(dimension: number, room: number = START): MondrianTree {
  const tree: MondrianTree = {
    dimension,
    used: 0,
    left: new Int32Array(room),
    right: new Int32Array(room),
    parent: new Int32Array(room),
    feature: new Int32Array(room),
    seen: new Int32Array(room),
    source: new Int32Array(room),
    threshold: new Float64Array(room),
    time: new Float64Array(room),
    weight: new Float64Array(room),
    logWeight: new Float64Array(room),
    moments: new Float64Array(3 * room),
    lower: new Float64Array(dimension * room),
    upper: new Float64Array(dimension * room),
  }
  newNode(tree, -1, 0)
  return tree
}

/** Refuses a tree whose links lead out of its nodes or in circles. */
export function acceptMondrian(tree: MondrianTree, dimension: number): void {
  const fresh = createMondrianTree(dimension)
  expectShape(tree, fresh, 'tree', { grows: true })
  expectWhole('tree.dimension', tree.dimension, dimension, dimension)
  const size = tree.left.length
  for (const [name, array] of Object.entries(fresh)) {
    if (!ArrayBuffer.isView(array)) continue
    const length = ((array as Float64Array).length / START) * size
    expectLength(`tree.${name}`, tree[name as keyof MondrianTree] as unknown as Float64Array, length)
  }
  const used = expectWhole('tree.used', tree.used, 1, size)
  const isBranch = (node: number): boolean => tree.left[node] !== -1
  const seen = expectTrees('tree', [0], tree, used, isBranch)
  expectWhole('the parent of the root', tree.parent[0], -1, -1)
  for (let node = 0; node < used; node++) {
    expectWhole('tree.source[]', tree.source[node], 0, node)
    if (!seen[node] || !isBranch(node)) continue
    expectWhole('tree.feature[]', tree.feature[node], 0, dimension - 1)
    for (const child of [tree.left[node], tree.right[node]]) {
      expectWhole('a link of tree', child, 1, used - 1)
      expectWhole('tree.parent[]', tree.parent[child], node, node)
    }
  }
}

/** A node that has seen nothing. */
export function newNode(tree: MondrianTree, parent: number, time: number): number {
  const node = tree.used++
  if (node === tree.left.length) double(tree)
  tree.left[node] = tree.right[node] = -1
  tree.source[node] = node
  tree.parent[node] = parent
  tree.time[node] = time
  return node
}

function double(tree: MondrianTree): void {
  const size = 2 * tree.left.length
  tree.left = grownInts(tree.left, size)
  tree.right = grownInts(tree.right, size)
  tree.parent = grownInts(tree.parent, size)
  tree.feature = grownInts(tree.feature, size)
  tree.seen = grownInts(tree.seen, size)
  tree.source = grownInts(tree.source, size)
  tree.threshold = grownFloats(tree.threshold, size)
  tree.time = grownFloats(tree.time, size)
  tree.weight = grownFloats(tree.weight, size)
  tree.logWeight = grownFloats(tree.logWeight, size)
  tree.moments = grownFloats(tree.moments, 3 * size)
  tree.lower = grownFloats(tree.lower, tree.dimension * size)
  tree.upper = grownFloats(tree.upper, tree.dimension * size)
}

/**
 * The tree's aggregated prediction at x, from the leaf up.
 *
 *     ŷ ← ½w·mean + (1 − ½w)·ŷ,   w = exp(weight − logWeight)
 *
 * The variance is that of the same mixture; a node of one example has that of the nearest node above it.
 */
export function predictMondrian(tree: MondrianTree, x: Features, out: Prediction): void {
  const { left, right, parent, feature, threshold, moments, source } = tree
  let node = 0
  while (left[node] >= 0) node = x[feature[node]] <= threshold[node] ? left[node] : right[node]
  out.mean = moments[3 * source[node] + 1]
  out.spread = 0
  let known = moments[3 * source[node]] > 1
  if (known) out.residual = variance(moments, 3 * source[node])
  for (node = parent[node]; node >= 0; node = parent[node]) {
    const share = Math.min(1, 0.5 * Math.exp(tree.weight[node] - tree.logWeight[node]))
    const gap = moments[3 * source[node] + 1] - out.mean
    const own = variance(moments, 3 * source[node])
    out.residual = known ? out.residual + share * (own - out.residual) : own
    out.residual += share * (1 - share) * gap * gap
    out.mean += share * gap
    known = true
  }
}
