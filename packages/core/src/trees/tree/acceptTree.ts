import {
  expectFree,
  expectLength,
  expectPlaces,
  expectShape,
  expectTrees,
  expectWhole,
} from '../../base/save/shape.ts'
import { createTree, type Tree } from './tree.ts'

/**
 * Refuses a tree whose links lead out of its nodes, in circles, or to features that there are none of.
 *
 * @param alternates for each node the root of another tree beside it, or −1
 */
export function acceptTree(tree: Tree, dimension: number, width: number, alternates?: Int32Array): void {
  const fresh = createTree(dimension, width)
  expectShape(tree, fresh, 'tree', { grows: true })
  expectWhole('tree.dimension', tree.dimension, dimension, dimension)
  expectWhole('tree.width', tree.width, width, width)
  const size = tree.feature.length
  expectWhole('the size of tree', size, 1, 16777216)
  const ratio = size / fresh.feature.length
  const { observers, ...arrays } = tree
  for (const [name, array] of Object.entries(arrays)) {
    const like = fresh[name as keyof Tree]
    if (ArrayBuffer.isView(like))
      expectLength(`tree.${name}`, array as Float64Array, (like as Float64Array).length * ratio)
  }
  const used = expectWhole('tree.used', tree.used, 1, size)
  expectWhole('tree.leaves', tree.leaves, 1, used)
  expectWhole('tree.root', tree.root, 0, used - 1)
  expectPlaces('tree.feature', tree.feature, dimension - 1)
  expectPlaces('tree.watched', tree.watched, dimension - 1)
  const isBranch = (node: number): boolean => tree.feature[node] >= 0
  const { left, right, root } = tree
  const seen = expectTrees('tree', [root], { left, right, beside: alternates }, used, isBranch)
  for (let node = 0; node < used; node++) {
    if (seen[node] && isBranch(node)) {
      expectWhole('a link of tree', tree.left[node], 0, used - 1)
      expectWhole('a link of tree', tree.right[node], 0, used - 1)
    }
  }
  const candidates: number[] = []
  for (let slot = 0; slot < used * width; slot++) {
    if (seen[Math.floor(slot / width)] && tree.candidates[slot] !== -1) candidates.push(tree.candidates[slot])
  }
  expectFree('tree', tree.free, tree.left, seen)
  acceptObservers(observers, candidates)
}

function acceptObservers(observers: Tree['observers'], roots: readonly number[]): void {
  const size = observers.value.length
  expectLength('tree.observers.moments', observers.moments, 3 * size)
  expectLength('tree.observers.left', observers.left, size)
  expectLength('tree.observers.right', observers.right, size)
  const used = expectWhole('tree.observers.used', observers.used, 0, size)
  const seen = expectTrees('tree.observers', roots, observers, used)
  expectFree('tree.observers', observers.free, observers.left, seen)
}
