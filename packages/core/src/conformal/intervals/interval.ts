import type { Extent } from '../diagnostics/extent.ts'
import type { Alert } from '../diagnostics/watch.ts'

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

/** What the experts were in one round, those of a lower side after those of the upper. Borrowed: the next round overwrites it. */
export interface ConformalExperts {
  /** What each believed of the threshold. */
  readonly means: Float64Array
  readonly variances: Float64Array
  readonly losses: Float64Array
}

/** A round after its outcome, at the first coverage asked for. */
export interface ConformalRound extends ConformalForecast {
  /** The round, counted from 1. */
  readonly round: number
  readonly y: number
  /** Of the upper side. */
  readonly score: number
  /** Whether y lies in the interval that was given. */
  readonly covered: boolean
  /** Whether each of `levels` covered. */
  readonly coveredAt: readonly boolean[]
  /** What the method itself incurred, in its own unit, summed over the sides; NaN without diagnostics. */
  readonly loss: number
  /** The weights before this round's update, the experts of a lower side after those of the upper. Borrowed. */
  readonly weights: Float64Array
  readonly experts: ConformalExperts
  /** Something changed: only where alerts were asked for. */
  readonly alert: Alert | null
}

// Spelt out, here as in the model: spreading an object costs more than all the rest of a round.
export function asForecast(levels: readonly ConformalInterval[]): ConformalForecast {
  const { coverage, lower, upper, threshold, lowerThreshold, extent } = levels[0]
  return { coverage, lower, upper, threshold, lowerThreshold, extent, levels }
}
