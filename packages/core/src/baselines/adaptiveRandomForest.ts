import { openUnit, positive, positiveInteger, refuseUnknown, show } from '../check.ts'
import { ArgumentError } from '../errors.ts'
import type { Axis } from '../grid.ts'
import { type Rng, seededRng } from '../math/rng.ts'
import type { Rule } from '../panel.ts'
import { adwin } from './adwin.ts'
import { optionsOf, type Prediction, ruleOf } from './regressor.ts'
import { learnMember, type Member } from './tree/forestMember.ts'
import { predictLeaf } from './tree/leaf.ts'
import { checkTree, type TreeOptions, type TreeSetting, treeDefaults } from './tree/options.ts'
import { createTree, leafOf } from './tree/tree.ts'
import { meanOfVotes, medianOfVotes } from './votes.ts'

export interface AdaptiveRandomForestOptions extends TreeOptions {
  /** Number of trees. @default 10 */
  readonly learners?: Axis<number>
  /** Features that a leaf watches: a number of them, or √d or log₂d rounded. @default 'sqrt' */
  readonly features?: Axis<number | 'sqrt' | 'log2' | 'all'>
  /** Mean λ of the Poisson weight of an example. @default 6 */
  readonly weight?: Axis<number>
  /** How the trees' predictions are joined. @default 'median' */
  readonly vote?: Axis<'median' | 'mean'>
  /** Confidence δ at which a tree is replaced. @default 0.001 */
  readonly driftSignificance?: Axis<number>
  /** Confidence δ at which its successor is started. @default 0.01 */
  readonly warningSignificance?: Axis<number>
}

interface ForestSetting extends TreeSetting {
  readonly learners: number
  readonly features: number | 'sqrt' | 'log2' | 'all'
  readonly weight: number
  readonly vote: 'median' | 'mean'
  readonly driftSignificance: number
  readonly warningSignificance: number
}

export interface ForestState {
  readonly rng: Rng
  readonly members: Member[]
}

function check(setting: ForestSetting): void {
  checkTree(setting)
  positiveInteger('learners', setting.learners)
  positive('weight', setting.weight)
  openUnit('driftSignificance', setting.driftSignificance)
  openUnit('warningSignificance', setting.warningSignificance)
  if (typeof setting.features === 'number') positiveInteger('features', setting.features)
  else if (!['sqrt', 'log2', 'all'].includes(setting.features)) {
    throw new ArgumentError(
      `features must be a number, 'sqrt', 'log2' or 'all'; received ${show(setting.features)}`,
    )
  }
  if (setting.vote !== 'median' && setting.vote !== 'mean') {
    throw new ArgumentError(`vote must be 'median' or 'mean'; received ${show(setting.vote)}`)
  }
}

function widthOf(features: ForestSetting['features'], dimension: number): number {
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
export function adaptiveRandomForest(
  options: AdaptiveRandomForestOptions = {},
): Rule<{ readonly experts: ForestState[] }> {
  const defaults = {
    ...treeDefaults,
    gracePeriod: 50,
    significance: 0.01,
    learners: 10,
    features: 'sqrt',
    weight: 6,
    vote: 'median',
    driftSignificance: 0.001,
    warningSignificance: 0.01,
  } as const
  refuseUnknown('adaptiveRandomForest', options, optionsOf(defaults))
  return ruleOf<ForestSetting, ForestState>(
    'adaptive-random-forest',
    options,
    defaults,
    check,
    (setting, { dimension, seed }) => {
      const { learners, vote } = setting
      const width = dimension === 0 ? 0 : widthOf(setting.features, dimension)
      const warning = adwin({ significance: setting.warningSignificance })
      const drift = adwin({ significance: setting.driftSignificance })
      const detectors = { warning, drift }
      const votes = Array.from({ length: learners }, (): Prediction => ({ mean: 0, spread: 0, residual: 0 }))
      const sorted = new Float64Array(learners)
      return {
        init: () => ({
          rng: seededRng(seed),
          members: votes.map(() => ({
            tree: createTree(dimension, width),
            successor: createTree(dimension, width),
            warned: 0,
            warning: warning.init(),
            drift: drift.init(),
            errors: new Float64Array(3),
          })),
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
