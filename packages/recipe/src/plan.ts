import type { ColumnStatistics } from 'credence/stream'
import { type AutoRecipe, planAuto } from './autoTask.ts'
import { forecastColumns, planConformal } from './conformalTask.ts'
import { externalColumns, planExperts } from './expertsTask.ts'
import type { RecordOptions, RowModel } from './rowModel.ts'
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
export interface Plan {
  /** The columns that a row must hold, in this order: the target last. */
  readonly columns: readonly string[]
  /** The columns that are read as text instead, in this order. @default none */
  readonly texts?: readonly string[]
  /** Those of them that are features: what statistics are asked of. */
  readonly features: readonly string[]
  readonly needs: Needs
  begin(facts: Facts, options?: RecordOptions): Session
}

/** A plan over rows of numbers. */
export interface RowPlan extends Plan {
  model(facts: Facts, options?: RecordOptions): RowModel
}

/** A learner fed with rows: one in, one record out. */
export interface Session {
  /** The learner at work: its description, and its ledger where it keeps one. */
  readonly learner: object
  /** What each expert weighed and lost in the last round that had an outcome; borrowed until the next. */
  readonly weights?: ArrayLike<number> | undefined
  readonly losses?: ArrayLike<number> | undefined
  /** P(Y ≤ y) of the last outcome under the law that was forecast for it; absent where there was no law. */
  readonly lawAt?: number | undefined
  /** Rows taken, also those without an outcome. */
  readonly t: number
  /** Whether the outcomes are classes, where the recipe does not say. */
  readonly labels?: boolean
  /** The cell of the target in the last row, where it is there and is no outcome: it was taken as missing. */
  readonly unread?: string | undefined
  /** A record that has all fields which its records may have, where the first of them have not. */
  readonly shape?: object | undefined
  /** The recipe with what was found out, where it does not say all. */
  readonly recipe?: object
  /**
   * Forecasts, learns, and says both.
   *
   * @param row the plan's columns, the target last; a missing outcome is NaN
   * @param texts the cells of the columns that are read as text
   */
  step(row: Float64Array, texts?: readonly string[]): object
  /** A record in numbers, for statistics, where it is not so itself. */
  counted?(record: object): object
  save(): Uint8Array
  restore(saved: Uint8Array): this
}

/** The columns to read, where the recipe names them all; undefined: every numeric column. */
export function namedColumns(recipe: Recipe): readonly string[] | undefined {
  if (recipe.task === 'auto') return []
  const { target } = recipe
  if (target === undefined) return undefined
  const given = inputColumns(recipe)
  return given && [...given, target]
}

/** Whether every column is read as text, for a learner that finds out what they hold. */
export function readsText(recipe: Recipe): recipe is AutoRecipe {
  return recipe.task === 'auto'
}

/** The columns that a forecast is made from, where the recipe names them. */
export function inputColumns(recipe: Exclude<Recipe, AutoRecipe>): readonly string[] | undefined {
  if (recipe.task === 'conformal') return forecastColumns(recipe)
  return recipe.task === 'experts' ? externalColumns(recipe) : recipe.features
}

/** @param names the numeric columns, in the file's order; all columns where they are read as text */
export function planRecipe(recipe: AutoRecipe, names: readonly string[]): Plan
export function planRecipe(recipe: Exclude<Recipe, AutoRecipe>, names: readonly string[]): RowPlan
export function planRecipe(recipe: Recipe, names: readonly string[]): Plan
export function planRecipe(recipe: Recipe, names: readonly string[]): Plan {
  if (recipe.task === 'auto') return planAuto(recipe, names)
  if (recipe.task === 'conformal') return planConformal(recipe, names)
  return recipe.task === 'experts' ? planExperts(recipe, names) : planSupervised(recipe, names)
}
