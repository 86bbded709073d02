import type { ColumnStatistics } from 'credence'
import { type AutoRecipe, planAuto } from './autoTask.ts'
import { forecastColumns, planConformal } from './conformalTask.ts'
import { externalColumns, planExperts } from './expertsTask.ts'
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
  /** The cells of the target in the first rows, for a learner that finds out what they are. */
  readonly outcomes?: readonly string[]
}

/** A recipe and the columns it meets: which of them it reads, and what it needs to know first. */
export interface Plan {
  /** The columns that a row must hold, in this order. */
  readonly columns: readonly string[]
  /** The columns that are read as text instead, in this order. @default none */
  readonly texts?: readonly string[]
  /** Those of them that are features: what statistics are asked of. */
  readonly features: readonly string[]
  readonly needs: Needs
  begin(facts: Facts): Session
}

export interface StepOptions {
  /** Whether to report every expert's mean, variance and loss. */
  readonly experts?: boolean
}

/** A learner fed with rows of numbers or of text: one in, one record out. */
export interface Session {
  /** The learner at work: its description, and its ledger where it keeps one. */
  readonly learner: object
  /** What each expert lost in the last round, where no ledger keeps it; borrowed until the next. */
  readonly losses?: ArrayLike<number> | undefined
  /** Rows taken, also those without an outcome. */
  readonly t: number
  /** Predicts, learns, and says both. The row holds the plan's columns; a missing outcome is NaN. */
  step(row: Float64Array, options?: StepOptions, texts?: readonly string[]): Record<string, unknown>
  /** Whether the outcomes are classes, where the recipe does not say. */
  readonly labels?: boolean
  /** The recipe with what was found out, where it does not say all. */
  readonly recipe?: object
  /** A record in numbers, for statistics, where it is not so itself. */
  counted?(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>
  /** Plain data from which `restore` goes on bit for bit. */
  save(): unknown
  restore(saved: unknown): void
}

/** The columns to read, where the recipe names them all; undefined: every numeric column. */
export function namedColumns(recipe: Recipe): readonly string[] | undefined {
  if (recipe.task === 'auto') return []
  const { target } = recipe
  if (target === undefined) return undefined
  const given = givenColumns(recipe)
  return given && [...given, target]
}

/** Whether every column is read as text, for a learner that finds out what they hold. */
export function readsText(recipe: Recipe): recipe is AutoRecipe {
  return recipe.task === 'auto'
}

function givenColumns(recipe: Exclude<Recipe, AutoRecipe>): readonly string[] | undefined {
  if (recipe.task === 'conformal') return forecastColumns(recipe)
  return recipe.task === 'experts' ? externalColumns(recipe) : recipe.features
}

/** @param numeric the names of the numeric columns, in the file's order; of all columns where they are read as text */
export function planSession(recipe: Recipe, numeric: readonly string[]): Plan {
  if (recipe.task === 'auto') return planAuto(recipe, numeric)
  if (recipe.task === 'conformal') return planConformal(recipe, numeric)
  return recipe.task === 'experts' ? planExperts(recipe, numeric) : planSupervised(recipe, numeric)
}
