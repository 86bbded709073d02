import { linearAt } from '../losses/piecewiseLinear.ts'
import type { Features } from '../panel.ts'
import { Calibrator, type CalibratorState } from './calibrator.ts'
import {
  type CoverageCertificate,
  type CoverageState,
  CoverageView,
  createCoverage,
  recordCoverage,
} from './coverage.ts'
import { type BoundState, coverageBound, createBound, recordBound } from './coverageBound.ts'
import type { Method } from './method.ts'
import { insert } from './orderStore.ts'

/** Plain data. */
export interface BandState {
  readonly sides: readonly CalibratorState[]
  readonly coverage: CoverageState
  readonly bounds: readonly BoundState[]
}

/** One coverage at work: a calibrator for each side, and what has become of its intervals. */
export class Band {
  readonly alpha: number
  readonly sides: readonly Calibrator[]
  /** Thresholds by side, in units of the score: those of the interval, and those at the mean. */
  readonly given: Float64Array
  readonly atMean: Float64Array
  readonly #method: Method
  readonly #coverage: CoverageState
  readonly #bounds: readonly BoundState[]

  /**
   * @param past scores of a warm start in the unit of calibration, by side
   * @param untried where thresholds start without any
   */
  constructor(
    method: Method,
    coverage: number,
    past: readonly Float64Array[],
    untried: number,
    window: number,
    state?: BandState,
  ) {
    this.alpha = 1 - coverage
    this.#method = method
    const target = past.length === 1 ? coverage : 1 - this.alpha / 2
    this.sides = past.map((scores, side) => {
      const setup = { coverage, start: startOf(scores, target) ?? untried }
      return new Calibrator(method, target, setup, state?.sides[side])
    })
    this.given = new Float64Array(past.length)
    this.atMean = new Float64Array(past.length)
    const experts = this.sides.reduce((sum, { panel }) => sum + panel.capacity, 0)
    this.#coverage = state?.coverage ?? createCoverage(window, experts)
    this.#bounds = state?.bounds ?? past.map(createBound)
    if (!state) for (let side = 0; side < past.length; side++) warm(this.sides[side], method, past[side])
  }

  get state(): BandState {
    return {
      sides: this.sides.map((side) => side.state),
      coverage: this.#coverage,
      bounds: this.#bounds,
    }
  }

  /** The last round's own loss, in the unit of calibration. */
  get loss(): number {
    let sum = 0
    for (let side = 0; side < this.sides.length; side++) sum += this.sides[side].engine.round.own
    return sum
  }

  /** The weights of the coming round before `learn`, of the last one after it. */
  get weights(): Float64Array {
    const [upper, lower] = this.sides
    const { linear } = upper.engine.current.weights
    return lower ? Float64Array.from([...linear, ...lower.engine.current.weights.linear]) : linear
  }

  get coverage(): CoverageView {
    return new CoverageView(1 - this.alpha, this.#coverage, () => this.#certificate())
  }

  describe(): Record<string, unknown> {
    return {
      rules: this.sides.map((side) => side.rules),
      experts: this.sides.map((side) => side.settings),
      meta: this.sides.map(({ meta }) => (meta ? { name: meta.name, ...meta.settings } : null)),
      score: this.#method.score?.name ?? null,
      level: this.#method.level ? { ...this.#method.level } : null,
    }
  }

  /** Thresholds for the coming round. With a draw: a uniform number and a standard normal one. */
  believe(features: Features, unit: number, draw: { uniform: number; normal: number } | null): void {
    for (let side = 0; side < this.sides.length; side++) {
      const calibrator = this.sides[side]
      calibrator.believe(features)
      this.atMean[side] = unit * calibrator.threshold
      this.given[side] = draw ? unit * calibrator.draw(draw.uniform, draw.normal) : this.atMean[side]
    }
  }

  /**
   * Learns the scores of one outcome; says whether the interval missed.
   *
   * @param scores by side
   * @param units the same in the unit of calibration
   */
  learn(
    features: Features,
    scores: Float64Array,
    units: Float64Array,
    outcome: { readonly y: number; readonly lower: number; readonly upper: number },
  ): boolean {
    const { given, atMean, sides } = this
    let missed = false
    let missedAtMean = false
    let expectedMiss = 0
    let pinball = 0
    for (let side = 0, first = 0; side < sides.length; side++) {
      const calibrator = sides[side]
      const { target } = calibrator
      if (scores[side] > given[side]) missed = true
      if (scores[side] > atMean[side]) missedAtMean = true
      pinball += linearAt(target, 1 - target, scores[side] - atMean[side])
      const expected = this.#recordExperts(calibrator, units[side], first)
      expectedMiss += expected
      const { rate, share = Number.NaN } = calibrator
      recordBound(this.#bounds[side], units[side], expected - (1 - target), rate, share)
      first += calibrator.panel.capacity
    }
    for (let side = 0; side < sides.length; side++) sides[side].learn(features, units[side])
    expectedMiss = Math.min(1, expectedMiss)
    const { y, lower, upper } = outcome
    recordCoverage(this.#coverage, this.alpha, {
      y,
      lower,
      upper,
      missed,
      missedAtMean,
      expectedMiss,
      pinball,
    })
    return missed
  }

  /** Counts each expert's misses; returns the expected miss of the mixture. */
  #recordExperts(calibrator: Calibrator, score: number, first: number): number {
    const { beliefs, weights } = calibrator.engine.current
    const { linear } = weights
    const { expertMisses, expertExpected } = this.#coverage
    let expected = 0
    for (let k = 0; k < beliefs.mean.length; k++) {
      const miss = calibrator.missOf(k, score)
      expertExpected[first + k] += miss
      // More than rounding above: at a tie the outcome is covered.
      if (miss > 0.5 + 1e-12) expertMisses[first + k]++
      if (linear[k] > 0) expected += linear[k] * miss
    }
    return expected
  }

  #certificate(): CoverageCertificate {
    const { rounds } = this.#coverage.given.count > 0 ? this.#bounds[0] : { rounds: Number.NaN }
    const error = Math.abs(this.#bounds.reduce((sum, { deviation }) => sum + deviation, 0)) / rounds
    let bound = 0
    for (let side = 0; side < this.sides.length; side++) {
      const { moves, target } = this.sides[side]
      if (!moves) return { error, bound: undefined, reason: 'no theorem covers how these thresholds move' }
      bound += coverageBound(this.#bounds[side], moves, 1 - target) / rounds
    }
    if (Number.isNaN(bound) && rounds > 0) {
      return { error, bound: undefined, reason: 'no theorem covers how this meta-learner moves its weights' }
    }
    return { error, bound: rounds > 0 ? bound : undefined, reason: rounds > 0 ? undefined : 'no rounds yet' }
  }
}

/** The quantile that would cover one more score as often as asked; undefined of nothing. */
function startOf(scores: Float64Array, target: number): number | undefined {
  const n = scores.length
  if (n === 0) return undefined
  return scores.slice().sort()[Math.min(n, Math.ceil((n + 1) * target)) - 1]
}

/** Lets the past in: into the store of levels, or as rounds, where the method does not start from its quantile. */
function warm(calibrator: Calibrator, method: Method, scores: Float64Array): void {
  const { warmStart = typeof method.experts === 'function' ? 'quantile' : 'replay' } = method
  const features = new Float64Array(method.dimension ?? 0)
  for (const score of scores) {
    if (warmStart === 'replay') calibrator.learn(features, score)
    else if (calibrator.past) insert(calibrator.past, score)
  }
}
