import { type AutoRecipe, buildAuto, describeAnswer } from '@credence/recipe'
import { ArgumentError, type AutoLearner } from 'credence'
import type { ForecastRecord, Past, RoundRecord } from '../learning/series.ts'
import { expectKnown } from './inputs.ts'
import { coveredBy, finiteOrNull } from './intervals.ts'
import type { Served } from './liveSeries.ts'

type AutoModel = AutoLearner['model']
type Answer = ReturnType<AutoModel['predict']>
type Round = ReturnType<AutoModel['settle']>
type State = AutoLearner['state']
type Row = Parameters<AutoModel['predict']>[1]

/** The column of times that an outcome alone is given. */
const TIME = 'time'

/** `auto`, as requests: rows as they are, outcomes as numbers or as names of classes. */
export function autoServed(recipe: AutoRecipe): Served<Row, Answer, Round, State> {
  const learner = buildAuto(recipe)
  const { model } = learner
  const classes = recipe.as === 'classification'
  return {
    model: model as Served<Row, Answer, Round, State>['model'],
    past: pastOf(recipe),
    read: (input) => readRow(recipe, input),
    // The model itself says what it takes: numbers, or names where it forecasts classes.
    outcome: (y) => (typeof y === 'number' && !classes ? y + 0 : y) as number,
    forecast: (answer) => forecastOf(answer),
    round: roundOf,
    path: (state, ahead) =>
      learner
        .over(state)
        .path(ahead)
        .steps.map(({ step, mean, lower, upper }) => {
          return { step, mean, lower: finiteOrNull(lower), upper: finiteOrNull(upper) }
        }),
    view(state) {
      const { coverage } = learner.over(state)
      return { weights: [], ledger: null, coverage: coverage.rounds > 0 ? coverage : null }
    },
  }
}

function readRow({ features }: AutoRecipe, input: unknown): Row {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new ArgumentError(`the input must be an object of cells; received ${JSON.stringify(input)}`)
  }
  const row = input as Record<string, never>
  if (!features) return row
  expectKnown(Object.keys(row), features)
  return Object.fromEntries(features.map((name) => [name, row[name] ?? null]))
}

/** Outcomes alone are enough where no feature is asked for but the time. */
function pastOf({ features, time }: AutoRecipe): Past {
  const column = typeof time === 'string' ? time : TIME
  if ((features ?? [column]).every((name) => name === column)) {
    return {
      reach: 0,
      fromPast: (_past, at) => (time === null ? {} : { [column]: new Date(at).toISOString() }),
    }
  }
  return {
    reach: 0,
    fromPast() {
      throw new ArgumentError(
        'this recipe names features: send them with the outcome, by learn',
        'not-supported',
      )
    },
  }
}

function forecastOf(answer: Answer): ForecastRecord {
  const record = describeAnswer(answer)
  if (!('mean' in record)) return { mean: null, ...record, lower: null, upper: null }
  return { ...record, lower: finiteOrNull(record.lower), upper: finiteOrNull(record.upper) }
}

function roundOf({ y, known, mean, lower, upper, probability, pointLoss: loss }: Round): RoundRecord {
  if (!known) return { mean: null, lower: null, upper: null, y, loss: null, covered: null }
  if (typeof y === 'string')
    return { mean: null, probability, lower: null, upper: null, y, loss, covered: null }
  const ends = { lower: finiteOrNull(lower), upper: finiteOrNull(upper) }
  return { mean, ...ends, y, loss, covered: coveredBy(ends, y) }
}
