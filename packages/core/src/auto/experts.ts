import { boostedTrees } from '../baselines/boostedTrees.ts'
import { knn } from '../baselines/knn.ts'
import { mondrianForest } from '../baselines/mondrianForest.ts'
import { gp } from '../gp/gp.ts'
import type { Axis } from '../grid.ts'
import { logistic } from '../losses/logistic.ts'
import type { Loss } from '../losses/loss.ts'
import { squared } from '../losses/squared.ts'
import { studentDensity } from '../losses/studentDensity.ts'
import { boa } from '../meta/boa.ts'
import { fixedShare } from '../meta/fixedShare.ts'
import type { Rule } from '../panel.ts'
import { conjugate } from '../panels/conjugate.ts'
import { corrected } from '../panels/corrected.ts'
import { intercept } from '../panels/intercept.ts'
import { learntNoise } from '../panels/learntNoise.ts'
import { link } from '../panels/link.ts'
import { pooled } from '../panels/pooled.ts'
import { products } from '../panels/products.ts'
import { recent } from '../panels/recent.ts'
import { renewed } from '../panels/renewed.ts'
import { residuals } from '../panels/residuals.ts'
import { gradient, point } from '../scores.ts'

/** Most features whose products are features too. */
const MOST_FOR_PRODUCTS = 14

export interface ExpertsOptions {
  readonly dimension: number
  readonly labels: boolean
  /** Whether the last outcome is known when the next is forecast. */
  readonly memory: boolean
}

/** The loss that the last weights follow: a law of y with heavy tails, or the likelihood of classes. */
export function autoLoss(labels: boolean): Loss {
  return labels ? logistic : studentDensity(5)
}

/**
 * The experts of `auto`, for features and outcomes in standard units.
 *
 * Level 1: linear models that forget, the same on products, Gaussian processes over short pasts, a forest, neighbours,
 * and the last three also on what the linear model leaves over. They are pooled by exponential weights of several
 * rates and shares, by BOA and by stacking. Level 2: noise in several forms around each pool.
 */
export function autoExperts(options: ExpertsOptions): Rule {
  const { labels, memory } = options
  const families = familiesOf(options).map(
    (rule): Rule => (memory ? corrected(renewed(rule)) : renewed(rule)),
  )
  const each = families.map((rule) => (labels ? link(rule) : learntNoise(rule, { halfLife: 50 })))
  const loss = autoLoss(labels)
  const metas = [0.3, 0.1, 1].flatMap((rate) => [0.001, 0.02].map((share) => fixedShare({ rate, share })))
  const pool = pooled(each, {
    weighings: [
      { loss, score: point, metas },
      { loss: labels ? logistic : squared, score: gradient, metas: [boa()] },
    ],
    stacked: true,
  })
  if (labels) return pool
  return learntNoise(pool, { halfLife: [20, 200] }, [
    knn({ neighbours: 20, window: 500, weighting: 'distance' }),
    intercept(conjugate({ noise: 0.3, forgetting: 0.998 })),
  ])
}

function familiesOf({ dimension: d, memory }: ExpertsOptions): Rule[] {
  const a = 1 / Math.sqrt(d + 1)
  const linear = (forgetting: Axis<number>): Rule => intercept(conjugate({ noise: 0.3, forgetting }))
  const curved = conjugate({ priorVariance: 0.1, noise: 0.3, forgetting: d <= 8 ? [1, 0.998] : 1 })
  const forest = mondrianForest({ learners: 5, maxNodes: 2048 })
  const boosted = boostedTrees({ every: 100, trees: 40, shrinkage: 0.15, pace: 1 })
  const line = linear(0.999)
  return [
    linear([1, 0.999, 0.995, 0.98, 0.95]),
    ...(d <= MOST_FOR_PRODUCTS ? [products(intercept(curved))] : []),
    gp({
      inverseBandwidth: [0.1 * a, 0.25 * a, 0.6 * a, 1.5 * a],
      noise: 0.25,
      window: 150,
      amplitude: 4,
      constant: 4,
    }),
    gp({ inverseBandwidth: [0.1 * a, 0.5 * a], noise: [0.1, 0.4], window: 60, amplitude: 4, constant: 4 }),
    forest,
    knn({ neighbours: [3, 10], window: [100, 500], weighting: 'distance' }),
    residuals(line, gp({ inverseBandwidth: [0.3 * a, a], noise: [0.5, 1], window: 150 })),
    residuals(line, forest),
    boosted,
    residuals(line, boosted),
    residuals(line, knn({ neighbours: 10, window: 500, weighting: 'distance' })),
    ...(memory ? [recent()] : []),
  ]
}
