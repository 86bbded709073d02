import { type Options, options } from '../../base/options.ts'
import { choice, countFrom0, fraction, keptRounds, orNull } from '../../base/values.ts'
import type { MetaLearner } from '../../nouns/metaLearner.ts'
import type { Rule } from '../../nouns/panel.ts'
import type { Score } from '../../nouns/score.ts'

/** What `conformal` tells a method when it puts it to work. */
export interface Setup {
  /** The coverage 1 − α asked for; a side of a two-sided interval is calibrated at 1 − α/2. */
  readonly coverage: number
  /** Where thresholds start: the quantile of a warm start's scores; else, in a running scale, as if errors were normal; else 0. */
  readonly start: number
}

/** How thresholds follow scores: an aggregate written down without its loss, which is pinball at the level asked for. */
export interface Method {
  readonly experts: Rule | readonly Rule[] | ((setup: Setup) => Rule | readonly Rule[])
  /** How scores become weights. @default fixedShare() */
  readonly meta?: MetaLearner | ((setup: Setup) => MetaLearner)
  /** How experts are scored. @default mean */
  readonly score?: Score
  /** Weights ω₁. @default equal */
  readonly prior?: ArrayLike<number>
  /** Seed of experts that draw. @default 0 */
  readonly seed?: number
  /** Length of x: forecasts of the score, for `pid`. @default 0 */
  readonly dimension?: number
  /** Whether the ends of an interval are calibrated apart unless a conformity is named. @default 'together' */
  readonly ends?: 'together' | 'apart'
  /** How a warm start is used: the quantile of its scores is `setup.start`, or its scores are played as rounds. @default 'quantile' where experts is a function */
  readonly warmStart?: 'quantile' | 'replay'
  /** Present if the experts move a level of the past scores instead of a threshold. */
  readonly level?: LevelOptions
  /** Whether scores are divided by a running scale of the past. @default 'running' */
  readonly scale?: 'running' | 'none'
}

export interface LevelOptions {
  /** How many of the last scores are kept; null for all. @default null */
  readonly memory?: number | null
  /** The level of a score: the fraction of the past below it, or not above it. @default 'below' */
  readonly rank?: 'below' | 'up-to'
  /**
   * What an expert moves: the coverage p, or −α = p − 1, as the authors of DtACI do. They are the same but for
   * rounding, which decides where a level equals a rank. @default 'coverage'
   */
  readonly measure?: 'coverage' | 'miss'
  /** The level of the first score, which has no past. @default 0.5 */
  readonly first?: number
  /** Scores that are only kept, before any expert moves. @default 0 */
  readonly warmUp?: number
  /** The threshold at a level above 1: the largest score kept, or infinity. @default 'largest' */
  readonly beyond?: 'largest' | 'infinite'
}

export const LEVEL: Options<LevelOptions> = options('level', {
  memory: {
    value: orNull(keptRounds),
    default: null,
  },
  rank: {
    value: choice('below', 'up-to'),
    default: 'below',
  },
  measure: {
    value: choice('coverage', 'miss'),
    default: 'coverage',
  },
  first: { value: fraction, default: 0.5 },
  warmUp: {
    value: countFrom0,
    default: 0,
  },
  beyond: {
    value: choice('largest', 'infinite'),
    default: 'largest',
  },
})
