import type { ColumnStatistics } from 'credence'
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
}

/** A recipe and the columns it meets: which of them it reads, and what it needs to know first. */
export interface Plan {
  /** The columns that a row must hold, in this order. */
  readonly columns: readonly string[]
  /** Those of them that are features: what statistics are asked of. */
  readonly features: readonly string[]
  readonly needs: Needs
  begin(facts: Facts): Session
}

export interface StepOptions {
  /** Whether to report every expert's mean, variance and loss. */
  readonly experts?: boolean
}

/** A learner fed with rows of numbers: one in, one record out. */
export interface Session {
  /** The learner at work: its description, and its ledger where it keeps one. */
  readonly learner: object
  /** What each expert lost in the last round, where no ledger keeps it; borrowed until the next. */
  readonly losses?: ArrayLike<number> | undefined
  /** Rows taken, also those without an outcome. */
  readonly t: number
  /** Predicts, learns, and says both. The row holds the plan's columns; a missing outcome is NaN. */
  step(row: Float64Array, options?: StepOptions): Record<string, unknown>
  /** Plain data from which `restore` goes on bit for bit. */
  save(): unknown
  restore(saved: unknown): void
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
export function planSession(recipe: Recipe, numeric: readonly string[]): Plan {
  if (recipe.task === 'conformal') return planConformal(recipe, numeric)
  return recipe.task === 'experts' ? planExperts(recipe, numeric) : planSupervised(recipe, numeric)
}
