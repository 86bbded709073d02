import { type Options, options } from '../base/options.ts'
import { type RegressorRule, ruleOf } from '../panels/regressor.ts'
import { growLeaf, watchAll } from './tree/growth.ts'
import { learnLeaf, predictLeaf } from './tree/leaf.ts'
import { TREE, type TreeOptions } from './tree/options.ts'
import { leafOf, type Tree, treeOf } from './tree/tree.ts'

export const HOEFFDING_TREE: Options<TreeOptions, 'noise'> = options('hoeffdingTree', TREE)

/**
 * The Hoeffding tree regressor: leaves split when the Hoeffding bound is sure which feature reduces the
 * variance of y most (Domingos & Hulten 2000; Ikonomovska, Gama & Džeroski 2011).
 *
 * Features become split candidates rounded to `digits` decimals: scale them to be of order 1, or raise it.
 */
export function hoeffdingTree(given: TreeOptions = {}): RegressorRule<Tree> {
  return ruleOf<TreeOptions, Tree>('hoeffding-tree', HOEFFDING_TREE, given, (setting, { dimension }) => ({
    init: treeOf(dimension, dimension),
    predict(tree, x, out) {
      predictLeaf(tree, leafOf(tree, tree.root, x), x, setting, out)
    },
    update(tree, x, y) {
      const leaf = leafOf(tree, tree.root, x)
      watchAll(tree, leaf)
      learnLeaf(tree, leaf, x, y, 1, setting)
      growLeaf(tree, leaf, setting)
    },
  }))
}
