import { floats, ints, real, type StateShape, shape, whole } from '../../base/shape.ts'
/** Trees of one depth D, one after the other: 2ᴰ − 1 splits and 2ᴰ leaves each. Plain data. */
export interface Trees {
  /** How many are grown. */
  count: number
  /** Where the sum of the trees starts from. */
  base: number
  /** Split s asks whether x[feature] > threshold; a feature of −1 sends every x to the left. */
  readonly features: Int32Array
  readonly thresholds: Float64Array
  readonly leaves: Float64Array
}

/** @param most how many trees there is room for once they grow; before, there is none */
export function treesOf(most: number, depth: number): StateShape<Trees> {
  const width = 1 << depth
  const room = ({ count, leaves }: Trees): number => (count > 0 || leaves.length > 0 ? most : 0)
  return shape<Trees>({
    count: whole(0, most),
    base: real(),
    leaves: floats((trees: Trees) => room(trees) * width),
    features: ints((trees: Trees) => room(trees) * (width - 1)),
    thresholds: floats((trees: Trees) => room(trees) * (width - 1)),
  })
}

/** No tree yet, and room for `most`. */
export function createTrees(most: number, depth: number): Trees {
  const width = 1 << depth
  return {
    count: 0,
    base: 0,
    leaves: new Float64Array(most * width),
    features: new Int32Array(most * (width - 1)).fill(-1),
    thresholds: new Float64Array(most * (width - 1)),
  }
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
