import { ArgumentError, type Loss } from 'credence'
import { expectColumns, targetColumn } from './columns.ts'
import { build } from './ofKind.ts'
import type { Recipe } from './schema.ts'

/** What is compared when all outcomes are known: the columns of point forecasts, the target, and by which loss. */
export interface HindsightPlan {
  readonly experts: readonly string[]
  readonly target: string
  readonly loss: Loss
  /** Standard deviation of y given a forecast, for log-density loss. */
  readonly noise: number
}

/** A recipe of other people's forecasts, as an oracle reads it. */
export function planHindsight(recipe: Recipe, numeric: readonly string[]): HindsightPlan {
  if (recipe.task !== 'experts') {
    throw new ArgumentError(
      `oracles need a recipe of the task "experts"; this one is "${recipe.task}"`,
      'not-supported',
    )
  }
  const [{ columns, gives = 'point', noise = 1 }] = recipe.experts
  if (gives !== 'point')
    throw new ArgumentError('oracles need point forecasts: "gives" must be "point"', 'not-supported')
  const target = targetColumn(recipe.target, numeric, columns)
  expectColumns('forecast', columns, numeric)
  return { experts: columns, target, loss: build('loss', recipe.loss), noise }
}
