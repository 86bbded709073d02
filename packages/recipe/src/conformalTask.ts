import { ArgumentError, type ConformalLearner, conformal } from 'credence'
import type { Conformity } from 'credence/conformal'
import { normalisedResidual, quantileBand, signedResidual } from 'credence/conformal'
import { expectColumns, targetColumn } from './columns.ts'
import { type ConformalParts, conformalRows } from './conformalRows.ts'
import { methodOf } from './method.ts'
import type { RowPlan } from './plan.ts'
import { planRows, type RowModel } from './rowModel.ts'
import type { ConformalRecipe } from './schema.ts'

/** The columns that hold the forecast. */
export function forecastColumns({ forecast }: ConformalRecipe): readonly string[] {
  return typeof forecast === 'string' ? [forecast] : Object.values(forecast)
}

/** The columns that a row is read from: the forecast, then features, then groups. */
export function conformalColumns(recipe: ConformalRecipe): readonly string[] {
  return [...forecastColumns(recipe), ...(recipe.features ?? []), ...(recipe.groups ?? [])]
}

/** Intervals around a column of forecasts. */
export function planConformal(recipe: ConformalRecipe, numeric: readonly string[]): RowPlan {
  const given = conformalColumns(recipe)
  const target = targetColumn(recipe.target, numeric, given)
  expectColumns('forecast', forecastColumns(recipe), numeric)
  expectColumns('features', recipe.features ?? [], numeric)
  expectColumns('groups', recipe.groups ?? [], numeric)
  if (given.includes(target)) {
    throw new ArgumentError(
      forecastColumns(recipe).includes(target)
        ? `the target ${JSON.stringify(target)} is also the forecast: name both, "target" and "forecast"`
        : `the target ${JSON.stringify(target)} is also among features or groups`,
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
        columns: forecastColumns(recipe),
        read: conformityOf(recipe).read,
        ...besideOf(recipe),
      }) as RowModel,
  })
}

/** The conformal learner that a recipe describes. */
export function buildConformal(recipe: ConformalRecipe): ConformalLearner<unknown> {
  const { coverage, threshold, seed, window, diagnostics, scale, period, alerts, unbiased } = recipe
  const { features, groups = [] } = recipe
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
    ...(features ? { features: true } : {}),
    ...(groups.length === 1 ? { groups: true } : groups.length > 1 ? { overlapping: true } : {}),
  })
}

/** How a row becomes what stands beside its forecast; empty where nothing does. */
function besideOf(recipe: ConformalRecipe): Pick<ConformalParts, 'beside'> {
  const { features = [], groups = [] } = recipe
  if (features.length + groups.length === 0) return {}
  const first = forecastColumns(recipe).length
  const from = first + features.length
  const nameAt = (row: Float64Array, i: number): string => {
    const value = row[from + i]
    if (Number.isNaN(value))
      throw new ArgumentError(`the group ${JSON.stringify(groups[i])} is missing`, 'missing-value')
    return `${groups[i]} ${value}`
  }
  return {
    beside: (row) => ({
      ...(features.length > 0 ? { x: row.slice(first, from) } : {}),
      ...(groups.length === 1 ? { group: nameAt(row, 0) } : {}),
      ...(groups.length > 1 ? { groups: groups.map((_, i) => nameAt(row, i)) } : {}),
    }),
  }
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
