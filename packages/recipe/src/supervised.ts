import {
  ArgumentError,
  asIs,
  type ColumnStatistics,
  type Forecast,
  type Learner,
  minmaxFile,
  type Preparation,
  type ScoredRound,
  standardize,
  standardizeFile,
} from 'credence'
import { buildLearner, needsHorizon } from './build.ts'
import { expectColumn, targetColumn } from './columns.ts'
import type { Prepare, Recipe } from './schema.ts'
import type { Facts, Plan, Session, StepOptions } from './session.ts'

/** Regression and classification: features and a target in each row. */
export function planSupervised(recipe: Recipe, numeric: readonly string[]): Plan {
  const target = targetColumn(recipe.target, numeric)
  const features = recipe.features ?? numeric.filter((name) => name !== target)
  for (const name of features) expectColumn('feature', name, numeric)
  if (features.includes(target))
    throw new ArgumentError(`the target ${JSON.stringify(target)} is also a feature`)
  if (features.length === 0 && !recipe.prepare.intercept) {
    throw new ArgumentError(
      'no features: the data has no numeric column but the target, and there is no intercept',
    )
  }
  return {
    columns: [...features, target],
    features,
    needs: { rows: needsHorizon(recipe), statistics: recipe.prepare.scale.endsWith('-file') },
    begin: (facts) => new SupervisedSession(recipe, features.length, facts),
  }
}

class SupervisedSession implements Session {
  t = 0
  readonly #recipe: Recipe
  readonly #learner: Learner
  readonly #preparation: Preparation
  #prepared: unknown
  readonly #raw: Float64Array
  readonly #x: Float64Array

  constructor(recipe: Recipe, dimension: number, { rows, statistics }: Facts) {
    this.#recipe = recipe
    this.#preparation = prepare(recipe.prepare, dimension, statistics)
    this.#prepared = this.#preparation.init()
    this.#raw = new Float64Array(dimension)
    this.#x = new Float64Array(this.#preparation.size)
    this.#learner = buildLearner(recipe, {
      dimension: this.#preparation.size,
      ...(rows === undefined ? {} : { horizon: rows }),
    })
  }

  step(row: Float64Array, { experts = false }: StepOptions = {}): Record<string, unknown> {
    this.#raw.set(row.subarray(0, this.#raw.length))
    const y = this.#outcome(row[this.#raw.length] as number)
    this.#preparation.apply(this.#prepared, this.#raw, this.#x)
    const forecast = this.#learner.predict(this.#x)
    const record: Record<string, unknown> = { t: this.t + 1, y, ...this.#describe(forecast) }
    if (y !== null) Object.assign(record, describeScore(this.#learner.learn(this.#x, y), experts))
    this.#preparation.observe(this.#prepared, this.#raw)
    this.t++
    return record
  }

  save(): unknown {
    return { t: this.t, prepared: this.#prepared, learner: this.#learner.save() }
  }

  restore(saved: unknown): void {
    const { t, prepared, learner } = saved as { t: number; prepared: unknown; learner: Uint8Array }
    this.#learner.restore(learner)
    this.#prepared = prepared
    this.t = t
  }

  #describe(forecast: Forecast): Record<string, unknown> {
    if (this.#recipe.task === 'classification')
      return { mean: forecast.mean, probability: forecast.probability }
    const [lower, upper] = forecast.about === 'y' ? forecast.interval(this.#recipe.interval) : [null, null]
    return { mean: forecast.mean, sd: forecast.about === 'y' ? forecast.sd : null, lower, upper }
  }

  /** y as the loss takes it: labels 0/1 become −1/+1, and a missing outcome is null. */
  #outcome(y: number): number | null {
    if (Number.isNaN(y)) return null
    if (this.#recipe.task !== 'classification') return y
    if (y === 1 || y === -1) return y
    if (y === 0) return -1
    throw new ArgumentError(`a class label must be −1 or +1, or 0 or 1; received ${y}`)
  }
}

function describeScore(
  { point, loss, weights, beliefs, losses }: ScoredRound,
  experts: boolean,
): Record<string, unknown> {
  const record = { point, loss, weights: Array.from(weights.linear) }
  if (!experts) return record
  const { mean, variance } = beliefs
  return {
    ...record,
    experts: { mean: Array.from(mean), variance: Array.from(variance), loss: Array.from(losses) },
  }
}

function prepare(
  { scale, intercept }: Prepare,
  dimension: number,
  statistics?: ColumnStatistics,
): Preparation {
  if (dimension === 0) return interceptAlone
  if (scale === 'none') return asIs({ dimension, intercept })
  if (scale === 'standardize') return standardize({ dimension, intercept })
  if (!statistics) throw new ArgumentError(`prepare.scale "${scale}" needs the statistics of the whole file`)
  return scale === 'standardize-file'
    ? standardizeFile(statistics, { intercept })
    : minmaxFile(statistics, { intercept })
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
