import { aggregate, annealed, gradient, type Learner, mean, point } from 'credence'
import { buildExpert } from './experts.ts'
import { buildLoss } from './losses.ts'
import { buildMeta } from './meta.ts'
import type { Recipe } from './schema.ts'

const scores = { point, gradient, mean, annealed }

export interface BuildOptions {
  /** Length of a prepared x. */
  readonly dimension?: number
  /** Number of rounds T, if the recipe does not say. */
  readonly horizon?: number
}

/** The learner that a recipe describes. */
export function buildLearner(recipe: Recipe, options: BuildOptions = {}): Learner {
  const horizon = recipe.horizon ?? options.horizon
  return aggregate({
    experts: recipe.experts.map(buildExpert),
    loss: buildLoss(recipe.loss),
    score: scores[recipe.score],
    meta: buildMeta(recipe.meta),
    seed: recipe.seed,
    ...(options.dimension === undefined ? {} : { dimension: options.dimension }),
    ...(horizon === undefined ? {} : { horizon }),
  })
}

/** Whether some rate depends on T, so that the rounds must be counted before the first. */
export function needsHorizon(recipe: Recipe): boolean {
  if (recipe.horizon !== undefined) return false
  return recipe.experts.some((expert) => {
    if (expert.kind === 'conjugate') return false
    const rates = [expert.learningRate ?? []].flat()
    const overHorizon = rates.some((rate) => typeof rate === 'object' && rate.kind === 'inverse-sqrt-horizon')
    return overHorizon || (expert.scale !== undefined && expert.kind !== 'svb')
  })
}
