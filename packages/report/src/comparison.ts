import { SEEN_SIDE, UNSEEN, UNSEEN_SIDE } from './difference.ts'
import type { RunSummary } from './summary.ts'

/** By what contenders are compared. */
export const YARDSTICKS = ['absolute', 'squared', 'interval', 'probability'] as const
export type Yardstick = (typeof YARDSTICKS)[number]

export const YARDSTICK_NAMES: Readonly<Record<Yardstick, string>> = {
  absolute: 'mean absolute error',
  squared: 'mean squared error',
  interval: 'mean interval score',
  probability: 'mean squared error of the probability',
}

/**
 * The most that two losses can differ by, whatever the outcome: known from the two points before it is.
 *
 *     ||y − a| − |y − b|| ≤ |a − b|,   |(a − o)² − (b − o)²| ≤ 2|a − b| for probabilities and o in [0, 1]
 */
export function mostDifference(by: Yardstick, a: number, b: number): number {
  if (by === 'absolute') return Math.abs(a - b)
  return by === 'probability' ? 2 * Math.abs(a - b) : Infinity
}

/** When the intervals of a comparison hold, as a sentence. */
export function certaintyOf(by: Yardstick): string {
  const said = 'All intervals hold at once and at every round, with probability 95 %'
  if (mostDifference(by, 0, 1) < Infinity) return `${said}.`
  return `${said}, if no later difference is more than ${UNSEEN} times the largest so far. Until a contender was better in ${SEEN_SIDE} rounds, up to ${UNSEEN_SIDE.toLocaleString('en')} times as much is allowed for.`
}

/** One pair of contenders. */
export interface Pair {
  readonly a: string
  readonly b: string
  /** Rounds that both have a loss for. */
  readonly rounds: number
  /** Mean of the loss of a less that of b. */
  readonly difference: number
  /** Rounds in which a had the smaller loss, and b. */
  readonly better: readonly [number, number]
  /** Where the mean difference lies, at all rounds at once; null while their losses do not differ. */
  readonly confidence: readonly [number, number] | null
  /** Said only once 0 is excluded. */
  readonly winner: string | null
  /** The round at which 0 was excluded first. */
  readonly since: number | null
}

/** What a comparison says, as data. */
export interface Comparison {
  readonly by: Yardstick
  /** The columns that tell series apart; then losses are in units of each series. */
  readonly series: readonly string[]
  readonly seconds: number
  readonly contenders: readonly {
    readonly name: string
    readonly meanLoss: number
    /** null for the naive forecast. */
    readonly summary: RunSummary | null
  }[]
  readonly pairs: readonly Pair[]
}
