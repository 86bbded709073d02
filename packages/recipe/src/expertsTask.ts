import { asIs } from 'credence'
import { buildLearner } from './build.ts'
import { expectColumns, targetColumn } from './columns.ts'
import { LearnerSession } from './learnerSession.ts'
import type { ExpertsRecipe } from './schema.ts'
import type { Plan } from './session.ts'

/** The columns of forecasts and activations that the external experts give. */
export function externalColumns({ experts: [{ columns, awake = [] }] }: ExpertsRecipe): readonly string[] {
  return [...columns, ...awake]
}

/** Aggregation of forecasts made elsewhere: columns in, one forecast out. */
export function planExperts(recipe: ExpertsRecipe, numeric: readonly string[]): Plan {
  const given = externalColumns(recipe)
  const target = targetColumn(recipe.target, numeric, given)
  expectColumns('forecast', given, numeric)
  return {
    columns: [...given, target],
    features: given,
    needs: { rows: false, statistics: false },
    begin() {
      const preparation = asIs({ dimension: given.length })
      const learner = buildLearner(recipe, { dimension: given.length })
      return new LearnerSession({ learner, preparation, interval: recipe.interval, labels: false })
    },
  }
}
