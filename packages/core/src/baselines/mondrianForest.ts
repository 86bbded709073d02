import { positive, positiveInteger, refuseUnknown } from '../check.ts'
import type { Axis } from '../grid.ts'
import { type Rng, seededRng } from '../math/rng.ts'
import type { Rule } from '../panel.ts'
import { learnMondrian } from './mondrian/growth.ts'
import { createMondrianTree, type MondrianTree, predictMondrian } from './mondrian/tree.ts'
import {
  optionsOf,
  type Prediction,
  predictPrior,
  type RegressorOptions,
  type RegressorSetting,
  ruleOf,
} from './regressor.ts'
import { meanOfVotes } from './votes.ts'

export interface MondrianForestOptions extends RegressorOptions {
  /** Number of trees. @default 10 */
  readonly learners?: Axis<number>
  /** Step η of the aggregation over prunings, on half the squared error. @default 1 */
  readonly step?: Axis<number>
  /** Nodes at which a tree stops growing, so that its memory is bounded. @default 16384 */
  readonly maxNodes?: Axis<number>
}

interface MondrianSetting extends RegressorSetting {
  readonly learners: number
  readonly step: number
  readonly maxNodes: number
}

export interface MondrianState {
  readonly rng: Rng
  readonly trees: MondrianTree[]
}

function check({ learners, step, maxNodes }: MondrianSetting): void {
  positiveInteger('learners', learners)
  positive('step', step)
  positiveInteger('maxNodes', maxNodes)
}

/**
 * The aggregated Mondrian forest (Mourtada, Gaïffas & Scornet 2021): trees grown by the Mondrian process alone,
 * each predicting with the exponentially weighted mixture of all its prunings.
 *
 * Distances are summed over features: bring them to a common scale. The weights never forget.
 */
export function mondrianForest(
  options: MondrianForestOptions = {},
): Rule<{ readonly experts: MondrianState[] }> {
  const defaults = { learners: 10, step: 1, maxNodes: 16384 }
  refuseUnknown('mondrianForest', options, optionsOf(defaults))
  return ruleOf<MondrianSetting, MondrianState>(
    'mondrian-forest',
    options,
    defaults,
    check,
    (setting, { dimension, seed }) => {
      const { learners, step, maxNodes, priorVariance } = setting
      const votes = Array.from({ length: learners }, (): Prediction => ({ mean: 0, spread: 0, residual: 0 }))
      return {
        init: () => ({ rng: seededRng(seed), trees: votes.map(() => createMondrianTree(dimension)) }),
        predict({ trees }, x, out) {
          if (trees[0].moments[0] === 0) return predictPrior(out, priorVariance)
          for (let m = 0; m < learners; m++) {
            votes[m].residual = priorVariance
            predictMondrian(trees[m], x, votes[m])
          }
          meanOfVotes(votes, out)
        },
        update({ rng, trees }, x, y) {
          for (const tree of trees) learnMondrian(tree, rng, x, y, step, maxNodes)
        },
      }
    },
  )
}
