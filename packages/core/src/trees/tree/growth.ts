import { bestCandidate, copyCandidate, createCandidate, dropBadCandidates } from './candidates.ts'
import { isFull } from './leaf.ts'
import { sizeOf } from './observers.ts'
import type { TreeSetting } from './options.ts'
import { newLeaf, releaseCandidates, type Tree } from './tree.ts'

const candidate = createCandidate()
const best = createCandidate()

/** Tries to split a leaf that has gathered its grace period of weight; true if it did. */
export function growLeaf(tree: Tree, leaf: number, setting: TreeSetting): boolean {
  const weight = tree.moments[3 * leaf]
  if (weight - tree.attempted[leaf] < setting.gracePeriod || isFull(tree, leaf, setting)) return false
  tree.attempted[leaf] = weight
  return attemptSplit(tree, leaf, setting)
}

/**
 * Splits if the best feature beats the second by the Hoeffding bound, or the bound is below τ.
 *
 *     second / best < 1 − ε,   ε = √(log(1/δ) / 2n)
 *
 * Among equal features the last watched is best: a tie, which only order decides.
 */
function attemptSplit(tree: Tree, leaf: number, setting: TreeSetting): boolean {
  const { width, moments, observers, candidates, watched } = tree
  let second = -Infinity
  let feature = -1
  best.merit = -Infinity
  for (let slot = leaf * width; slot < (leaf + 1) * width; slot++) {
    bestCandidate(observers, candidates[slot], moments, 3 * leaf, setting.minSamples, candidate)
    if (candidate.merit >= best.merit) {
      second = best.merit
      feature = watched[slot]
      copyCandidate(candidate, best)
    } else if (candidate.merit > second) second = candidate.merit
  }
  if (!(best.merit > 0)) return false
  const bound = Math.sqrt(Math.log(1 / setting.significance) / (2 * moments[3 * leaf]))
  const ratio = second / best.merit
  if (ratio < 1 - bound || bound < setting.tieThreshold) {
    split(tree, leaf, feature)
    return true
  }
  for (let slot = leaf * width; second > 0 && slot < (leaf + 1) * width; slot++) {
    const failed = { bestMerit: best.merit, ratio, bound }
    candidates[slot] = dropBadCandidates(
      observers,
      candidates[slot],
      moments,
      3 * leaf,
      setting.minSamples,
      failed,
    )
    tree.candidateCount[slot] = sizeOf(observers, candidates[slot])
  }
  return false
}

/** Turns the leaf into a branch; the children take its model and errors and their side's moments. */
function split(tree: Tree, leaf: number, feature: number): void {
  releaseCandidates(tree, leaf)
  const left = newLeaf(tree, tree.depth[leaf] + 1)
  const right = newLeaf(tree, tree.depth[leaf] + 1)
  const d = tree.dimension + 1
  for (const child of [left, right]) {
    tree.moments.set(child === left ? best.left : best.right, 3 * child)
    tree.attempted[child] = tree.moments[3 * child]
    tree.errors.copyWithin(3 * child, 3 * leaf, 3 * leaf + 3)
    tree.model.copyWithin(d * child, d * leaf, d * (leaf + 1))
  }
  tree.feature[leaf] = feature
  tree.threshold[leaf] = best.threshold
  tree.left[leaf] = left
  tree.right[leaf] = right
  tree.leaves++
}

/** Watches every feature: what a plain tree's new leaf does. A forest draws a subset instead. */
export function watchAll(tree: Tree, leaf: number): void {
  const start = leaf * tree.width
  if (tree.width === 0 || tree.watched[start] >= 0) return
  for (let j = 0; j < tree.width; j++) tree.watched[start + j] = j
}
