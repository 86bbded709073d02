import type { Axis } from '../base/grid.ts'
import { type Options, options } from '../base/options.ts'
import { randomStream, shape, tupleOf } from '../base/shape.ts'
import { choice, count, members, positiveNumber } from '../base/values.ts'
import { type Rng, seededRng } from '../math/rng.ts'
import type { Prediction, RegressorOptions, RegressorRule } from '../panels/regressor.ts'
import { predictPrior, REGRESSOR, ruleOf } from '../panels/regressor.ts'
import { learnMondrian } from './mondrian/growth.ts'
import { type MondrianForm, type MondrianTree, mondrianOf, predictMondrian } from './mondrian/tree.ts'
import { meanOfVotes } from './votes.ts'

export interface MondrianForestOptions extends RegressorOptions {
  /** Number of trees. @default 10 */
  readonly learners?: Axis<number>
  /** Step η of the aggregation over prunings, on half the squared error. @default 1 */
  readonly step?: Axis<number>
  /** Nodes at which a tree stops growing, so that its memory is bounded. @default 16384 */
  readonly maxNodes?: Axis<number>
  /** Examples that a node must have seen before it is cut: more make smaller trees. @default 1 */
  readonly cutAfter?: Axis<number>
  /** As its authors describe it, or as River 0.20 computes it: a node that moves down keeps its parent's mean. @default 'corrected' */
  readonly form?: Axis<MondrianForm>
}

export const MONDRIAN_FOREST: Options<MondrianForestOptions, 'noise'> = options('mondrianForest', {
  ...REGRESSOR,
  learners: { axis: members, default: 10 },
  step: {
    axis: positiveNumber,
    default: 1,
  },
  maxNodes: {
    axis: count,
    default: 16384,
  },
  cutAfter: {
    axis: count,
    default: 1,
  },
  form: {
    axis: choice('corrected', 'river-0.20'),
    default: 'corrected',
  },
})

export interface MondrianState {
  readonly rng: Rng
  readonly trees: MondrianTree[]
}

/**
 * The aggregated Mondrian forest (Mourtada, Gaïffas & Scornet 2021): trees grown by the Mondrian process alone,
 * each predicting with the exponentially weighted mixture of all its prunings.
 *
 * Distances are summed over features: bring them to a common scale. The weights never forget.
 */
export function mondrianForest(given: MondrianForestOptions = {}): RegressorRule<MondrianState> {
  return ruleOf<MondrianForestOptions, MondrianState>(
    'mondrian-forest',
    MONDRIAN_FOREST,
    given,
    (setting, { dimension, seed }) => {
      const { learners, maxNodes, priorVariance } = setting
      const votes = Array.from({ length: learners }, (): Prediction => ({ mean: 0, spread: 0, residual: 0 }))
      return {
        init: shape<MondrianState>({
          rng: randomStream(() => seededRng(seed)),
          trees: tupleOf(votes.map((_, m) => mondrianOf(dimension, roomAtFirst(maxNodes, m)))),
        }),
        predict({ trees }, x, out) {
          if (trees[0].moments[0] === 0) return predictPrior(out, priorVariance)
          for (let m = 0; m < learners; m++) {
            votes[m].residual = priorVariance
            predictMondrian(trees[m], x, votes[m])
          }
          meanOfVotes(votes, out)
        },
        update({ rng, trees }, x, y) {
          for (const tree of trees) learnMondrian(tree, rng, x, y, setting)
        },
      }
    },
  )
}

/** Room that doubles to that of the largest tree, where that is small. */
function roomAtFirst(maxNodes: number, tree: number): number {
  // Large trees take the same nodes in a round, and would all double in the same one.
  if (maxNodes > 256) return 16 + (tree % 8) * 2
  let room = maxNodes
  while (room > 2) room = Math.ceil(room / 2)
  return room
}
