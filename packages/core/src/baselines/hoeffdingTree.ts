import { refuseUnknown } from '../check.ts'
import type { Rule } from '../panel.ts'
import { optionsOf, ruleOf } from './regressor.ts'
import { growLeaf, watchAll } from './tree/growth.ts'
import { learnLeaf, predictLeaf } from './tree/leaf.ts'
import { checkTree, type TreeOptions, type TreeSetting, treeDefaults } from './tree/options.ts'
import { createTree, leafOf, type Tree } from './tree/tree.ts'

/**
 * The Hoeffding tree regressor: leaves split when the Hoeffding bound is sure which feature reduces the
 * variance of y most (Domingos & Hulten 2000; Ikonomovska, Gama & Džeroski 2011).
 *
 * Features become split candidates rounded to `digits` decimals: scale them to be of order 1, or raise it.
 */
export function hoeffdingTree(options: TreeOptions = {}): Rule<{ readonly experts: Tree[] }> {
  refuseUnknown('hoeffdingTree', options, optionsOf(treeDefaults))
  return ruleOf<TreeSetting, Tree>(
    'hoeffding-tree',
    options,
    treeDefaults,
    checkTree,
    (setting, { dimension }) => ({
      init: () => createTree(dimension, dimension),
      predict(tree, x, out) {
        predictLeaf(tree, leafOf(tree, tree.root, x), x, setting, out)
      },
      update(tree, x, y) {
        const leaf = leafOf(tree, tree.root, x)
        watchAll(tree, leaf)
        learnLeaf(tree, leaf, x, y, 1, setting)
        growLeaf(tree, leaf, setting)
      },
    }),
  )
}
