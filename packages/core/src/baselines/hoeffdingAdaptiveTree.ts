import { nonNegative, openUnit, positiveInteger, refuseUnknown } from '../check.ts'
import type { Axis } from '../grid.ts'
import { seededRng } from '../math/rng.ts'
import type { Features, Rule } from '../panel.ts'
import { adwin } from './adwin.ts'
import { optionsOf, type Prediction, ruleOf } from './regressor.ts'
import {
  type AdaptiveSetting,
  type AdaptiveTreeState,
  childOf,
  initNode,
  learnAdaptive,
} from './tree/adaptive.ts'
import { predictLeaf } from './tree/leaf.ts'
import { checkTree, type TreeOptions, type TreeSetting, treeDefaults } from './tree/options.ts'
import { createTree, leafOf } from './tree/tree.ts'

export interface HoeffdingAdaptiveTreeOptions extends TreeOptions {
  /** Mean of the Poisson number of times that a leaf learns an example, though once at least. @default 1 */
  readonly weight?: Axis<number>
  /** Rounds that a branch and its alternate must have seen before they are compared. @default 300 */
  readonly driftWindow?: Axis<number>
  /** Confidence δ of the change detectors. @default 0.002 */
  readonly driftSignificance?: Axis<number>
  /** Level of the test by which the better of branch and alternate is kept. @default 0.05 */
  readonly switchSignificance?: Axis<number>
}

function check(setting: AdaptiveSetting): void {
  checkTree(setting)
  nonNegative('weight', setting.weight)
  positiveInteger('driftWindow', setting.driftWindow)
  openUnit('driftSignificance', setting.driftSignificance)
  openUnit('switchSignificance', setting.switchSignificance)
}

/**
 * The Hoeffding adaptive tree (Bifet & Gavaldà 2009): where a branch's error rises, an alternate leaf is grown
 * beside it, and takes its place when it splits or when its error is significantly lower.
 *
 * Each leaf learns an example max(1, Poisson(weight)) times. The prediction is the mean over the leaf and the
 * alternates on the way to it.
 */
export function hoeffdingAdaptiveTree(
  options: HoeffdingAdaptiveTreeOptions = {},
): Rule<{ readonly experts: AdaptiveTreeState[] }> {
  const defaults = {
    ...treeDefaults,
    weight: 1,
    driftWindow: 300,
    driftSignificance: 0.002,
    switchSignificance: 0.05,
  }
  refuseUnknown('hoeffdingAdaptiveTree', options, optionsOf(defaults))
  return ruleOf<AdaptiveSetting, AdaptiveTreeState>(
    'hoeffding-adaptive-tree',
    options,
    defaults,
    check,
    (setting, context) => {
      const { dimension, seed } = context
      const detector = adwin({ significance: setting.driftSignificance })
      const one: Prediction = { mean: 0, spread: 0, residual: 0 }
      return {
        init() {
          const tree = createTree(dimension, dimension)
          const state: AdaptiveTreeState = {
            rng: seededRng(seed),
            tree,
            errors: new Float64Array(0),
            alternate: new Int32Array(0),
            detectors: [],
          }
          initNode(state, detector, tree.root)
          return state
        },
        predict: (state, x, out) => predictMean(state, x, setting, one, out),
        update: (state, x, y) => learnAdaptive(state, x, y, setting, detector),
      }
    },
  )
}

function predictMean(
  { tree, alternate }: AdaptiveTreeState,
  x: Features,
  setting: TreeSetting,
  one: Prediction,
  out: Prediction,
): void {
  predictLeaf(tree, leafOf(tree, tree.root, x), x, setting, out)
  let count = 1
  for (let node = tree.root; tree.feature[node] >= 0; node = childOf(tree, node, x)) {
    if (alternate[node] < 0) continue
    predictLeaf(tree, alternate[node], x, setting, one)
    const gap = one.mean - out.mean
    count++
    out.mean += gap / count
    out.spread += (one.spread - out.spread) / count + (gap * gap * (count - 1)) / (count * count)
    out.residual += (one.residual - out.residual) / count
  }
}
