import { floats, type StateShape, shape, whole } from '../../base/shape.ts'
import { type Moments, observe, variance } from '../../math/moments.ts'
import { integerBelow, poisson, type Rng } from '../../math/rng.ts'
import type { Features } from '../../nouns/panel.ts'
import { withinSquares } from '../../panels/withinSquares.ts'
import type { Adwin, AdwinState } from '../adwin.ts'
import { growLeaf, watchAll } from './growth.ts'
import { leafMean, learnLeaf } from './leaf.ts'
import type { TreeSetting } from './options.ts'
import { leafOf, resetTree, type Tree } from './tree.ts'

/** A tree of the forest, and behind it the one that may follow. */
export interface Member {
  tree: Tree
  successor: Tree
  /** 1 while the successor is learning. */
  warned: number
  readonly warning: AdwinState
  readonly drift: AdwinState
  /** Moments of all errors, by which they are brought to [0, 1]. */
  readonly errors: Moments
}

/** The two detectors of a tree's error, the first to start a successor, the second to install it. */
export interface Detectors {
  readonly warning: Adwin
  readonly drift: Adwin
}

export function memberOf(tree: StateShape<Tree>, { warning, drift }: Detectors): StateShape<Member> {
  return shape<Member>({
    tree,
    successor: tree,
    warned: whole(0, 1),
    warning: warning.init,
    drift: drift.init,
    errors: floats(3),
  })
}

/** Shows a tree an example at a Poisson weight, watches its error, and replaces it after a drift. */
export function learnMember(
  member: Member,
  rng: Rng,
  x: Features,
  y: number,
  setting: TreeSetting & { readonly weight: number },
  { warning, drift }: Detectors,
): void {
  const weight = poisson(rng, setting.weight)
  if (weight === 0) return
  const { tree } = member
  const miss = y - leafMean(tree, leafOf(tree, tree.root, x), x, setting)
  if (member.warned) learnTree(member.successor, rng, x, y, weight, setting)
  learnTree(tree, rng, x, y, weight, setting)
  const error = normalised(member.errors, miss)
  if (warning.update(member.warning, error)) {
    resetTree(member.successor)
    member.warned = 1
    warning.reset(member.warning)
  }
  if (!drift.update(member.drift, error)) return
  drift.reset(member.drift)
  if (!member.warned) {
    resetTree(tree)
    return
  }
  member.tree = member.successor
  member.successor = tree
  member.warned = 0
  warning.reset(member.warning)
}

function learnTree(tree: Tree, rng: Rng, x: Features, y: number, weight: number, setting: TreeSetting): void {
  const leaf = leafOf(tree, tree.root, x)
  watchSome(tree, leaf, rng)
  learnLeaf(tree, leaf, x, y, weight, setting)
  growLeaf(tree, leaf, setting)
}

/** Draws the features that a new leaf watches, without replacement; all of them need no draw. */
function watchSome(tree: Tree, leaf: number, rng: Rng): void {
  const { watched, width, dimension } = tree
  const start = leaf * width
  if (width === dimension) watchAll(tree, leaf)
  if (width === 0 || watched[start] >= 0) return
  for (let i = 0; i < width; i++) {
    let feature = integerBelow(rng, dimension - i)
    // The features already drawn, in rising order, each push the draw past themselves.
    let at = 0
    for (; at < i && watched[start + at] <= feature; at++) feature++
    watched.copyWithin(start + at + 1, start + at, start + i)
    watched[start + at] = feature
  }
}

/** The error on a scale where ±3 standard deviations are 0 and 1; one that is no number says nothing. */
function normalised(errors: Moments, miss: number): number {
  if (Number.isNaN(miss)) return 0.5
  const bounded = withinSquares(miss)
  observe(errors, 0, bounded, 1)
  if (errors[0] === 1) return 0.5
  const deviation = Math.sqrt(variance(errors, 0))
  return deviation > 0 ? (bounded + 3 * deviation) / (6 * deviation) : 0.5
}
