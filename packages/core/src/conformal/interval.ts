import type { Extent } from './coverage.ts'

/** An interval for y. */
export interface ConformalInterval {
  readonly coverage: number
  readonly lower: number
  readonly upper: number
  /** The raw threshold, in units of the score; it may be negative, or infinite. */
  readonly threshold: number
  /** That of the lower end, where it has one of its own. */
  readonly lowerThreshold: number
  readonly extent: Extent
}

/** The interval at the first coverage asked for, and those at all of them, nested. */
export interface ConformalForecast extends ConformalInterval {
  readonly levels: readonly ConformalInterval[]
}

/** A round after its outcome, at the first coverage asked for. */
export interface ConformalRound extends ConformalForecast {
  /** The round, counted from 1. */
  readonly round: number
  readonly y: number
  /** Of the upper side. */
  readonly score: number
  readonly covered: boolean
  /** What the method itself incurred, in the unit of calibration: Σω·L, summed over the sides. */
  readonly loss: number
  /** The weights before this round's update, the experts of a lower side after those of the upper. A live view where there is one side. */
  readonly weights: Float64Array
  /** Whether each of `levels` covered. */
  readonly coveredAt: readonly boolean[]
}

// Spelt out, here as in the learner: spreading an object costs more than all the rest of a round.
export function asForecast(levels: readonly ConformalInterval[]): ConformalForecast {
  const { coverage, lower, upper, threshold, lowerThreshold, extent } = levels[0]
  return { coverage, lower, upper, threshold, lowerThreshold, extent, levels }
}
