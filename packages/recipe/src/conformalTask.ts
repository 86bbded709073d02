import { ArgumentError, type ConformalLearner, conformal } from 'credence'
import { isMissing } from 'credence/auto'
import type { Conformity } from 'credence/conformal'
import { normalisedResidual, quantileBand, signedResidual } from 'credence/conformal'
import { expectColumns, targetColumn } from './columns.ts'
import { type ConformalParts, conformalRows, type GroupedRow } from './conformalRows.ts'
import { methodOf } from './method.ts'
import type { RowPlan } from './plan.ts'
import { planRows, type ReadInput, RowLearner, type RowModel, type RowReader } from './rowModel.ts'
import type { ConformalRecipe } from './schema.ts'

/** The columns that hold the forecast. */
export function forecastColumns({ forecast }: ConformalRecipe): readonly string[] {
  return typeof forecast === 'string' ? [forecast] : Object.values(forecast)
}

/** The columns of numbers that a row is read from: the forecast, then features. Groups are texts. */
export function conformalColumns(recipe: ConformalRecipe): readonly string[] {
  return [...forecastColumns(recipe), ...(recipe.features ?? [])]
}

/** Intervals around a column of forecasts. */
export function planConformal(recipe: ConformalRecipe, numeric: readonly string[]): RowPlan {
  const given = conformalColumns(recipe)
  const { groups = [] } = recipe
  const target = targetColumn(recipe.target, numeric, [...given, ...groups])
  expectColumns('forecast', forecastColumns(recipe), numeric)
  expectColumns('features', recipe.features ?? [], numeric)
  if ([...given, ...groups].includes(target)) {
    throw new ArgumentError(
      forecastColumns(recipe).includes(target)
        ? `the target ${JSON.stringify(target)} is also the forecast: name both, "target" and "forecast"`
        : `the target ${JSON.stringify(target)} is also among features or groups`,
    )
  }
  const plan = planRows({
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
  if (groups.length === 0) return plan
  return {
    ...plan,
    texts: groups,
    begin: (facts, options) => new RowLearner(plan.model(facts, options), GROUPED),
  }
}

/** Rows of numbers, the target last, beside the names of their groups. */
const GROUPED: RowReader = {
  read(row, texts): ReadInput {
    const last = row.length - 1
    const y = row[last] as number
    const input: GroupedRow = { row: row.subarray(0, last), groups: texts }
    return { input, y: Number.isNaN(y) ? undefined : y }
  },
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
    ...(groups.length === 0 ? {} : overlaps(recipe) ? { overlapping: true } : { groups: true }),
  })
}

/** Whether groups have a governor each and not a calibrator each: where there are several, and where the width follows features. */
function overlaps({ features, groups = [] }: ConformalRecipe): boolean {
  return groups.length > 1 || features !== undefined
}

/** How a row becomes what stands beside its forecast; empty where nothing does. */
function besideOf(recipe: ConformalRecipe): Pick<ConformalParts, 'beside'> {
  const { features = [], groups = [] } = recipe
  if (features.length + groups.length === 0) return {}
  const first = forecastColumns(recipe).length
  return {
    beside(row, cells) {
      const x = features.length > 0 ? { x: row.slice(first, first + features.length) } : {}
      const names = groups.map((column, i) => `${column} ${groupOf(column, cells[i] ?? '')}`)
      if (names.length === 0) return x
      return overlaps(recipe) ? { ...x, groups: names } : { ...x, group: names[0] }
    },
  }
}

/** The group that a cell names: 7, 7.0 and «7 » are one. */
function groupOf(column: string, cell: string): string {
  const text = cell.trim()
  if (isMissing(text))
    throw new ArgumentError(`the group ${JSON.stringify(column)} is missing`, 'missing-value')
  const value = Number(text)
  return Number.isFinite(value) ? String(value) : text
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
