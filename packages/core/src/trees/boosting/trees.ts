import { roomOf, widened } from '../../base/room.ts'
import { floats, ints, real, type StateShape, shape, whole } from '../../base/shape.ts'
/** Trees of one depth D, one after the other: 2ᴰ − 1 splits and 2ᴰ leaves each. Plain data. */
export interface Trees {
  /** How many are grown. */
  count: number
  /** Where the sum of the trees starts from. */
  base: number
  /** Split s asks whether x[feature] > threshold; a feature of −1 sends every x to the left. */
  features: Int32Array
  thresholds: Float64Array
  leaves: Float64Array
}

/** @param most how many trees there may be: room grows with them */
export function treesOf(most: number, depth: number): StateShape<Trees> {
  const width = 1 << depth
  const splits = ({ leaves }: Trees): number => (leaves.length / width) * (width - 1)
  return shape<Trees>({
    count: whole(0, most),
    base: real(),
    leaves: floats(({ count }: Trees) => (count > 0 ? width * roomOf(count, most) : 0)),
    features: ints(splits),
    thresholds: floats(splits),
  })
}

/** Makes room for one more tree, whose splits send every x to the left; returns its place. */
export function addTree(trees: Trees, most: number, depth: number): number {
  const width = 1 << depth
  const place = trees.count++
  if (place * width < trees.leaves.length) return place
  const room = roomOf(trees.count, most)
  const splits = trees.features.length
  trees.leaves = widened(trees.leaves, room * width)
  trees.thresholds = widened(trees.thresholds, room * (width - 1))
  trees.features = widened(trees.features, room * (width - 1)).fill(-1, splits)
  return place
}

/** base + the leaves that x falls into. */
export function predictTrees(trees: Trees, depth: number, x: ArrayLike<number>): number {
  const width = 1 << depth
  let sum = trees.base
  for (let m = 0; m < trees.count; m++) {
    let node = 0
    for (let level = 0; level < depth; level++) {
      const at = m * (width - 1) + node
      const feature = trees.features[at]
      const right = feature >= 0 && x[feature] > trees.thresholds[at]
      node = 2 * node + (right ? 2 : 1)
    }
    sum += trees.leaves[m * width + node - (width - 1)]
  }
  return sum
}
