import type { PathStep } from '@credence/client'
import type { AutoRecipe } from '@credence/recipe'
import { ArgumentError, type AutoLearner } from 'credence'
import type { Past } from '../learning/series.ts'
import { expectKnown } from './inputs.ts'
import { finiteOrNull } from './intervals.ts'

/** The column of times that an outcome alone is given. */
const TIME = 'time'

/** An input of `auto`: an object of cells. */
export function readCells({ features }: AutoRecipe, input: unknown): object {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new ArgumentError(`the input must be an object of cells; received ${JSON.stringify(input)}`)
  }
  const row = input as Record<string, unknown>
  if (!features) return row
  expectKnown(Object.keys(row), features)
  return Object.fromEntries(features.map((name) => [name, row[name] ?? null]))
}

/** An outcome of `auto`. The model itself refuses what it does not take: numbers, or names where it forecasts classes. */
export function readOutcome({ as }: AutoRecipe, y: unknown): unknown {
  // −0 is not kept by JSON: a replay would see 0.
  return typeof y === 'number' && as !== 'classification' ? y + 0 : y
}

/** The joint forecast of the next outcomes. */
export function pathOf(learner: AutoLearner, ahead: number): PathStep[] {
  return learner.path(ahead).steps.map(({ step, mean, lower, upper }) => {
    return { step, mean, lower: finiteOrNull(lower), upper: finiteOrNull(upper) }
  })
}

/** Outcomes alone are enough where no feature is asked for but the time. */
export function pastOfAuto({ features, time }: AutoRecipe): Past {
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
