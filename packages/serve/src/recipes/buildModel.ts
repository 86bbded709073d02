import {
  type AutoRecipe,
  type AutoRowsState,
  autoRows,
  buildAuto,
  coverageOf,
  inputColumns,
  keyColumns,
  parseRecipe,
  planRecipe,
  type Recipe,
  type RowModel,
  textColumns,
} from '@credence/recipe'
import { ArgumentError } from 'credence'
import type { AutoModel } from 'credence/auto'
import type { BuiltModel } from '../models/registry.ts'
import { pastOfAuto, pathOf, readCells, readOutcome } from './autoInputs.ts'
import { groupedReader, inputReader, lagged, lastValue } from './inputs.ts'
import { liveSeries } from './liveSeries.ts'
import { rowServed } from './rowServed.ts'

/** The served model that a recipe describes. What needs a whole file beforehand cannot be served. */
export function buildModel(written: unknown): BuiltModel {
  const recipe = parseRecipe(written)
  if (keyColumns(recipe).length > 0) {
    throw new ArgumentError(
      'by must be left out: the service has a learner for each key of its own',
      'bad-recipe',
    )
  }
  const target = recipe.target === undefined ? {} : { target: recipe.target }
  if (recipe.task === 'auto') {
    const columns = recipe.features ? { columns: recipe.features } : {}
    const learner = buildAuto(recipe)
    const series = rowServed({
      model: autoRows(learner) as RowModel,
      read: (input) => readCells(recipe, input),
      outcome: (y) => readOutcome(recipe, y),
      past: pastOfAuto(recipe),
      // The density of a forecast that waits is not kept.
      judgedBy: 'pointLoss',
      watched: true,
      path: (state, ahead) => pathOf(learner.over((state as AutoRowsState).inner), ahead),
      reasons: (state, back) =>
        (learner.model as unknown as AutoModel).pastReasons((state as AutoRowsState).inner, back),
    })
    return { series: liveSeries(series), coverage: recipe.coverage, ...columns, ...target }
  }
  const columns = inputColumns(recipe)
  if (!columns) {
    throw new ArgumentError(
      'features must be named: a served model sees no file to find them in',
      'unknown-column',
    )
  }
  const plan = planRecipe(recipe, [...columns, recipe.target ?? freeName(columns)])
  if (plan.needs.rows) throw new ArgumentError('horizon must be given: a served model has no last round')
  if (plan.needs.statistics) {
    throw new ArgumentError('prepare.scale must be standardize or none: a served model sees no whole file')
  }
  // An expert may sleep, and a feature of a width be unknown: then the cell is missing.
  const optional = recipe.task === 'experts' || (recipe.task === 'conformal' && 'features' in recipe)
  const groups = textColumns(recipe)
  const all = [...columns, ...groups]
  const series = rowServed({
    model: plan.model({}),
    read: groups.length > 0 ? groupedReader(columns, groups, optional) : inputReader(columns, optional),
    // A single forecast may be the last outcome itself.
    past: recipe.task === 'conformal' && all.length === 1 ? lastValue : lagged(all),
  })
  return { series: liveSeries(series), coverage: promised(recipe), columns: all, ...target }
}

function promised(recipe: Exclude<Recipe, AutoRecipe>): number {
  return recipe.task === 'conformal' ? coverageOf(recipe) : recipe.interval
}

/** A name for the outcome that no column has. */
function freeName(columns: readonly string[]): string {
  let name = 'y'
  while (columns.includes(name)) name += '′'
  return name
}
