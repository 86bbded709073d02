import { type Options, options } from '../base/options.ts'
import { count, countFrom0, countUpTo, list, number, numberFrom0, openFraction } from '../base/values.ts'
import { Learner } from '../live/learner.ts'
import type { LiveOptions } from '../live/live.ts'
import type { PathState } from './parts.ts'
import type { Path } from './path.ts'
import type { PathInput, PathIssued, PathRound } from './pathInput.ts'
import { PathModel } from './pathModel.ts'

export interface PathOptions {
  /** How many rows a path goes ahead. */
  readonly steps: number
  /** Rows after which a season returns, the shortest first. @default [] */
  readonly seasons?: readonly number[]
  /** Part of the outcomes that the interval of each step shall hold. @default 0.9 */
  readonly coverage?: number
  /** How many columns have known future values. @default 0 */
  readonly known?: number
  /** Rows in a year, for series whose seasons do not show it: 365.25 for days; 0 for none. @default 0 */
  readonly year?: number
}

const MOST_STEPS = 1000
const season = number('a whole number from 2 to 10000', { whole: true, atLeast: 2, atMost: 10_000 })

export const PATHS: Options<PathOptions> = options('paths', {
  steps: { value: countUpTo(MOST_STEPS, count) },
  seasons: {
    value: list(season, 'a list of whole numbers from 2 on'),
    default: [],
  },
  coverage: {
    value: openFraction,
    default: 0.9,
  },
  known: {
    value: countUpTo(1000, countFrom0),
    default: 0,
  },
  year: {
    value: numberFrom0,
    default: 0,
  },
})

/** A learner of paths. */
export type PathLearner = Learner<PathInput, Path, PathRound, PathState, PathIssued>

/**
 * The joint forecast of the next rows of one series, learnt row by row.
 *
 *     const learner = paths({ steps: 14, seasons: [7] })
 *     for (const y of sales) learner.learn({}, y)
 *     const { steps, total } = learner.predict({})   // steps[0].mean, .lower, .upper; total.upper
 *
 * Every expert forecasts a whole path: exponential smoothing, seasonal naive, a regression for each step. They are
 * weighed for each step by their errors at that step.
 */
export function paths(given: PathOptions, live: LiveOptions = {}): PathLearner {
  return new Learner(new PathModel(PATHS.read(given)), live)
}
