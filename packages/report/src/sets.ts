import { type ConfidenceState, createConfidence, observe } from 'credence/conformal'
import { type CoverageSummary, summariseCoverage } from './intervals.ts'

/** What has become of the sets of classes. Plain data. */
export interface SetState {
  /** Sets without the class that came, with what their confidence sequence needs. */
  readonly misses: ConfidenceState
  /** Σ classes in a set. */
  size: number
}

export function createSets(): SetState {
  return { misses: createConfidence(), size: 0 }
}

export function observeSet(state: SetState, { covered, size }: { covered: boolean; size: number }): void {
  observe(state.misses, covered ? 0 : 1)
  state.size += size
}

export interface SetSummary extends CoverageSummary {
  readonly meanSize: number
}

export function summariseSets({ misses, size }: SetState, coverage: number): SetSummary | undefined {
  if (misses.count === 0) return undefined
  return { ...summariseCoverage(misses, coverage), meanSize: size / misses.count }
}
