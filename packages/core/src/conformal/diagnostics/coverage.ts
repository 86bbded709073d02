import { counter, floats, from, real, type StateShape, shape } from '../../base/shape.ts'
import { CONFIDENCE, type ConfidenceState, createConfidence, observe } from './confidenceSequence.ts'
import { type Extent, extentOf } from './extent.ts'
import { createRollingMean, pushRollingMean, type RollingMean, rollingMeanOf } from './rollingMean.ts'

/** What has become of the intervals at one coverage: sums, and two windows. Plain data, of a size that does not grow. */
export interface CoverageState {
  /** Misses of the interval that was given. */
  readonly given: ConfidenceState
  readonly recent: RollingMean
  /** Misses at the mean of the thresholds' distribution. */
  misses: number
  readonly recentMisses: RollingMean
  /** Expected misses of a draw from that distribution. */
  expected: number
  readonly recentExpected: RollingMean
  run: number
  longestRun: number
  /** Rounds whose interval was infinite for lack of scores. */
  waited: number
  /** The most outcomes that came between a forecast that missed and its own. */
  latest: number
  /** How many intervals had each extent. */
  readonly extents: Record<Extent, number>
  /** Σ width of the finite ones. */
  width: number
  /** Σ pinball loss of the thresholds, in units of the score, and Σ interval score: infinite intervals left out. */
  pinball: number
  winkler: number
  /** Per expert: misses at its mean, and expected misses. */
  readonly expertMisses: Float64Array
  readonly expertExpected: Float64Array
}

/** One round, as `recordCoverage` takes it. */
export interface CoveredRound {
  y: number
  lower: number
  upper: number
  missed: boolean
  missedAtMean: boolean
  expectedMiss: number
  pinball: number
  waits: boolean
  /** Outcomes that came between the forecast and its own. */
  passed: number
}

export function coverageStateOf(window: number, experts: number): StateShape<CoverageState> {
  const recent = rollingMeanOf(window)
  const fields = shape<CoverageState>({
    given: CONFIDENCE,
    recent,
    misses: counter,
    recentMisses: recent,
    expected: real(),
    recentExpected: recent,
    run: counter,
    longestRun: counter,
    waited: counter,
    latest: counter,
    extents: shape({ finite: counter, infinite: counter, point: counter, empty: counter }),
    width: real(),
    pinball: real(),
    winkler: real(),
    expertMisses: floats(experts),
    expertExpected: floats(experts),
  })
  return from(fields, () => createCoverage(window, experts))
}

export function createCoverage(window: number, experts: number): CoverageState {
  return {
    given: createConfidence(),
    recent: createRollingMean(window),
    misses: 0,
    recentMisses: createRollingMean(window),
    expected: 0,
    recentExpected: createRollingMean(window),
    run: 0,
    longestRun: 0,
    waited: 0,
    latest: 0,
    extents: { finite: 0, infinite: 0, point: 0, empty: 0 },
    width: 0,
    pinball: 0,
    winkler: 0,
    expertMisses: new Float64Array(experts),
    expertExpected: new Float64Array(experts),
  }
}

export function recordCoverage(state: CoverageState, alpha: number, round: CoveredRound): void {
  const { y, lower, upper, missed, missedAtMean, expectedMiss } = round
  observe(state.given, missed ? 1 : 0)
  pushRollingMean(state.recent, missed ? 1 : 0)
  if (missedAtMean) state.misses++
  pushRollingMean(state.recentMisses, missedAtMean ? 1 : 0)
  state.expected += expectedMiss
  pushRollingMean(state.recentExpected, expectedMiss)
  state.run = missed ? state.run + 1 : 0
  state.longestRun = Math.max(state.longestRun, state.run)
  if (round.waits) state.waited++
  if (missed) state.latest = Math.max(state.latest, round.passed)
  const extent = extentOf(lower, upper)
  state.extents[extent]++
  if (extent === 'infinite') return
  state.pinball += round.pinball
  const width = extent === 'empty' ? 0 : upper - lower
  state.width += width
  state.winkler += width + (2 / alpha) * (Math.max(0, lower - y) + Math.max(0, y - upper))
}

/** Counts the misses of each expert alone. */
export function recordExperts({ expertMisses, expertExpected }: CoverageState, misses: Float64Array): void {
  for (let k = 0; k < misses.length; k++) {
    expertExpected[k] += misses[k]
    // More than rounding above: at a tie the outcome is covered.
    if (misses[k] > 0.5 + 1e-12) expertMisses[k]++
  }
}
