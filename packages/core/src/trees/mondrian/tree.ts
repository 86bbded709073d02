import { doubleArrays } from '../../base/room.ts'
import { expectTrees, expectWhole } from '../../base/save/shape.ts'
import { also, floats, from, ints, type StateShape, shape, whole } from '../../base/shape.ts'
import { type Moments, variance } from '../../math/moments.ts'
import type { Features } from '../../nouns/panel.ts'
import type { Prediction } from '../../panels/regressor.ts'

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
export function mondrianOf(dimension: number, room: number = START): StateShape<MondrianTree> {
  const all = (each: number) => (tree: MondrianTree) => each * tree.left.length
  const some = (each = 1): StateShape<Float64Array> =>
    from(floats(all(each)), () => new Float64Array(each * room))
  const links = from(ints(all(1)), () => new Int32Array(room))
  const fields = shape<MondrianTree>({
    dimension: whole(dimension, dimension),
    used: whole(0),
    left: links,
    right: links,
    parent: links,
    feature: links,
    seen: links,
    source: links,
    threshold: some(),
    time: some(),
    weight: some(),
    logWeight: some(),
    moments: some(3),
    lower: some(dimension),
    upper: some(dimension),
  })
  const fresh = (): MondrianTree => {
    const tree = fields()
    newNode(tree, -1, 0)
    return tree
  }
  return also(from(fields, fresh), expectLinks)
}

/** Refuses a tree whose links lead out of its nodes or in circles. */
function expectLinks(tree: MondrianTree, path: string): void {
  const used = expectWhole(`${path}.used`, tree.used, 1, tree.left.length)
  const isBranch = (node: number): boolean => tree.left[node] !== -1
  const seen = expectTrees(path, [0], tree, used, isBranch)
  expectWhole(`the parent of the root of ${path}`, tree.parent[0], -1, -1)
  for (let node = 0; node < used; node++) {
    expectWhole(`${path}.source[]`, tree.source[node], 0, node)
    if (!seen[node] || !isBranch(node)) continue
    expectWhole(`${path}.feature[]`, tree.feature[node], 0, tree.dimension - 1)
    for (const child of [tree.left[node], tree.right[node]]) {
      expectWhole(`a link of ${path}`, child, 1, used - 1)
      expectWhole(`${path}.parent[]`, tree.parent[child], node, node)
    }
  }
}

/** A node that has seen nothing. */
export function newNode(tree: MondrianTree, parent: number, time: number): number {
  const node = tree.used++
  if (node === tree.left.length) doubleArrays(tree)
  tree.left[node] = tree.right[node] = -1
  tree.source[node] = node
  tree.parent[node] = parent
  tree.time[node] = time
  return node
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
