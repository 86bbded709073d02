import type { Axis } from '../base/grid.ts'
import { type Options, options } from '../base/options.ts'
import { misfit } from '../base/save/shape.ts'
import { floats, from, ints, listOf, randomStream, shape } from '../base/shape.ts'
import { count, numberFrom0, openFraction } from '../base/values.ts'
import { seededRng } from '../math/rng.ts'
import type { Features } from '../nouns/panel.ts'
import { type Prediction, type RegressorRule, ruleOf } from '../panels/regressor.ts'
import { adwin } from './adwin.ts'
import { type AdaptiveTreeState, childOf, initNode, learnAdaptive } from './tree/adaptive.ts'
import { predictLeaf } from './tree/leaf.ts'
import { TREE, type TreeOptions, type TreeSetting } from './tree/options.ts'
import { leafOf, treeOf } from './tree/tree.ts'

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

export const HOEFFDING_ADAPTIVE_TREE: Options<HoeffdingAdaptiveTreeOptions, 'noise'> = options(
  'hoeffdingAdaptiveTree',
  {
    ...TREE,
    weight: {
      axis: numberFrom0,
      default: 1,
    },
    driftWindow: {
      axis: count,
      default: 300,
    },
    driftSignificance: { axis: openFraction, default: 0.002 },
    switchSignificance: {
      axis: openFraction,
      default: 0.05,
    },
  },
)

/**
 * The Hoeffding adaptive tree (Bifet & Gavaldà 2009): where a branch's error rises, an alternate leaf is grown
 * beside it, and takes its place when it splits or when its error is significantly lower.
 *
 * Each leaf learns an example max(1, Poisson(weight)) times. The prediction is the mean over the leaf and the
 * alternates on the way to it.
 */
export function hoeffdingAdaptiveTree(
  given: HoeffdingAdaptiveTreeOptions = {},
): RegressorRule<AdaptiveTreeState> {
  return ruleOf<HoeffdingAdaptiveTreeOptions, AdaptiveTreeState>(
    'hoeffding-adaptive-tree',
    HOEFFDING_ADAPTIVE_TREE,
    given,
    (setting, context) => {
      const { dimension, seed } = context
      const detector = adwin({ significance: setting.driftSignificance })
      const one: Prediction = { mean: 0, spread: 0, residual: 0 }
      const fields = shape<AdaptiveTreeState>({
        rng: randomStream(() => seededRng(seed)),
        tree: treeOf(dimension, dimension, (state) => alternatesOf(state as AdaptiveTreeState)),
        errors: floats(({ tree }: AdaptiveTreeState) => 3 * tree.feature.length),
        alternate: ints(({ tree }: AdaptiveTreeState) => tree.feature.length),
        detectors: listOf(detector.init, ({ tree }: AdaptiveTreeState) => tree.used),
      })
      return {
        init: from(fields, () => {
          const state = fields()
          initNode(state, detector, state.tree.root)
          return state
        }),
        predict: (state, x, out) => predictMean(state, x, setting, one, out),
        update: (state, x, y) => learnAdaptive(state, x, y, setting, detector),
      }
    },
  )
}

function alternatesOf({ alternate }: AdaptiveTreeState): Int32Array {
  if (!(alternate instanceof Int32Array)) misfit('alternate', 'an Int32Array', alternate)
  return alternate
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
