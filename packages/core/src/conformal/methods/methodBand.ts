import { type Issued, issuedOf } from '../../aggregate/issued.ts'
import { from, listOf, type ModelShape, shape, tupleOf, withIssued } from '../../base/shape.ts'
import type { Description } from '../../nouns/model.ts'
import type { CoverageCertificate } from '../diagnostics/certificate.ts'
import { BOUND, type BoundState, coverageBound, recordBound } from '../diagnostics/coverageBound.ts'
import type { Band, BandContext, BandRound, Thresholds } from '../intervals/band.ts'
import { Calibrator, type CalibratorState } from './calibrator.ts'
import type { Method } from './method.ts'
import { insert } from './orderStore.ts'

/** Plain data. */
export interface MethodState {
  readonly sides: readonly CalibratorState[]
  readonly bounds: readonly BoundState[]
}

/** A published method, or one of the user's own: an aggregate for each side. */
export class MethodBand implements Band<MethodState, readonly Issued[]> {
  readonly coverage: number
  readonly experts: number
  readonly description: Description
  readonly init: ModelShape<MethodState, readonly Issued[]>
  readonly #sides: readonly Calibrator[]
  readonly #method: Method
  readonly #past: readonly Float64Array[]

  /**
   * @param past scores of a warm start in the unit of calibration, by side
   * @param untried where thresholds start without any
   */
  constructor(method: Method, coverage: number, past: readonly Float64Array[], untried: number) {
    const target = past.length === 1 ? coverage : 1 - (1 - coverage) / 2
    this.coverage = coverage
    this.#method = method
    this.#past = past
    this.#sides = past.map((scores) => {
      const setup = { coverage, start: startOf(scores, target) ?? untried }
      return new Calibrator(method, target, setup)
    })
    this.experts = this.#sides.reduce((sum, { panel }) => sum + panel.capacity, 0)
    this.description = { coverage, sides: this.#sides.map((side) => side.description) }
    const fields = shape<MethodState>({
      sides: tupleOf(this.#sides.map((side) => side.init)),
      bounds: listOf(BOUND, past.length),
    })
    const issued = tupleOf(
      this.#sides.map(({ engine: { parts } }) => issuedOf(parts.panel.capacity, parts.dimension)),
    )
    this.init = withIssued(
      from(fields, () => this.#begin(fields())),
      () => issued,
    )
  }

  #begin(state: MethodState): MethodState {
    this.#sides.forEach((side, i) => {
      warm(side, state.sides[i], this.#method, this.#past[i])
    })
    return state
  }

  issue(state: MethodState, { features }: BandContext, spare?: readonly Issued[]): readonly Issued[] {
    return this.#sides.map((side, i) => side.issue(state.sides[i], features, spare?.[i]))
  }

  thresholds(
    state: MethodState,
    issued: readonly Issued[],
    { unit, draw }: BandContext,
    out: Thresholds,
  ): void {
    for (let i = 0; i < this.#sides.length; i++) {
      const side = this.#sides[i]
      const own = state.sides[i]
      out.atMean[i] = inScores(unit, side.threshold(own, issued[i]))
      out.given[i] = draw
        ? inScores(unit, side.draw(own, issued[i], draw.uniform, draw.normal))
        : out.atMean[i]
    }
  }

  refusal(state: MethodState, issued: readonly Issued[], units: Float64Array): string | undefined {
    for (let i = 0; i < this.#sides.length; i++) {
      const side = this.#sides[i]
      // An expert that has diverged since throws here, before anything changes.
      side.believe(state.sides[i], issued[i].x)
      if (side.accepts(state.sides[i], issued[i], units[i])) continue
      return `the loss of the score ${units[i]} is not a finite number`
    }
    return undefined
  }

  settle(
    state: MethodState,
    issued: readonly Issued[],
    units: Float64Array,
    _missed: boolean,
    out: BandRound | null,
  ): void {
    if (!out) {
      this.#sides.forEach((side, i) => {
        side.settle(state.sides[i], issued[i], units[i])
      })
      return
    }
    out.loss = 0
    out.expectedMiss = 0
    for (let i = 0, first = 0; i < this.#sides.length; i++) {
      const side = this.#sides[i]
      const own = state.sides[i]
      const expected = this.#expect(side, own, issued[i], units[i], first, out)
      recordBound(
        state.bounds[i],
        units[i],
        expected - (1 - side.target),
        side.rate(own),
        side.share(own) ?? Number.NaN,
      )
      out.expectedMiss += expected
      side.settle(own, issued[i], units[i])
      out.losses.set(side.round.losses, first)
      out.loss += side.round.loss
      first += side.panel.capacity
    }
    out.expectedMiss = Math.min(1, out.expectedMiss)
  }

  /** Writes what the experts of one side believed, and how likely each was to miss; returns that of their mixture. */
  #expect(
    side: Calibrator,
    state: CalibratorState,
    issued: Issued,
    score: number,
    first: number,
    out: BandRound,
  ): number {
    const { beliefs, weights } = issued
    let expected = 0
    for (let k = 0; k < beliefs.mean.length; k++) {
      const weight = weights.linear[k]
      const miss = side.missOf(state, issued, k, score)
      out.misses[first + k] = miss
      out.weights[first + k] = weight
      out.means[first + k] = beliefs.mean[k]
      out.variances[first + k] = beliefs.variance[k]
      if (weight > 0) expected += weight * miss
    }
    return expected
  }

  certificate({ bounds }: MethodState): CoverageCertificate {
    const { rounds } = bounds[0]
    if (rounds === 0) return without('no rounds yet', undefined)
    const error = Math.abs(bounds.reduce((sum, { deviation }) => sum + deviation, 0)) / rounds
    let bound = 0
    for (let i = 0; i < this.#sides.length; i++) {
      const { moves, target } = this.#sides[i]
      if (!moves) return without('no theorem covers how these thresholds move', error)
      bound += coverageBound(bounds[i], moves, 1 - target) / rounds
    }
    if (Number.isNaN(bound)) {
      return without('no theorem covers how this meta-learner moves its weights', error)
    }
    return { about: 'drawn', error, bound, reason: undefined }
  }
}

/** A threshold in the scores' own unit, which is 0 before the first; one that is infinite is so in any. */
function inScores(unit: number, threshold: number): number {
  return Math.abs(threshold) === Infinity ? threshold : unit * threshold
}

function without(reason: string, error: number | undefined): CoverageCertificate {
  return { about: 'drawn', error, bound: undefined, reason }
}

/** The quantile that would cover one more score as often as asked; undefined of nothing. */
function startOf(scores: Float64Array, target: number): number | undefined {
  const n = scores.length
  if (n === 0) return undefined
  return scores.slice().sort()[Math.min(n, Math.ceil((n + 1) * target)) - 1]
}

/** Lets the past in: into the store of levels, or as rounds, where the method does not start from its quantile. */
function warm(calibrator: Calibrator, state: CalibratorState, method: Method, scores: Float64Array): void {
  const { warmStart = typeof method.experts === 'function' ? 'quantile' : 'replay' } = method
  const features = new Float64Array(method.dimension ?? 0)
  for (const score of scores) {
    if (warmStart === 'replay') calibrator.learn(state, features, score)
    else if (state.past) insert(state.past, score)
  }
}
