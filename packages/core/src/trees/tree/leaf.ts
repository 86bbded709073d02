import { observe, variance } from '../../math/moments.ts'
import type { Features } from '../../nouns/panel.ts'
import { type Prediction, predictPrior } from '../../panels/regressor.ts'
import { insert, roundTo } from './observers.ts'
import type { TreeSetting } from './options.ts'
import { releaseCandidates, type Tree } from './tree.ts'

const CLIP = 1e12

// Candidates in all leaves of a tree together: 25 MB.
const POOL_LIMIT = 524288

function modelAt(tree: Tree, leaf: number, x: Features): number {
  const { dimension: d, model } = tree
  const start = leaf * (d + 1)
  let z = 0
  for (let j = 0; j < d; j++) z += model[start + j] * x[j]
  return z + model[start + d]
}

// False also where a diverged model has left the finite numbers: the leaf then goes by its mean.
function usesModel({ errors }: Tree, leaf: number, { leaf: kind }: TreeSetting): boolean {
  if (kind === 'mean') return false
  const model = errors[3 * leaf + 1]
  return kind === 'linear' ? model < Infinity : model <= errors[3 * leaf]
}

/** What a leaf predicts at x, without its variance. */
export function leafMean(tree: Tree, leaf: number, x: Features, setting: TreeSetting): number {
  if (usesModel(tree, leaf, setting)) {
    const z = modelAt(tree, leaf, x)
    if (Number.isFinite(z)) return z
  }
  return tree.moments[3 * leaf + 1]
}

/** Mean, with the variance of the leaf's outcomes, or of its model's recent errors, about it. */
export function predictLeaf(
  tree: Tree,
  leaf: number,
  x: Features,
  setting: TreeSetting,
  out: Prediction,
): void {
  predictPrior(out, setting.priorVariance)
  out.mean = leafMean(tree, leaf, x, setting)
  const n = tree.moments[3 * leaf]
  if (n <= 1) return
  out.residual = usesModel(tree, leaf, setting)
    ? tree.errors[3 * leaf + 1] / tree.errors[3 * leaf + 2]
    : Math.max(0, variance(tree.moments, 3 * leaf))
  out.spread = out.residual / n
}

function trackErrors(tree: Tree, leaf: number, x: Features, y: number, decay: number): void {
  const { errors } = tree
  const at = 3 * leaf
  const missMean = y - tree.moments[at + 1]
  const missModel = y - modelAt(tree, leaf, x)
  errors[at] = decay * errors[at] + missMean * missMean
  errors[at + 1] = decay * errors[at + 1] + missModel * missModel
  errors[at + 2] = decay * errors[at + 2] + 1
}

function stepModel(tree: Tree, leaf: number, x: Features, y: number, weight: number, rate: number): void {
  const { dimension: d, model } = tree
  const start = leaf * (d + 1)
  const slope = 2 * (modelAt(tree, leaf, x) - y) * weight
  const step = rate * Math.max(-CLIP, Math.min(CLIP, slope))
  if (!Number.isFinite(step)) return
  for (let j = 0; j < d; j++) model[start + j] -= step * x[j]
  model[start + d] -= step
}

function watch(tree: Tree, leaf: number, x: Features, y: number, weight: number, setting: TreeSetting): void {
  const { width, watched, candidates, candidateCount, observers } = tree
  for (let slot = leaf * width; slot < (leaf + 1) * width; slot++) {
    const value = roundTo(x[watched[slot]], setting.digits)
    if (Number.isNaN(value)) continue
    const room =
      candidateCount[slot] < setting.maxCandidates && !(observers.free < 0 && observers.used >= POOL_LIMIT)
    const made = insert(observers, candidates[slot], value, y, weight, room)
    if (made < 0) continue
    candidateCount[slot]++
    if (candidates[slot] < 0) candidates[slot] = made
  }
}

export function isFull(tree: Tree, leaf: number, { maxLeaves, maxDepth }: TreeSetting): boolean {
  return tree.leaves >= maxLeaves || tree.depth[leaf] >= maxDepth
}

/** Shows a leaf an outcome of the given weight: its errors, its moments, its candidates, its model. */
export function learnLeaf(
  tree: Tree,
  leaf: number,
  x: Features,
  y: number,
  weight: number,
  setting: TreeSetting,
): void {
  if (setting.leaf !== 'mean') trackErrors(tree, leaf, x, y, setting.selectorDecay)
  observe(tree.moments, 3 * leaf, y, weight)
  if (isFull(tree, leaf, setting)) releaseCandidates(tree, leaf)
  else watch(tree, leaf, x, y, weight, setting)
  if (setting.leaf !== 'mean') stepModel(tree, leaf, x, y, weight, setting.learningRate)
}
