import type { Axis } from '../base/grid.ts'
import { type Options, options } from '../base/options.ts'
import { listOf, randomStream, shape } from '../base/shape.ts'
import { choice, count, either, members, openFraction, positiveNumber } from '../base/values.ts'
import { type Rng, seededRng } from '../math/rng.ts'
import { type Prediction, type RegressorRule, ruleOf, type Setting } from '../panels/regressor.ts'
import { adwin } from './adwin.ts'
import { learnMember, type Member, memberOf } from './tree/forestMember.ts'
import { predictLeaf } from './tree/leaf.ts'
import { TREE, type TreeOptions } from './tree/options.ts'
import { leafOf, treeOf } from './tree/tree.ts'
import { meanOfVotes, medianOfVotes } from './votes.ts'

export interface AdaptiveRandomForestOptions extends TreeOptions {
  /** Weight a leaf must gather between attempts to split. @default 50 */
  readonly gracePeriod?: Axis<number>
  /** δ of the Hoeffding bound. @default 0.01 */
  readonly significance?: Axis<number>
  /** Number of trees. @default 10 */
  readonly learners?: Axis<number>
  /** Features that a leaf watches: a number of them, or √d or log₂d rounded. @default 'sqrt' */
  readonly features?: Axis<number | Width>
  /** Mean λ of the Poisson weight of an example. @default 6 */
  readonly weight?: Axis<number>
  /** How the trees' predictions are joined. @default 'median' */
  readonly vote?: Axis<'median' | 'mean'>
  /** Confidence δ at which a tree is replaced. @default 0.001 */
  readonly driftSignificance?: Axis<number>
  /** Confidence δ at which its successor is started. @default 0.01 */
  readonly warningSignificance?: Axis<number>
}

type Width = 'sqrt' | 'log2' | 'all'

type Features = Setting<AdaptiveRandomForestOptions>['features']

export const ADAPTIVE_RANDOM_FOREST: Options<AdaptiveRandomForestOptions, 'noise'> = options(
  'adaptiveRandomForest',
  {
    ...TREE,
    gracePeriod: { ...TREE.gracePeriod, default: 50 },
    significance: { ...TREE.significance, default: 0.01 },
    learners: { axis: members, default: 10 },
    features: {
      axis: either<number | Width>(
        "a positive whole number, 'sqrt', 'log2' or 'all'",
        count,
        choice('sqrt', 'log2', 'all'),
      ),
      default: 'sqrt',
    },
    weight: { axis: positiveNumber, default: 6 },
    vote: {
      axis: choice('median', 'mean'),
      default: 'median',
    },
    driftSignificance: {
      axis: openFraction,
      default: 0.001,
    },
    warningSignificance: {
      axis: openFraction,
      default: 0.01,
    },
  },
)

export interface ForestState {
  readonly rng: Rng
  readonly members: Member[]
}

function widthOf(features: Features, dimension: number): number {
  if (features === 'all') return dimension
  if (features === 'sqrt') return Math.max(1, Math.round(Math.sqrt(dimension)))
  if (features === 'log2') return Math.max(1, Math.round(Math.log2(dimension)))
  return Math.min(features, dimension)
}

/**
 * The adaptive random forest (Gomes, Barddal, Boiko & Bifet 2018): Hoeffding trees on Poisson(λ) weights and
 * random features per leaf, each with two change detectors on its own normalised error.
 *
 * A warning starts a successor in the background, a drift puts it (or an empty tree) in the tree's place.
 */
export function adaptiveRandomForest(given: AdaptiveRandomForestOptions = {}): RegressorRule<ForestState> {
  return ruleOf<AdaptiveRandomForestOptions, ForestState>(
    'adaptive-random-forest',
    ADAPTIVE_RANDOM_FOREST,
    given,
    (setting, { dimension, seed }) => {
      const { learners, vote } = setting
      const width = dimension === 0 ? 0 : widthOf(setting.features, dimension)
      const warning = adwin({ significance: setting.warningSignificance })
      const drift = adwin({ significance: setting.driftSignificance })
      const detectors = { warning, drift }
      const votes = Array.from({ length: learners }, (): Prediction => ({ mean: 0, spread: 0, residual: 0 }))
      const sorted = new Float64Array(learners)
      return {
        init: shape<ForestState>({
          rng: randomStream(() => seededRng(seed)),
          members: listOf(memberOf(treeOf(dimension, width), detectors), learners),
        }),
        predict({ members }, x, out) {
          for (let m = 0; m < learners; m++) {
            const { tree } = members[m]
            predictLeaf(tree, leafOf(tree, tree.root, x), x, setting, votes[m])
          }
          meanOfVotes(votes, out)
          if (vote === 'median') out.mean = medianOfVotes(votes, sorted)
        },
        update({ rng, members }, x, y) {
          for (const member of members) learnMember(member, rng, x, y, setting, detectors)
        },
      }
    },
  )
}
