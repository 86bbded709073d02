import { type ConfidenceState, confidenceInterval, createConfidence, observe } from './confidenceSequence.ts'
import { createRollingMean, pushRollingMean, type RollingMean, rollingMean } from './rollingMean.ts'

/** How wide an interval is: an infinite one says nothing, a point or an empty one covers almost nothing. */
export type Extent = 'finite' | 'infinite' | 'point' | 'empty'

export function extentOf(lower: number, upper: number): Extent {
  if (lower > upper) return 'empty'
  if (lower === upper) return 'point'
  return upper - lower < Infinity ? 'finite' : 'infinite'
}

/** What has become of the intervals at one coverage: sums, and two windows. Plain data, of a size that does not grow. */
export interface CoverageState {
  /** Misses of the interval that was given. */
  readonly given: ConfidenceState
  readonly recent: RollingMean
  /** Misses at the mean of the thresholds' law. */
  misses: number
  readonly recentMisses: RollingMean
  /** Expected misses of a draw from that law. */
  expected: number
  readonly recentExpected: RollingMean
  run: number
  longestRun: number
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
  const extent = extentOf(lower, upper)
  state.extents[extent]++
  if (extent === 'infinite') return
  state.pinball += round.pinball
  const width = Math.max(0, upper - lower)
  state.width += width
  state.winkler += width + (2 / alpha) * (Math.max(0, lower - y) + Math.max(0, y - upper))
}

/** Coverage over all rounds, and over the last ones. */
export interface Coverages {
  readonly cumulative: number
  readonly rolling: number
}

/** The diagnostics of one coverage, as a user reads them. Numbers are NaN before the first round. */
export class CoverageView {
  readonly target: number
  readonly #state: CoverageState
  readonly #bound: () => CoverageCertificate

  constructor(target: number, state: CoverageState, bound: () => CoverageCertificate) {
    this.target = target
    this.#state = state
    this.#bound = bound
  }

  /** Outcomes seen. */
  get rounds(): number {
    return this.#state.given.count
  }

  /** Of the intervals that were given. */
  get given(): Coverages {
    const { given, recent } = this.#state
    return { cumulative: 1 - given.sum / given.count, rolling: 1 - rollingMean(recent) }
  }

  /** Of the deterministic threshold, the mean of q_t. It over-covers where q_t is wide. */
  get deterministic(): Coverages {
    const { misses, recentMisses } = this.#state
    return { cumulative: 1 - misses / this.rounds, rolling: 1 - rollingMean(recentMisses) }
  }

  /** Of a threshold drawn from q_t, in expectation over the draw: what the theorems are about. */
  get randomised(): Coverages {
    const { expected, recentExpected } = this.#state
    return { cumulative: 1 - expected / this.rounds, rolling: 1 - rollingMean(recentExpected) }
  }

  /**
   * The average conditional coverage of the intervals that were given lies in here, for all rounds at once,
   * with probability 1 − `error`: it may be watched at any time, and acted upon.
   */
  confidence(error: number = 0.05): readonly [number, number] {
    const [least, greatest] = confidenceInterval(this.#state.given, error)
    return [1 - greatest, 1 - least]
  }

  /** Mean width of the finite intervals. */
  get meanWidth(): number {
    const { width, extents } = this.#state
    return width / (this.rounds - extents.infinite)
  }

  /** How many intervals were finite, infinite, a single point, empty. */
  get extents(): Readonly<Record<Extent, number>> {
    return { ...this.#state.extents }
  }

  /** Mean pinball loss of the threshold, in units of the score, infinite intervals left out. */
  get pinball(): number {
    return this.#state.pinball / (this.rounds - this.#state.extents.infinite)
  }

  /** Mean interval score of Winkler (1972), infinite intervals left out: width + (2/α)·distance to a missed y. */
  get intervalScore(): number {
    return this.#state.winkler / (this.rounds - this.#state.extents.infinite)
  }

  get longestRunOfMisses(): number {
    return this.#state.longestRun
  }

  /** Coverage of each expert alone, at its mean and randomised; the experts of a lower side follow those of the upper. */
  get experts(): { readonly deterministic: Float64Array; readonly randomised: Float64Array } {
    const { expertMisses, expertExpected } = this.#state
    const covered = (misses: number): number => 1 - misses / this.rounds
    return { deterministic: expertMisses.map(covered), randomised: expertExpected.map(covered) }
  }

  /** How far the randomised coverage is from the target, beside what is proven of it. */
  get certificate(): CoverageCertificate {
    return this.#bound()
  }
}

export interface CoverageCertificate {
  /** |mean P(miss) − α|. */
  readonly error: number
  /** A proven upper bound of `error`; undefined where there is none, and `reason` says why. Above 1 it says nothing. */
  readonly bound: number | undefined
  readonly reason: string | undefined
}
