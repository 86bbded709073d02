import type { ColumnStatistics } from 'credence'
import { forecastColumns, planConformal } from './conformalTask.ts'
import { externalColumns, planExperts } from './expertsTask.ts'
import { type RecordOptions, RowLearner, type RowModel } from './rowModel.ts'
import type { Recipe } from './schema.ts'
import { planSupervised } from './supervised.ts'

/** What must be known of a file before its first row can be learnt from. */
export interface Needs {
  /** The number of rows, for rates that depend on the horizon. */
  readonly rows: boolean
  /** Means, deviations, minima and maxima of the feature columns. */
  readonly statistics: boolean
}

export interface Facts {
  readonly rows?: number
  readonly statistics?: ColumnStatistics
}

/** A recipe and the columns it meets: which of them it reads, what it needs to know first, and its model then. */
export interface Plan {
  /** The columns that a row must hold, in this order: the target last. */
  readonly columns: readonly string[]
  /** Those of them that are features: what statistics are asked of. */
  readonly features: readonly string[]
  readonly needs: Needs
  model(facts: Facts, options?: RecordOptions): RowModel
}

/** The columns to read, where the recipe names them all; undefined: every numeric column. */
export function namedColumns(recipe: Recipe): readonly string[] | undefined {
  const { target } = recipe
  if (target === undefined) return undefined
  const given = givenColumns(recipe)
  return given && [...given, target]
}

function givenColumns(recipe: Recipe): readonly string[] | undefined {
  if (recipe.task === 'conformal') return forecastColumns(recipe)
  return recipe.task === 'experts' ? externalColumns(recipe) : recipe.features
}

/** @param numeric the names of the numeric columns, in the file's order */
export function planRecipe(recipe: Recipe, numeric: readonly string[]): Plan {
  if (recipe.task === 'conformal') return planConformal(recipe, numeric)
  return recipe.task === 'experts' ? planExperts(recipe, numeric) : planSupervised(recipe, numeric)
}

/** The planned recipe at work on the rows of one stream. */
export function begin(plan: Plan, facts: Facts, options: RecordOptions = {}): RowLearner {
  return new RowLearner(plan.model(facts, options))
}
