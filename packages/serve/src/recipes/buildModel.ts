import {
  buildLearner,
  buildPreparation,
  coverageOf,
  type ExpertsRecipe,
  externalColumns,
  forecastColumns,
  needsHorizon,
  parseRecipe,
  type SupervisedRecipe,
} from '@credence/recipe'
import { ArgumentError } from 'credence'
import { asIs } from 'credence/stream'
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
  const target = recipe.target === undefined ? {} : { target: recipe.target }
  if (recipe.task === 'conformal') {
    const columns = forecastColumns(recipe)
    return { series: conformalSeries(recipe), coverage: coverageOf(recipe), columns, ...target }
  }
  if (recipe.task === 'experts') {
    const columns = externalColumns(recipe)
    return { series: experts(recipe, columns), coverage: recipe.interval, columns, ...target }
  }
  const { features, interval } = recipe
  if (!features)
    throw new ArgumentError('features must be named: a served model sees no file to find them in')
  return { series: supervised(recipe, features), coverage: interval, columns: features, ...target }
}

function experts(recipe: ExpertsRecipe, columns: readonly string[]): SeriesModel {
  return aggregateSeries({
    learner: buildLearner(recipe, { dimension: columns.length }),
    preparation: asIs({ dimension: columns.length }),
    read: inputReader(columns, true),
    past: lagged(columns),
    labels: false,
    interval: recipe.interval,
  })
}

function supervised(recipe: SupervisedRecipe, features: readonly string[]): SeriesModel {
  const { prepare, interval, task } = recipe
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
