import { ArgumentError } from 'credence'
import type { ColumnStatistics, Preparation } from 'credence/stream'
import {
  asIs,
  minmaxFile,
  standardize,
  standardizeFile,
  standardizeTarget,
  type TargetScale,
} from 'credence/stream'
import { aggregateRows } from './aggregateRows.ts'
import { buildLearner, needsHorizon } from './build.ts'
import { expectColumns, targetColumn } from './columns.ts'
import type { RowPlan } from './plan.ts'
import { planRows, type RowModel } from './rowModel.ts'
import type { Prepare, SupervisedRecipe } from './schema.ts'

/** Regression and classification: features and a target in each row. */
export function planSupervised(recipe: SupervisedRecipe, numeric: readonly string[]): RowPlan {
  const target = targetColumn(recipe.target, numeric)
  const features = recipe.features ?? numeric.filter((name) => name !== target)
  expectColumns('feature', features, numeric)
  if (features.includes(target))
    throw new ArgumentError(`the target ${JSON.stringify(target)} is also a feature`)
  if (features.length === 0 && !recipe.prepare.intercept) {
    throw new ArgumentError(
      'no features: the data has no numeric column but the target, and there is no intercept',
      'unknown-column',
    )
  }
  const units = buildTarget(recipe)
  return planRows({
    explain: () => recipe,
    columns: [...features, target],
    features,
    needs: { rows: needsHorizon(recipe), statistics: recipe.prepare.scale.endsWith('-file') },
    model({ rows, statistics }, options) {
      const preparation = buildPreparation(recipe.prepare, features.length, statistics)
      const horizon = rows === undefined ? {} : { horizon: rows }
      const learner = buildLearner(recipe, { dimension: preparation.size, ...horizon })
      const { interval, task } = recipe
      const labels = task === 'classification'
      return aggregateRows({
        ...options,
        learner,
        preparation,
        ...(units ? { target: units } : {}),
        interval,
        labels,
        complete: features,
      }) as RowModel
    },
  })
}

/** How the features of a row become what the learner sees. */
export function buildPreparation(
  { scale, intercept, reach }: Prepare,
  dimension: number,
  statistics?: ColumnStatistics,
): Preparation {
  if (dimension === 0) return interceptAlone
  if (scale === 'none') return asIs({ dimension, intercept })
  if (scale === 'standardize') return standardize({ dimension, intercept, reach })
  if (!statistics) throw new ArgumentError(`prepare.scale "${scale}" needs the statistics of the whole file`)
  return scale === 'standardize-file'
    ? standardizeFile(statistics, { intercept })
    : minmaxFile(statistics, { intercept })
}

/** The units in which the learner sees y; undefined for those of y. */
export function buildTarget({ prepare, task }: SupervisedRecipe): TargetScale | undefined {
  if (prepare.target === 'none') return undefined
  if (task === 'classification') {
    throw new ArgumentError('prepare.target must be none for classes: a label has no units')
  }
  return standardizeTarget()
}

const interceptAlone: Preparation = {
  dimension: 0,
  size: 1,
  init: () => null,
  apply: (_state, _x, out) => {
    out[0] = 1
  },
  observe() {},
}
