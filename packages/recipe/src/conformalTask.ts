import { ArgumentError, type ConformalLearner, conformal } from 'credence'
import type { Conformity } from 'credence/conformal'
import { normalisedResidual, quantileBand, signedResidual } from 'credence/conformal'
import { expectColumns, targetColumn } from './columns.ts'
import { conformalRows } from './conformalRows.ts'
import { methodOf } from './method.ts'
import type { RowPlan } from './plan.ts'
import { planRows, type RowModel } from './rowModel.ts'
import type { ConformalRecipe } from './schema.ts'

/** The columns that hold the forecast. */
export function forecastColumns({ forecast }: ConformalRecipe): readonly string[] {
  return typeof forecast === 'string' ? [forecast] : Object.values(forecast)
}

/** Intervals around a column of forecasts. */
export function planConformal(recipe: ConformalRecipe, numeric: readonly string[]): RowPlan {
  const given = forecastColumns(recipe)
  const target = targetColumn(recipe.target, numeric, given)
  expectColumns('forecast', given, numeric)
  if (given.includes(target)) {
    throw new ArgumentError(
      `the target ${JSON.stringify(target)} is also the forecast: name both, "target" and "forecast"`,
    )
  }
  return planRows({
    explain: () => recipe,
    columns: [...given, target],
    features: given,
    needs: { rows: false, statistics: false },
    model: (_facts, options) =>
      conformalRows({
        ...options,
        learner: buildConformal(recipe),
        columns: given,
        read: conformityOf(recipe).read,
      }) as RowModel,
  })
}

/** The conformal learner that a recipe describes. */
export function buildConformal(recipe: ConformalRecipe): ConformalLearner<unknown> {
  const { coverage, threshold, seed, window, diagnostics, scale, period, alerts, unbiased } = recipe
  const method = methodOf(recipe)
  const { conformity } = conformityOf(recipe)
  return conformal<unknown>({
    coverage,
    threshold,
    seed,
    window,
    diagnostics,
    ...(conformity ? { conformity } : {}),
    ...(method ? { method } : {}),
    ...(scale ? { scale } : {}),
    ...(period ? { period } : {}),
    ...(alerts ? { alerts } : {}),
    unbiased,
  })
}

/** The forecast in a row that holds its columns. */
export function readForecast(recipe: ConformalRecipe, row: Float64Array): unknown {
  return conformityOf(recipe).read(row)
}

interface ReadConformity {
  /** Absent: what the method takes, which is the absolute residual unless its ends are apart. */
  readonly conformity?: Conformity<unknown>
  read(row: Float64Array): unknown
}

function conformityOf({ forecast, conformity }: ConformalRecipe): ReadConformity {
  const as = (kind: unknown): Conformity<unknown> => kind as Conformity<unknown>
  if (typeof forecast === 'string') {
    const read = (row: Float64Array): unknown => row[0]
    return conformity === 'signed' ? { conformity: as(signedResidual), read } : { read }
  }
  if ('scale' in forecast)
    return { conformity: as(normalisedResidual), read: (row) => ({ mean: row[0], scale: row[1] }) }
  return { conformity: as(quantileBand), read: (row) => ({ lower: row[0], upper: row[1] }) }
}
