import type { Axis } from '../base/grid.ts'
import { type Options, options } from '../base/options.ts'
import { expectLength } from '../base/save/shape.ts'
import { also, counter, nullable, real, shape, whole } from '../base/shape.ts'
import { count, keptRounds, members, number, positiveNumber } from '../base/values.ts'
import { square } from '../math/powers.ts'
import type { RegressorOptions, RegressorRule } from '../panels/regressor.ts'
import { predictPrior, REGRESSOR, ruleOf } from '../panels/regressor.ts'
import { pushRow, type Rows, rowsOf } from '../panels/rows.ts'
import { Grower, type Growth } from './boosting/grower.ts'
import { predictTrees, type Trees } from './boosting/trees.ts'

export interface BoostedTreesOptions extends RegressorOptions {
  /** Rounds that are remembered, and learnt from. @default 1000 */
  readonly window?: Axis<number>
  /** Rows of the first fit. @default 20 */
  readonly first?: Axis<number>
  /** Rounds from one fit to the next. @default 100 */
  readonly every?: Axis<number>
  /** Number of trees. @default 60 */
  readonly trees?: Axis<number>
  /** Splits from root to leaf, at most 6. @default 4 */
  readonly depth?: Axis<number>
  /** What each tree corrects of what those before it leave over. @default 0.1 */
  readonly shrinkage?: Axis<number>
  /** Trees that one round grows once the window is full, more while it is not: no round waits for a whole fit. @default 60 */
  readonly pace?: Axis<number>
}

export const BOOSTED_TREES: Options<BoostedTreesOptions, 'noise'> = options('boostedTrees', {
  ...REGRESSOR,
  window: { axis: keptRounds, default: 1000 },
  first: { axis: count, default: 20 },
  every: { axis: count, default: 100 },
  trees: { axis: members, default: 60 },
  depth: {
    axis: number('a whole number from 1 to 6', { whole: true, atLeast: 1, atMost: 6 }),
    default: 4,
  },
  shrinkage: {
    axis: positiveNumber,
    default: 0.1,
  },
  pace: {
    axis: count,
    default: 60,
  },
})

export interface BoostedTreesState {
  readonly rows: Rows
  trees: Trees
  /** The trees of the next fit, while they are being grown. */
  growth: Growth | null
  /** The round of the next fit. */
  next: number
  round: number
  /** Running mean of squared errors. */
  residual: number
}

/** Fewest rows in a leaf, and rows of nothing that are added to it. */
const LEAF = 5
const RIDGE = 1
/** A tree costs as much as so many rows before it has seen any. */
const OVERHEAD = 100
/** Sorting so many features takes as long as growing one tree. */
const FEATURES_A_TREE = 4

/**
 * Gradient-boosted trees (Friedman 2001), fitted anew to the last rows every so often.
 *
 * Splits are along one feature, at one of 31 quantiles. The first fit is at `first` rows, the next ones when there are half
 * as many rows again, until `every` rounds lie between. A fit may take some rounds; the rows that come meanwhile are
 * part of it. Nothing is drawn: the same rows give the same trees.
 */
export function boostedTrees(given: BoostedTreesOptions = {}): RegressorRule<BoostedTreesState> {
  return ruleOf('boosted-trees', BOOSTED_TREES, given, (setting, { dimension }) => {
    const { window, first, every, trees, depth, shrinkage, pace, priorVariance } = setting
    const grower = new Grower(window, dimension, { trees, depth, shrinkage, leaf: LEAF, ridge: RIDGE })

    function grow(state: BoostedTreesState, growth: Growth): void {
      const { rows } = state
      const due = Math.ceil((pace * (window + OVERHEAD)) / (rows.count + OVERHEAD))
      if (!grower.prepare(growth, rows, FEATURES_A_TREE * due)) return
      const end = Math.min(trees, growth.trees.count + due)
      while (growth.trees.count < end) grower.grow(growth, rows.count)
      if (end < trees) return
      state.trees = growth.trees
      state.growth = null
    }

    return {
      init: shape<BoostedTreesState>({
        rows: rowsOf(window, dimension),
        trees: grower.trees,
        growth: also(nullable(grower.shape), (growth, path, state) => {
          const { rows } = state as BoostedTreesState
          if (growth) expectLength(`${path}.rest`, growth.rest, rows.ys.length)
        }),
        next: whole(0, Number.MAX_SAFE_INTEGER, first),
        round: counter,
        residual: real(),
      }),
      predict(state, x, out) {
        if (state.trees.count === 0) {
          predictPrior(out, priorVariance)
          return
        }
        out.mean = predictTrees(state.trees, x)
        out.spread = 0
        out.residual = state.residual || priorVariance
      },
      update(state, x, y) {
        if (state.trees.count > 0) {
          const error = square(y - predictTrees(state.trees, x))
          state.residual += (error - state.residual) * (state.residual === 0 ? 1 : 0.02)
        }
        pushRow(state.rows, window, x, y)
        state.round++
        if (state.growth) grower.take(state.growth, state.rows)
        else if (state.round >= state.next) {
          state.next = state.round + Math.min(every, Math.ceil(state.round / 2))
          state.growth = grower.start(state.rows)
        }
        if (state.growth) grow(state, state.growth)
      },
    }
  })
}
