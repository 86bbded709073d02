import {
  type AutoRecipe,
  buildLearner,
  buildPreparation,
  externalColumns,
  needsHorizon,
  parseRecipe,
  type Recipe,
  type SupervisedRecipe,
} from '@credence/recipe'
import { ArgumentError, asIs } from 'credence'
import type { SeriesModel } from '../learning/series.ts'
import type { BuiltModel } from '../models/registry.ts'
import { aggregateSeries } from './aggregateSeries.ts'
import { conformalSeries } from './conformalSeries.ts'
import { inputReader, lagged } from './inputs.ts'

/** The served model that a recipe describes. What needs a whole file beforehand cannot be served. */
export function buildModel(written: unknown): BuiltModel {
  const recipe = parseRecipe(written)
  if (recipe.task === 'auto')
    throw new ArgumentError('a model of the task "auto" is run, and cannot be served')
  return {
    series: seriesOf(recipe),
    coverage: recipe.task === 'conformal' ? recipe.coverage : recipe.interval,
  }
}

function seriesOf(recipe: Exclude<Recipe, AutoRecipe>): SeriesModel {
  if (recipe.task === 'conformal') return conformalSeries(recipe)
  if (recipe.task === 'experts') {
    const columns = externalColumns(recipe)
    return aggregateSeries({
      learner: buildLearner(recipe, { dimension: columns.length }),
      preparation: asIs({ dimension: columns.length }),
      read: inputReader(columns, true),
      past: lagged(columns),
      labels: false,
      interval: recipe.interval,
    })
  }
  return supervised(recipe)
}

function supervised(recipe: SupervisedRecipe): SeriesModel {
  const { features, prepare, interval, task } = recipe
  if (!features)
    throw new ArgumentError('features must be named: a served model sees no file to find them in')
  if (needsHorizon(recipe)) throw new ArgumentError('horizon must be given: a served model has no last round')
  if (prepare.scale.endsWith('-file')) {
    throw new ArgumentError(
      `prepare.scale must be standardize or none; received ${JSON.stringify(prepare.scale)}`,
    )
  }
  const preparation = buildPreparation(prepare, features.length)
  return aggregateSeries({
    learner: buildLearner(recipe, { dimension: preparation.size }),
    preparation,
    read: inputReader(features, false),
    past: lagged(features),
    labels: task === 'classification',
    interval,
  })
}
