import type { ModelShape } from '../../base/shape.ts'
import type { ScoreOf } from '../../nouns/conformity.ts'
import type { Description } from '../../nouns/model.ts'
import type { Features } from '../../nouns/panel.ts'
import type { CoverageCertificate } from '../diagnostics/certificate.ts'
import type { CoverageState } from '../diagnostics/coverage.ts'

/** What a round is forecast with, besides the forecast itself. */
export interface BandContext {
  readonly features: Features
  /** The round's place in time: which phase of a season it belongs to. */
  readonly time: number
  /** Which of several series that share memories: a group, or a step ahead. */
  readonly series: number
  /** What is added to the governor of all rounds: Σg of overlapping groups. @default 0 */
  readonly offset?: number
  /** The unit of calibration. */
  readonly unit: number
  /** A uniform number and a standard normal one, where thresholds are drawn. */
  readonly draw: { readonly uniform: number; readonly normal: number } | null
  /** Where memories of residuals stand beside those of scores. */
  readonly scoreOf: ScoreOf | null
}

/** Thresholds by side, in units of the score: those of the interval, and those at the mean of the thresholds' distribution. */
export interface Thresholds {
  readonly given: Float64Array
  readonly atMean: Float64Array
}

export function createThresholds(sides: number): Thresholds {
  return { given: new Float64Array(sides), atMean: new Float64Array(sides) }
}

/** What became of one round, the experts of a lower side after those of the upper. Borrowed: the next round overwrites it. */
export interface BandRound {
  /** What the method itself incurred, in the unit of calibration, summed over the sides. */
  loss: number
  /** Before this round's update. */
  readonly weights: Float64Array
  readonly losses: Float64Array
  /** What the experts believed of the threshold: mean and variance. */
  readonly means: Float64Array
  readonly variances: Float64Array
  /** P(miss) under each expert's belief. */
  readonly misses: Float64Array
  /** P(miss) of a threshold drawn from the mixture. */
  expectedMiss: number
  /** Whether there were too few scores for a finite interval. */
  waits: boolean
}

export function createBandRound(experts: number): BandRound {
  const row = (): Float64Array => new Float64Array(experts)
  return {
    loss: Number.NaN,
    weights: row(),
    losses: row(),
    means: row(),
    variances: row(),
    misses: row(),
    expectedMiss: 0,
    waits: false,
  }
}

/** One coverage at work: how its thresholds follow scores, over a state that is passed in. */
export interface Band<State = unknown, Issued = unknown> {
  readonly coverage: number
  /** Of all sides. */
  readonly experts: number
  readonly description: Description
  readonly init: ModelShape<State, Issued>
  /**
   * What the thresholds of the coming round are made of, as plain data: what `settle` needs.
   *
   * @param spare what was issued before and is no longer needed: it may be written over
   */
  issue(state: State, context: BandContext, spare?: Issued): Issued
  /** Writes the thresholds of what was just issued. */
  thresholds(state: State, issued: Issued, context: BandContext, out: Thresholds): void
  /** Why these scores cannot be learnt; undefined if they can. */
  refusal(state: State, issued: Issued, units: Float64Array): string | undefined
  /**
   * Learns the scores of one outcome, by side, in the unit of calibration.
   *
   * @param missed whether the interval that was given missed
   * @param out what became of the round, for those who want to know
   * @param residual y − ŷ, where residuals are remembered beside scores
   */
  settle(
    state: State,
    issued: Issued,
    units: Float64Array,
    missed: boolean,
    out: BandRound | null,
    residual?: number,
  ): void
  /** The features that a forecast was issued with, where the width follows them. @default none */
  featuresOf?(issued: Issued): Features
  /**
   * What is proven of its coverage, beside what was seen.
   *
   * @param slack how far overlapping groups may lower the level, in logits. @default 0
   */
  certificate(state: State, coverage: CoverageState, slack?: number): CoverageCertificate
}
