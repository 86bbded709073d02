import { asIs } from 'credence/stream'
import { aggregateRows } from './aggregateRows.ts'
import { buildLearner } from './build.ts'
import { expectColumns, targetColumn } from './columns.ts'
import type { RowPlan } from './plan.ts'
import { planRows, type RowModel } from './rowModel.ts'
import type { ExpertsRecipe } from './schema.ts'

/** The columns of forecasts and activations that the external experts give. */
export function externalColumns({ experts: [{ columns, awake = [] }] }: ExpertsRecipe): readonly string[] {
  return [...columns, ...awake]
}

/** Aggregation of forecasts made elsewhere: columns in, one forecast out. */
export function planExperts(recipe: ExpertsRecipe, numeric: readonly string[]): RowPlan {
  const given = externalColumns(recipe)
  const target = targetColumn(recipe.target, numeric, given)
  expectColumns('forecast', given, numeric)
  return planRows({
    explain: () => recipe,
    columns: [...given, target],
    features: given,
    needs: { rows: false, statistics: false },
    model(_facts, options) {
      const preparation = asIs({ dimension: given.length })
      const learner = buildLearner(recipe, { dimension: given.length })
      const { interval } = recipe
      return aggregateRows({ ...options, learner, preparation, interval, labels: false }) as RowModel
    },
  })
}
