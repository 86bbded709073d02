import type { CoverageCertificate } from './certificate.ts'
import { confidenceInterval } from './confidenceSequence.ts'
import type { CoverageState } from './coverage.ts'
import type { Extent } from './extent.ts'
import { rollingMean } from './rollingMean.ts'

/** Coverage over all rounds, and over the last ones. */
export interface Coverages {
  readonly cumulative: number
  readonly rolling: number
}

/** The diagnostics of one coverage, as of now. Plain data; numbers are NaN before the first round. */
export interface Coverage {
  readonly target: number
  /** Outcomes seen. */
  readonly rounds: number
  /** Of the intervals that were given. */
  readonly given: Coverages
  /** Of the deterministic threshold, the mean of q_t. It over-covers where q_t is wide. */
  readonly deterministic: Coverages
  /** Of a threshold drawn from q_t, in expectation over the draw: what the theorems about published methods say. */
  readonly randomised: Coverages
  /**
   * The average conditional coverage of the intervals that were given lies in here, for all rounds at once, with
   * probability 0.95: it may be watched at any time, and acted upon.
   */
  readonly confidence: readonly [number, number]
  /** Mean width of the finite intervals. */
  readonly meanWidth: number
  /** How many intervals were finite, infinite, a single point, empty. */
  readonly extents: Readonly<Record<Extent, number>>
  /** Mean pinball loss of the threshold, in units of the score, infinite intervals left out. */
  readonly pinball: number
  /** Mean interval score of Winkler (1972), infinite intervals left out: width + (2/α)·distance to a missed y. */
  readonly intervalScore: number
  readonly longestRunOfMisses: number
  /** Coverage of each expert alone, at its mean and randomised; the experts of a lower side follow those of the upper. */
  readonly experts: { readonly deterministic: readonly number[]; readonly randomised: readonly number[] }
  /** What is proven, beside what was seen. */
  readonly certificate: CoverageCertificate
}

export function coverageView(
  target: number,
  state: CoverageState,
  certificate: CoverageCertificate,
): Coverage {
  const rounds = state.given.count
  const finite = rounds - state.extents.infinite
  const covered = (misses: number): number => 1 - misses / rounds
  return {
    target,
    rounds,
    given: { cumulative: covered(state.given.sum), rolling: 1 - rollingMean(state.recent) },
    deterministic: { cumulative: covered(state.misses), rolling: 1 - rollingMean(state.recentMisses) },
    randomised: { cumulative: covered(state.expected), rolling: 1 - rollingMean(state.recentExpected) },
    confidence: coverageConfidence(state, 0.05),
    meanWidth: state.width / finite,
    extents: { ...state.extents },
    pinball: state.pinball / finite,
    intervalScore: state.winkler / finite,
    longestRunOfMisses: state.longestRun,
    experts: {
      deterministic: Array.from(state.expertMisses, covered),
      randomised: Array.from(state.expertExpected, covered),
    },
    certificate,
  }
}

/** The same interval at another error probability. */
export function coverageConfidence(state: CoverageState, error: number): readonly [number, number] {
  const [least, greatest] = confidenceInterval(state.given, error)
  return [1 - greatest, 1 - least]
}
