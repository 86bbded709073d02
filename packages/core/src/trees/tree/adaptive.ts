import { type Moments, observe, variance } from '../../math/moments.ts'
import { normalCdf } from '../../math/normal.ts'
import { poisson, type Rng } from '../../math/rng.ts'
import type { Features } from '../../nouns/panel.ts'
import { withinSquares } from '../../panels/withinSquares.ts'
import type { Adwin, AdwinState } from '../adwin.ts'
import { growLeaf, watchAll } from './growth.ts'
import { leafMean, learnLeaf } from './leaf.ts'
import type { TreeSetting } from './options.ts'
import { freeSubtree, leafOf, newLeaf, type Tree } from './tree.ts'

export type AdaptiveSetting = TreeSetting & {
  readonly weight: number
  readonly driftWindow: number
  readonly driftSignificance: number
  readonly switchSignificance: number
}

/** A tree whose every node i watches its own error: |y − ŷ|'s moments, a detector, and an alternate leaf or −1. */
export interface AdaptiveTreeState {
  readonly rng: Rng
  readonly tree: Tree
  errors: Moments
  alternate: Int32Array
  readonly detectors: AdwinState[]
}

/** Makes room for a node and lets it start with no errors and no alternate. */
export function initNode(state: AdaptiveTreeState, detector: Adwin, node: number): void {
  const size = state.tree.feature.length
  if (state.alternate.length < size) {
    const { errors, alternate } = state
    state.errors = new Float64Array(3 * size)
    state.errors.set(errors)
    state.alternate = new Int32Array(size)
    state.alternate.set(alternate)
  }
  while (state.detectors.length <= node) state.detectors.push(detector.init())
  detector.reset(state.detectors[node])
  state.errors.fill(0, 3 * node, 3 * node + 3)
  state.alternate[node] = -1
}

export function childOf({ feature, threshold, left, right }: Tree, node: number, x: Features): number {
  return x[feature[node]] <= threshold[node] ? left[node] : right[node]
}

/** True if the detector has seen the error rise; a fall only restarts the average. An error that is no number says nothing. */
function errorRose(state: AdaptiveTreeState, node: number, given: number, detector: Adwin): boolean {
  if (Number.isNaN(given)) return false
  const error = withinSquares(given)
  const { errors } = state
  const before = errors[3 * node + 1]
  const drifted = detector.update(state.detectors[node], error)
  observe(errors, 3 * node, error, 1)
  if (!drifted) return false
  if (!(errors[3 * node + 1] < before)) return true
  errors.fill(0, 3 * node, 3 * node + 3)
  return false
}

/** Shows the tree an example: every branch on the way, their alternates, and the leaf. */
export function learnAdaptive(
  state: AdaptiveTreeState,
  x: Features,
  y: number,
  setting: AdaptiveSetting,
  detector: Adwin,
): void {
  const { tree } = state
  const error = Math.abs(y - leafMean(tree, leafOf(tree, tree.root, x), x, setting))
  let parent = -1
  let node = tree.root
  while (tree.feature[node] >= 0) {
    if (learnBranch(state, node, parent, x, y, error, setting, detector)) return
    parent = node
    node = childOf(tree, node, x)
  }
  learnAdaptiveLeaf(state, node, x, y, setting, detector)
}

/** One branch on the way down; true if its alternate has taken its place. */
function learnBranch(
  state: AdaptiveTreeState,
  node: number,
  parent: number,
  x: Features,
  y: number,
  error: number,
  setting: AdaptiveSetting,
  detector: Adwin,
): boolean {
  const { tree, alternate } = state
  const rose = errorRose(state, node, error, detector)
  if (alternate[node] < 0) {
    if (!rose) return false
    state.errors.fill(0, 3 * node, 3 * node + 3)
    const leaf = newLeaf(tree, tree.depth[node])
    tree.leaves++
    initNode(state, detector, leaf)
    state.alternate[node] = leaf
  } else {
    const verdict = compare(state.errors, node, alternate[node], setting)
    if (verdict > 0) {
      const replacement = alternate[node]
      replace(state, node, parent, replacement)
      if (parent < 0) learnAdaptiveLeaf(state, replacement, x, y, setting, detector)
      return true
    }
    if (verdict < 0) {
      freeSubtree(tree, alternate[node])
      alternate[node] = -1
      return false
    }
  }
  const leaf = state.alternate[node]
  if (!learnAdaptiveLeaf(state, leaf, x, y, setting, detector)) return false
  replace(state, node, parent, leaf)
  return true
}

/** 1 if the alternate errs significantly less than the branch, −1 if more, 0 if that cannot be said yet. */
function compare(errors: Moments, branch: number, alternate: number, setting: AdaptiveSetting): number {
  const [a, b] = [3 * alternate, 3 * branch]
  if (errors[a] <= setting.driftWindow || errors[b] <= setting.driftWindow) return 0
  const gap = errors[a + 1] - errors[b + 1]
  const z = gap / Math.sqrt(variance(errors, a) / errors[a] + variance(errors, b) / errors[b])
  return 2 * normalCdf(-Math.abs(z)) <= setting.switchSignificance ? (gap < 0 ? 1 : -1) : 0
}

function replace(state: AdaptiveTreeState, node: number, parent: number, replacement: number): void {
  const { tree, alternate } = state
  if (parent < 0) tree.root = replacement
  else if (tree.left[parent] === node) tree.left[parent] = replacement
  else tree.right[parent] = replacement
  alternate[node] = -1
  freeSubtree(tree, node, alternate)
}

/** A leaf, of the tree or an alternate, learns an example; true if it splits. */
function learnAdaptiveLeaf(
  state: AdaptiveTreeState,
  leaf: number,
  x: Features,
  y: number,
  setting: AdaptiveSetting,
  detector: Adwin,
): boolean {
  const { tree } = state
  const error = Math.abs(y - leafMean(tree, leaf, x, setting))
  const weight = Math.max(1, poisson(state.rng, setting.weight))
  errorRose(state, leaf, error, detector)
  watchAll(tree, leaf)
  learnLeaf(tree, leaf, x, y, weight, setting)
  if (!growLeaf(tree, leaf, setting)) return false
  for (const node of [leaf, tree.left[leaf], tree.right[leaf]]) initNode(state, detector, node)
  return true
}
