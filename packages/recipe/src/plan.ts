import { ArgumentError } from 'credence'
import type { ColumnStatistics } from 'credence/stream'
import { type AutoRecipe, planAuto } from './autoTask.ts'
import { conformalColumns, planConformal } from './conformalTask.ts'
import { externalColumns, planExperts } from './expertsTask.ts'
import type { RecordOptions, RowLearner, RowModel } from './rowModel.ts'
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
  /** The first rows, cells of the plan's texts, for a learner that finds out what they are. */
  readonly first?: readonly (readonly string[])[]
}

/** A recipe and the columns it meets: which of them it reads, what it needs to know first, and what it is then. */
export interface RowPlan {
  /** The columns that a row must hold, in this order: the target last. */
  readonly columns: readonly string[]
  /** The columns that are read as text instead, in this order: the target last, unless it is a number. */
  readonly texts: readonly string[]
  /** Those of them that are features: what statistics are asked of. */
  readonly features: readonly string[]
  readonly needs: Needs
  model(facts: Facts, options?: RecordOptions): RowModel
  /** The model at work on one stream. */
  begin(facts: Facts, options?: RecordOptions): RowLearner
  /** The recipe, with all that was found out. */
  explain(facts: Facts): object
}

/** The columns of numbers to read, where the recipe names them all; undefined: every numeric column. */
export function namedColumns(recipe: Recipe): readonly string[] | undefined {
  if (recipe.task === 'auto') return []
  const { target } = recipe
  if (target === undefined) return undefined
  const given = inputColumns(recipe)
  return given && [...given, target]
}

/** The columns to read as text, where the recipe names them: those of groups. */
export function textColumns(recipe: Recipe): readonly string[] {
  return recipe.task === 'conformal' ? (recipe.groups ?? []) : []
}

/** Whether every column is read as text, for a learner that finds out what they hold. */
export function readsText(recipe: Recipe): recipe is AutoRecipe {
  return recipe.task === 'auto'
}

/** The columns of numbers that a forecast is made from, where the recipe names them. */
export function inputColumns(recipe: Exclude<Recipe, AutoRecipe>): readonly string[] | undefined {
  if (recipe.task === 'conformal') return conformalColumns(recipe)
  return recipe.task === 'experts' ? externalColumns(recipe) : recipe.features
}

/** The columns that tell series apart, where the recipe names them. */
export function keyColumns({ by }: Recipe): readonly string[] {
  return [by ?? []].flat()
}

/** @param all the numeric columns, in the file's order; all columns where they are read as text */
export function planRecipe(recipe: Recipe, all: readonly string[]): RowPlan {
  const by = keyColumns(recipe)
  const keys = new Set(by)
  if (keys.size < by.length)
    throw new ArgumentError(`by must name different columns; received ${JSON.stringify(by)}`, 'bad-recipe', {
      option: 'by',
    })
  if (recipe.target !== undefined && keys.has(recipe.target)) {
    throw new ArgumentError(
      `by must not name the target, ${JSON.stringify(recipe.target)}. Choose the column that says which shop, product or the like a row belongs to. If all rows are of one, leave it out`,
      'bad-recipe',
      { option: 'by' },
    )
  }
  // Within a series they are always the same: not a feature.
  const names = all.filter((name) => !keys.has(name))
  if (recipe.task === 'auto') return planAuto(recipe, names)
  if (recipe.task === 'conformal') return planConformal(recipe, names)
  return recipe.task === 'experts' ? planExperts(recipe, names) : planSupervised(recipe, names)
}
