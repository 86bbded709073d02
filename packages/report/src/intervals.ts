import { type ConfidenceState, confidenceInterval, createConfidence, observe } from 'credence/conformal'
import { createWidths, medianWidth, observeWidth, type WidthsState } from './widths.ts'

/** What has become of the intervals. Plain data. */
export interface IntervalState {
  /** Misses, with what their confidence sequence needs. */
  readonly misses: ConfidenceState
  /** Intervals of finite width, and sums over them. */
  finite: number
  width: number
  score: number
  readonly widths: WidthsState
}

export function createIntervals(): IntervalState {
  return { misses: createConfidence(), finite: 0, width: 0, score: 0, widths: createWidths() }
}

/** Enters an interval and its outcome; returns whether it covered. */
export function observeInterval(
  state: IntervalState,
  coverage: number,
  lower: number,
  upper: number,
  y: number,
): boolean {
  const covered = lower <= y && y <= upper
  observe(state.misses, covered ? 0 : 1)
  const width = upper - lower
  if (!Number.isFinite(width)) return covered
  state.finite++
  state.width += width
  observeWidth(state.widths, width)
  state.score += intervalScore(coverage, lower, upper, y)
  return covered
}

/** Winkler (1972): width, and 2/α times the distance to a missed y. Smaller is better. */
export function intervalScore(coverage: number, lower: number, upper: number, y: number): number {
  return upper - lower + (2 / (1 - coverage)) * (Math.max(0, lower - y) + Math.max(0, y - upper))
}

/** How often what was to hold y held it. */
export interface CoverageSummary {
  readonly asked: number
  readonly rounds: number
  readonly covered: number
  /** Where the average chance of covering lies, at all rounds at once with probability 0.95: it may be looked at any time. */
  readonly confidence: readonly [number, number]
}

export function summariseCoverage(misses: ConfidenceState, asked: number): CoverageSummary {
  const [least, greatest] = confidenceInterval(misses)
  const { count, sum } = misses
  return { asked, rounds: count, covered: 1 - sum / count, confidence: [1 - greatest, 1 - least] }
}

export interface IntervalSummary extends CoverageSummary {
  /** Over the intervals of finite width; null if there is none. */
  readonly meanWidth: number | null
  /** To 1 %: not ruled by a few very wide ones, as the first may be. */
  readonly medianWidth: number | null
  /** Winkler (1972): width, and 2/α times the distance to a missed y. Smaller is better. */
  readonly meanScore: number | null
  readonly infinite: number
}

export function summariseIntervals(state: IntervalState, coverage: number): IntervalSummary | undefined {
  const { misses, finite, width, score, widths } = state
  if (misses.count === 0) return undefined
  return {
    ...summariseCoverage(misses, coverage),
    meanWidth: finite > 0 ? width / finite : null,
    medianWidth: medianWidth(widths),
    meanScore: finite > 0 ? score / finite : null,
    infinite: misses.count - finite,
  }
}
