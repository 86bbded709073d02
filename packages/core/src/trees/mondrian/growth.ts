import { logAddExp } from '../../math/logSumExp.ts'
import { observe } from '../../math/moments.ts'
import { exponential, type Rng, uniform } from '../../math/rng.ts'
import type { Features } from '../../nouns/panel.ts'
import { type MondrianForm, type MondrianTree, newNode } from './tree.ts'

/** How far x lies outside the node's box, summed over the features. */
function extension({ dimension: d, lower, upper }: MondrianTree, node: number, x: Features): number {
  let sum = 0
  for (let j = 0, i = node * d; j < d; j++, i++) {
    if (x[j] < lower[i]) sum += lower[i] - x[j]
    else if (x[j] > upper[i]) sum += x[j] - upper[i]
  }
  return sum
}

/** A feature, drawn in proportion to how far x lies outside the box along it. */
function drawFeature(
  { dimension: d, lower, upper }: MondrianTree,
  node: number,
  x: Features,
  mark: number,
): number {
  let rest = mark
  let last = 0
  for (let j = 0, i = node * d; j < d; j++, i++) {
    const gap = x[j] < lower[i] ? lower[i] - x[j] : x[j] - upper[i]
    if (!(gap > 0)) continue
    last = j
    rest -= gap
    if (rest < 0) break
  }
  return last
}

/** Extends the node's box to x. */
function extend({ dimension: d, lower, upper, seen }: MondrianTree, node: number, x: Features): void {
  const first = seen[node] === 0
  for (let j = 0, i = node * d; j < d; j++, i++) {
    if (first || x[j] < lower[i]) lower[i] = x[j]
    if (first || x[j] > upper[i]) upper[i] = x[j]
  }
}

/** Counts y at a node whose box holds x. */
function see(tree: MondrianTree, node: number, y: number, step: number): void {
  const { moments } = tree
  const at = 3 * tree.source[node]
  const miss = moments[at + 1] - y
  tree.weight[node] -= (step * miss * miss) / 2
  observe(moments, at, y, 1)
  tree.seen[node]++
}

/**
 * Cuts the node at the given time between its box and x: it keeps its place and history, one child is what it
 * was, the other a new leaf for x, which is returned.
 */
function cut(
  tree: MondrianTree,
  node: number,
  rng: Rng,
  x: Features,
  time: number,
  outside: number,
  form: MondrianForm,
): number {
  const d = tree.dimension
  const feature = drawFeature(tree, node, x, outside * uniform(rng))
  const above = x[feature] > tree.upper[node * d + feature]
  const from = above ? tree.upper[node * d + feature] : x[feature]
  const to = above ? x[feature] : tree.lower[node * d + feature]
  const old = moveDown(tree, node, time, form)
  const leaf = newNode(tree, node, time)
  tree.feature[node] = feature
  tree.threshold[node] = from + (to - from) * uniform(rng)
  tree.left[node] = above ? old : leaf
  tree.right[node] = above ? leaf : old
  return leaf
}

/** A child of the node that is all the node has been so far. */
function moveDown(tree: MondrianTree, node: number, time: number, form: MondrianForm): number {
  const d = tree.dimension
  const old = newNode(tree, node, time)
  tree.left[old] = tree.left[node]
  tree.right[old] = tree.right[node]
  if (tree.left[old] >= 0) tree.parent[tree.left[old]] = tree.parent[tree.right[old]] = old
  tree.feature[old] = tree.feature[node]
  tree.threshold[old] = tree.threshold[node]
  tree.weight[old] = tree.weight[node]
  tree.logWeight[old] = tree.logWeight[node]
  if (form === 'river-0.20') {
    // Its mean stays the parent's, and its box is that of no example.
    tree.source[old] = tree.source[node]
    return old
  }
  tree.seen[old] = tree.seen[node]
  tree.moments.copyWithin(3 * old, 3 * node, 3 * node + 3)
  tree.lower.copyWithin(d * old, d * node, d * (node + 1))
  tree.upper.copyWithin(d * old, d * node, d * (node + 1))
  return old
}

export interface GrowthOptions {
  /** Step η of the aggregation over prunings. */
  readonly step: number
  /** Nodes at which a tree stops growing. */
  readonly maxNodes: number
  /** Examples that a node must have seen before it is cut. */
  readonly cutAfter: number
  readonly form: MondrianForm
}

/** Shows the tree an example: extends it as the Mondrian process would, then reweights the way back up. */
export function learnMondrian(
  tree: MondrianTree,
  rng: Rng,
  x: Features,
  y: number,
  options: GrowthOptions,
): void {
  const leaf = descend(tree, rng, x, y, options)
  for (let node = leaf; node >= 0; node = tree.parent[node]) {
    const { left, right, weight, logWeight } = tree
    logWeight[node] =
      left[node] < 0
        ? weight[node]
        : logAddExp(weight[node], logWeight[left[node]] + logWeight[right[node]]) - Math.LN2
  }
}

function descend(
  tree: MondrianTree,
  rng: Rng,
  x: Features,
  y: number,
  { step, maxNodes, cutAfter, form }: GrowthOptions,
): number {
  let node = 0
  if (tree.seen[0] === 0) {
    extend(tree, node, x)
    see(tree, node, y, 0)
    return node
  }
  for (;;) {
    const outside = extension(tree, node, x)
    const isRipe = cutAfter === 1 || tree.seen[node] >= cutAfter
    if (outside > 0 && isRipe && tree.used + 2 <= maxNodes) {
      const time = tree.time[node] + exponential(rng) / outside
      if (tree.left[node] < 0 || time < tree.time[tree.left[node]]) {
        const leaf = cut(tree, node, rng, x, time, outside, form)
        extend(tree, node, x)
        see(tree, node, y, step)
        extend(tree, leaf, x)
        see(tree, leaf, y, 0)
        return leaf
      }
    }
    if (outside > 0) extend(tree, node, x)
    see(tree, node, y, step)
    if (tree.left[node] < 0) return node
    node = x[tree.feature[node]] <= tree.threshold[node] ? tree.left[node] : tree.right[node]
  }
}
