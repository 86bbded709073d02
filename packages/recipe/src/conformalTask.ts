import {
  ArgumentError,
  type ConformalLearner,
  type Conformity,
  conformal,
  normalisedResidual,
  quantileBand,
  signedResidual,
} from 'credence'
import { expectColumns, targetColumn } from './columns.ts'
import { expertRecord } from './expertRecord.ts'
import { methodOf } from './method.ts'
import type { ConformalRecipe } from './schema.ts'
import type { Plan, Session, StepOptions } from './session.ts'

/** The columns that hold the forecast. */
export function forecastColumns({ forecast }: ConformalRecipe): readonly string[] {
  return typeof forecast === 'string' ? [forecast] : Object.values(forecast)
}

/** Intervals around a column of forecasts. */
export function planConformal(recipe: ConformalRecipe, numeric: readonly string[]): Plan {
  const given = forecastColumns(recipe)
  const target = targetColumn(recipe.target, numeric, given)
  expectColumns('forecast', given, numeric)
  if (given.includes(target)) {
    throw new ArgumentError(
      `the target ${JSON.stringify(target)} is also the forecast: name both, "target" and "forecast"`,
    )
  }
  return {
    columns: [...given, target],
    features: given,
    needs: { rows: false, statistics: false },
    begin: () => new ConformalSession(recipe, given),
  }
}

class ConformalSession implements Session {
  t = 0
  losses: ArrayLike<number> | undefined
  readonly #conformity: ReadConformity
  readonly #learner: ConformalLearner<unknown>
  readonly #given: readonly string[]

  /** @param given the names of the forecast's columns */
  constructor(recipe: ConformalRecipe, given: readonly string[]) {
    this.#given = given
    this.#conformity = conformityOf(recipe)
    this.#learner = buildConformal(recipe)
  }

  get learner(): object {
    return this.#learner
  }

  step(row: Float64Array, { experts = false }: StepOptions = {}): Record<string, unknown> {
    this.#given.forEach((name, j) => {
      if (Number.isNaN(row[j])) throw new ArgumentError(`the forecast ${JSON.stringify(name)} is missing`)
    })
    const forecast = this.#conformity.read(row)
    const y = row[row.length - 1] as number
    const { threshold, lower, upper } = this.#learner.predict(forecast)
    const missing = Number.isNaN(y)
    const record = { t: this.t + 1, y: missing ? null : y, forecast, threshold, lower, upper }
    const round = this.#learner.learn(missing ? null : y)
    this.t++
    if (!round) return record
    const { covered, loss, weights } = round
    const { means: mean, variances: variance, losses } = round.experts
    this.losses = losses
    return { ...record, covered, loss, ...expertRecord(weights, { mean, variance }, losses, experts) }
  }

  save(): unknown {
    return { t: this.t, learner: this.#learner.save() }
  }

  restore(saved: unknown): void {
    const { t, learner } = saved as { t: number; learner: Uint8Array }
    this.#learner.restore(learner)
    this.t = t
  }
}

/** The conformal learner that a recipe describes. */
export function buildConformal(recipe: ConformalRecipe): ConformalLearner<unknown> {
  const { coverage, threshold, seed, window, diagnostics, scale, period, alerts } = recipe
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
