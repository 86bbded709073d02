import { widened } from '../../base/room.ts'
import { expectLength, expectWhole } from '../../base/save/shape.ts'
import { also, bytes, floats, ints, real, type StateShape, shape, shorts, whole } from '../../base/shape.ts'

/**
 * Trees, one after the other. Plain data.
 *
 * Of each tree the splits that it has, a split before those below it, left before right; and in the same order its leaves,
 * one more than splits. What trees ask about x is kept once, however many ask it.
 */
export interface Trees {
  /** How many are grown. */
  count: number
  /** Where the sum of the trees starts from. */
  base: number
  /** Question q asks whether x[feature] > threshold. */
  features: Int32Array
  thresholds: Float64Array
  /** The question of each split, and how many splits are below it to the left. */
  questions: Uint16Array | Int32Array
  lefts: Uint8Array
  /** How many splits there are up to the end of each tree. */
  ends: Int32Array
  leaves: Float64Array
}

/** A tree of depth D while it is grown: 2ᴰ − 1 splits in levels, then 2ᴰ leaves. */
export interface GrownTree {
  /** −1 where a node is not split: all of it goes to the left. */
  readonly features: Int32Array
  readonly thresholds: Float64Array
  readonly leaves: Float64Array
}

/**
 * @param most how many trees there may be
 * @param questions how many questions there may be
 */
export function treesOf(most: number, questions: number): StateShape<Trees> {
  const splits = ({ ends, count }: Trees): number => (count > 0 ? ends[count - 1] : 0)
  const indices = questions > 0xffff ? ints : shorts
  const fields = shape<Trees>({
    count: whole(0, most),
    base: real(),
    features: ints(),
    thresholds: floats(({ features }: Trees) => features.length),
    ends: ints(({ count }: Trees) => count),
    questions: indices(splits) as StateShape<Trees['questions']>,
    lefts: bytes(splits),
    leaves: floats((trees: Trees) => splits(trees) + trees.count),
  })
  return also(fields, expectTrees)
}

/** Refuses splits that lead out of their tree. */
function expectTrees({ ends, lefts, questions, features, leaves }: Trees, path: string): void {
  for (const question of questions) expectWhole(`${path}.questions[]`, question, 0, features.length - 1)
  let at = 0
  /** Checks the splits of a subtree of this size. */
  const within = (size: number): void => {
    if (size === 0) return
    const left = expectWhole(`${path}.lefts[]`, lefts[at++], 0, size - 1)
    within(left)
    within(size - 1 - left)
  }
  for (const end of ends) within(expectWhole(`${path}.ends[]`, end, at, lefts.length) - at)
  expectLength(`${path}.leaves`, leaves, at + ends.length)
}

/** Adds a tree that is grown. */
export function addTree(trees: Trees, tree: GrownTree): void {
  const added = { questions: [] as number[], lefts: [] as number[], leaves: [] as number[] }
  gather(trees, tree, 0, added)
  const splits = trees.lefts.length
  trees.questions = extended(trees.questions, added.questions)
  trees.lefts = extended(trees.lefts, added.lefts)
  trees.leaves = extended(trees.leaves, added.leaves)
  trees.ends = extended(trees.ends, [splits + added.lefts.length])
  trees.count++
}

type Added = { readonly questions: number[]; readonly lefts: number[]; readonly leaves: number[] }

function gather(trees: Trees, tree: GrownTree, node: number, added: Added): void {
  const { features, thresholds, leaves } = tree
  let own = node
  while (own < features.length && features[own] < 0) own = 2 * own + 1
  if (own >= features.length) {
    added.leaves.push(leaves[own - features.length])
    return
  }
  const place = added.lefts.length
  added.questions.push(questionOf(trees, features[own], thresholds[own]))
  added.lefts.push(0)
  gather(trees, tree, 2 * own + 1, added)
  added.lefts[place] = added.lefts.length - place - 1
  gather(trees, tree, 2 * own + 2, added)
}

/** The place of a question, which is new if no tree has asked it. */
function questionOf(trees: Trees, feature: number, threshold: number): number {
  const { features, thresholds } = trees
  const count = features.length
  for (let q = 0; q < count; q++) if (thresholds[q] === threshold && features[q] === feature) return q
  trees.features = extended(features, [feature])
  trees.thresholds = extended(thresholds, [threshold])
  return count
}

function extended<A extends Parameters<typeof widened>[0]>(old: A, more: readonly number[]): A {
  const longer = widened(old, old.length + more.length)
  longer.set(more, old.length)
  return longer
}

/** base + the leaves that x falls into. */
export function predictTrees(trees: Trees, x: ArrayLike<number>): number {
  const { count, features, thresholds, questions, lefts, ends, leaves } = trees
  let sum = trees.base
  let first = 0
  for (let m = 0; m < count; m++) {
    let split = first
    // A subtree of s splits has s + 1 leaves: the leaf is found by what is passed over.
    let leaf = first + m
    first = ends[m]
    let size = first - split
    while (size > 0) {
      const left = lefts[split]
      const question = questions[split]
      if (x[features[question]] > thresholds[question]) {
        split += left + 1
        leaf += left + 1
        size -= left + 1
      } else {
        split++
        size = left
      }
    }
    sum += leaves[leaf]
  }
  return sum
}
