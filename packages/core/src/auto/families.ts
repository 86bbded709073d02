import { gp } from '../gp/gp.ts'
import type { Rule } from '../nouns/panel.ts'
import { conjugate } from '../panels/conjugate.ts'
import { intercept } from '../panels/intercept.ts'
import { knn } from '../panels/knn.ts'
import { lines } from '../panels/lines.ts'
import { logScale } from '../panels/logScale.ts'
import { perFeature } from '../panels/perFeature.ts'
import { products } from '../panels/products.ts'
import { recent } from '../panels/recent.ts'
import { residuals } from '../panels/residuals.ts'
import { boostedTrees } from '../trees/boostedTrees.ts'
import { mondrianForest } from '../trees/mondrianForest.ts'

/** A rule as a recipe writes it: its kind, its options, and the rules that it stands around. Plain data. */
export interface WrittenRule {
  readonly kind: string
  readonly of?: WrittenRule
  readonly base?: WrittenRule
  readonly [option: string]: unknown
}

export interface FamiliesOptions {
  /** Whether the last outcome is known when the next is forecast. */
  readonly memory: boolean
  /** How many rows before its outcome a forecast is made. */
  readonly ahead: number
  /** Whether outcomes are classes, −1 and +1. @default false */
  readonly labels?: boolean
}

/**
 * The families of experts that `auto` has unless it is given others, as a recipe writes them.
 *
 * Linear models that forget, the same on products, Gaussian processes over short pasts, a forest, boosted trees,
 * neighbours; and the last four also on what a linear model leaves over, of classes the first two of them.
 * One row ahead, of numbers, also a linear model of logarithms: several rows ahead it left a series that shrinks by percents
 * covered too little for 200 rows.
 * Several rows ahead also a line for each feature alone, because there most features are noise beside one lag.
 */
export function autoFamilies({ memory, ahead, labels = false }: FamiliesOptions): WrittenRule[] {
  const linear = (forgetting: number | readonly number[]): WrittenRule => ({
    kind: 'intercept',
    of: { kind: 'conjugate', noise: 0.3, forgetting },
  })
  const process = (options: object): WrittenRule => ({ kind: 'per-feature', of: { kind: 'gp', ...options } })
  const leftOver = (of: WrittenRule): WrittenRule => ({ kind: 'residuals', base: linear(0.999), of })
  const curved = { kind: 'conjugate', priorVariance: 0.1, noise: 0.3 }
  const level = { amplitude: 4, constant: 4 }
  const forest = { kind: 'mondrian-forest', learners: 3, maxNodes: 64, cutAfter: 5 }
  const boosted = { kind: 'boosted-trees', every: 100, trees: 40, shrinkage: 0.15, pace: 1 }
  const near = { kind: 'knn', weighting: 'distance' }
  return [
    linear([1, 0.999, 0.995, 0.98, 0.95]),
    ...(ahead > 1 ? [{ kind: 'lines', forgetting: [1, 0.998], slope: ['fitted', 'one'] }] : []),
    { kind: 'products', most: 14, of: { kind: 'intercept', of: curved } },
    process({ inverseBandwidth: [0.1, 0.25, 0.6, 1.5], noise: 0.25, window: 150, ...level }),
    forest,
    // Late in a stream, what trees leave to learn is in the rows of long ago.
    { ...boosted, window: 4000, every: 300, trees: 60 },
    { ...near, neighbours: [3, 10], window: [100, 500] },
    leftOver(process({ inverseBandwidth: [0.3, 1], noise: 0.7, window: 150 })),
    leftOver(forest),
    // Classes have trees and neighbours of their own, in all classes together.
    ...(labels
      ? []
      : [
          // Its fits fall between those of the other one, not into the same rounds.
          leftOver({ ...boosted, first: 25 }),
          leftOver({ ...near, neighbours: 10, window: 500 }),
        ]),
    ...(labels || ahead > 1 ? [] : [{ kind: 'log-scale', of: linear(0.999) }]),
    ...(memory ? [{ kind: 'recent' }] : []),
  ]
}

// Not all kinds there are, as recipes know them: a page that loads `auto` alone must not load them.
const alone: Readonly<Record<string, (options: never) => Rule>> = {
  conjugate,
  gp,
  knn,
  lines,
  recent,
  'mondrian-forest': mondrianForest,
  'boosted-trees': boostedTrees,
}

const around: Readonly<Record<string, (rule: Rule, options: never) => Rule>> = {
  intercept,
  'log-scale': logScale,
  products,
  'per-feature': perFeature,
}

/** The rule that is written down, of the kinds that `autoFamilies` uses. */
export function ruleOf({ kind, of, base, ...options }: WrittenRule): Rule {
  if (of === undefined) return alone[kind](options as never)
  return base ? residuals(ruleOf(base), ruleOf(of)) : around[kind](ruleOf(of), options as never)
}
