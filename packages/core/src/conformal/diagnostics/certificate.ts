/** What is proven of an interval's coverage, beside what was seen. */
export interface CoverageCertificate {
  /** What the theorem is about: the intervals that were given, or a threshold drawn from the mixture's distribution. */
  readonly about: 'given' | 'drawn'
  /** By how much the share of misses exceeds α; for drawn thresholds |mean P(miss) − α|. */
  readonly error: number | undefined
  /** A proven upper bound of `error`; undefined where there is none, and `reason` says why. Above 1 it says nothing. */
  readonly bound: number | undefined
  readonly reason: string | undefined
  /** Misses of the intervals that were given, and how many there may be: αT + G/κ + 1 + D, whatever the outcomes. */
  readonly misses?: number
  readonly mostMisses?: number
  /** Σ(miss − α) since intervals were finite, and what the governor says it is: g/κ. They are equal but for ties. */
  readonly excess?: number
  readonly governed?: number
}
