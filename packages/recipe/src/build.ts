import {
  type AggregateLearner,
  aggregate,
  annealed,
  external,
  gradient,
  mean,
  point,
  type Rule,
  type Score,
} from 'credence'
import { buildExpert } from './experts/index.ts'
import type { OfKind } from './kinds.ts'
import { buildLoss } from './losses.ts'
import { buildMeta } from './meta.ts'
import type { ExpertsRecipe, SupervisedRecipe } from './schema.ts'

const scores = { point, gradient, mean, annealed }

export function buildScore(name: keyof typeof scores): Score {
  return scores[name]
}

export interface BuildOptions {
  /** Length of a prepared x. */
  readonly dimension?: number
  /** Number of rounds T, if the recipe does not say. */
  readonly horizon?: number
}

/** The learner that a recipe describes. */
export function buildLearner(
  recipe: SupervisedRecipe | ExpertsRecipe,
  options: BuildOptions = {},
): AggregateLearner {
  const horizon = recipe.task === 'experts' ? undefined : (recipe.horizon ?? options.horizon)
  return aggregate({
    experts: rulesOf(recipe),
    loss: buildLoss(recipe.loss),
    score: buildScore(recipe.score),
    meta: buildMeta(recipe.meta),
    seed: recipe.seed,
    ...(recipe.task === 'experts' && recipe.prior ? { prior: recipe.prior } : {}),
    ...(options.dimension === undefined ? {} : { dimension: options.dimension }),
    ...(horizon === undefined ? {} : { horizon }),
  })
}

function rulesOf(recipe: SupervisedRecipe | ExpertsRecipe): Rule[] {
  if (recipe.task !== 'experts') return recipe.experts.map(buildExpert)
  const { kind: _, ...options } = recipe.experts[0]
  return [external(options)]
}

/** Whether some rate depends on T, so that the rounds must be counted before the first. */
export function needsHorizon(recipe: SupervisedRecipe): boolean {
  return recipe.horizon === undefined && recipe.experts.some(overHorizon)
}

function overHorizon({ kind, scale, learningRate }: OfKind): boolean {
  // G means G/√T for every linear rule but svb, whose rate falls with the round.
  if (scale !== undefined) return kind !== 'svb'
  return [learningRate].flat().some((rate) => (rate as OfKind | undefined)?.kind === 'inverse-sqrt-horizon')
}
