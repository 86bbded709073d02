import { type AggregateLearner, aggregate, external, type Rule } from 'credence'
import { build } from './ofKind.ts'
import type { ExpertsRecipe, SupervisedRecipe } from './schema.ts'

export interface BuildOptions {
  /** Length of a prepared x. */
  readonly dimension?: number
  /** Number of rounds T, if the recipe does not say. */
  readonly horizon?: number
}

/** The learner that a recipe describes. */
export function buildLearner(
  recipe: SupervisedRecipe | ExpertsRecipe,
  { dimension, horizon: rows }: BuildOptions = {},
): AggregateLearner {
  const { loss, score, meta, prior, seed, onFailure, openRounds, ledger, history, switches } = recipe
  const horizon = recipe.task === 'experts' ? undefined : (recipe.horizon ?? rows)
  return aggregate({
    experts: rulesOf(recipe),
    loss: build('loss', loss),
    score: build('score', score),
    meta: build('meta', meta),
    seed,
    onFailure,
    openRounds,
    ledger,
    history,
    switches,
    ...(prior === undefined ? {} : { prior }),
    ...(dimension === undefined ? {} : { dimension }),
    ...(horizon === undefined ? {} : { horizon }),
  })
}

function rulesOf(recipe: SupervisedRecipe | ExpertsRecipe): Rule[] {
  if (recipe.task !== 'experts') return recipe.experts.map((expert) => build('expert', expert))
  const { kind: _, silent, ...options } = recipe.experts[0]
  return [external({ ...options, ...(silent === undefined ? {} : { silent }) })]
}

/** Whether some rate depends on T, so that the rounds must be counted before the first. */
export function needsHorizon(recipe: SupervisedRecipe): boolean {
  return recipe.horizon === undefined && rulesOf(recipe).some((rule) => rule.needsHorizon === true)
}
