import { ArgumentError } from '../../base/errors.ts'
import { misfit } from '../../base/save/shape.ts'
import {
  anything,
  counter,
  floats,
  from,
  likeFresh,
  type ModelShape,
  nullable,
  type StateShape,
  shape,
  shapeBy,
  withIssued,
} from '../../base/shape.ts'
import type { Description } from '../../nouns/model.ts'
import type { Features } from '../../nouns/panel.ts'
import type { CoverageCertificate } from '../diagnostics/certificate.ts'
import type { CoverageState } from '../diagnostics/coverage.ts'
import type { Band, BandContext, BandRound, Thresholds } from '../intervals/band.ts'
import { clip } from '../memories/clip.ts'
import { blend, describeEnd, FIRST, THRESHOLD, UNIT, weigh } from '../memories/fast/end.ts'
import { LEVEL, MemoryCalibration } from '../memories/fast/memoryCalibration.ts'
import { isTie } from '../memories/fast/tie.ts'
import { governedCertificate } from '../memories/governedCertificate.ts'
import { governed } from '../memories/governor.ts'
import { DEFAULT_MEMORIES, type MemoryOptions } from '../memories/memoryOptions.ts'
import { type LocalIssued, type LocalState, orderedOf } from './localState.ts'
import { NearestPool } from './nearestPool.ts'
import { ROWS } from './neighbours.ts'
import { type ScaleIssued, ScaleModel, type ScaleState } from './scaleModel.ts'
import { putInOrder } from './weightedTail.ts'

/** A row of features with its score, of a warm start. */
export interface PastRow {
  readonly features: ArrayLike<number>
  readonly score: number
}

/** Prior weights of the pools: memories, memories over s(x), neighbours, neighbours over s(x). */
const PRIOR: Float64Array = Float64Array.of(0.6, 0.2, 0.1, 0.1)
/** A gain of 5 % in pinball loss takes hundreds of rounds to be seen: this share is slow. */
const SHARE = 0.001
/** κ at α = 0.1: neighbours make the level noisier, and the governor must be as much faster. */
const GAIN = 0.1

/**
 * Memories under a governed level whose width follows features.
 *
 * Four pools, each end apart: the memories of `conformal` as they are; the same of e/s(x), times the s(x) of today; quantiles
 * of the nearest rows; and those of e/s(x). Each is an aggregate of its own, and they are aggregated once more. One governor, which sees the
 * misses of the given intervals alone, moves the level of all. So misses ≤ αT + G/κ + 1 whatever features and outcomes do.
 */
export class LocalBand implements Band<LocalState, LocalIssued> {
  readonly coverage: number
  readonly experts: number
  readonly description: Description
  readonly init: ModelShape<LocalState, LocalIssued>
  readonly #ends: 1 | 2
  readonly #blind: MemoryCalibration
  readonly #scaled: MemoryCalibration
  readonly #nearest: NearestPool
  readonly #past: readonly PastRow[]
  /** Scale models by the number of features. */
  readonly #models = new Map<number, ScaleModel>()
  readonly #thresholds = new Float64Array(PRIOR.length)
  readonly #medians = new Float64Array(PRIOR.length)

  constructor(options: MemoryOptions, past: readonly PastRow[] = []) {
    const { coverage, ends } = options
    const governedBy = { ...options, gain: GAIN }
    this.coverage = coverage
    this.experts = ends * PRIOR.length
    this.description = {
      ...governedBy,
      sizes: [...options.sizes],
      periods: [...options.periods],
      features: true,
      rows: ROWS,
    }
    this.#ends = ends
    this.#blind = new MemoryCalibration(governedBy)
    this.#scaled = new MemoryCalibration({ ...DEFAULT_MEMORIES, coverage, ends, gain: GAIN })
    this.#nearest = new NearestPool(ends, this.#blind.governor.alpha)
    this.#past = past
    const states = this.#states()
    this.init = withIssued(
      from(states, () => this.#begin(states())),
      () => this.#issued(),
    )
  }

  #begin(state: LocalState): LocalState {
    // As rounds whose intervals were infinite: they are remembered, and nothing else.
    this.#past.forEach(({ features, score }, time) => {
      const issued = this.issue(state, { ...BLANK, features, time })
      this.#remember(state, issued, clip(score))
    })
    return state
  }

  #states(): StateShape<LocalState> {
    const pools = this.#ends * PRIOR.length
    const near = likeFresh(() => this.#nearest.init())
    return shape<LocalState>({
      blind: this.#blind.of(1),
      scaled: this.#scaled.of(1),
      // Wide features make a state as wide: its own moments say how wide.
      scale: nullable(
        shapeBy<ScaleState>((scale, path) => this.#model(featuresIn(scale, path)).init, anything as never),
      ),
      errors: orderedOf(),
      ratios: orderedOf(),
      near,
      nearScaled: near,
      pools: from(floats(pools), () =>
        Float64Array.from({ length: pools }, (_, k) => PRIOR[k % PRIOR.length]),
      ),
    })
  }

  /** Of as many features as there are, or of any number before the first outcome. */
  #issued(): StateShape<LocalIssued> {
    return shape<LocalIssued>({
      time: counter,
      scale: shapeBy<ScaleIssued>((scale, path) => {
        const { x } = (scale ?? {}) as Partial<ScaleIssued>
        if (!(x instanceof Float64Array)) misfit(`${path}.x`, 'a Float64Array', x)
        return likeFresh(() => this.#model(x.length).createIssued())
      }, anything as never),
      blind: floats(this.#blind.recordLength),
      scaled: floats(this.#scaled.recordLength),
      near: floats(this.#nearest.recordLength),
      nearScaled: floats(this.#nearest.recordLength),
      pools: floats(poolsAt(this.#ends)),
    })
  }

  issue(
    state: LocalState,
    { features, time, scoreOf, offset }: BandContext,
    spare?: LocalIssued,
  ): LocalIssued {
    this.#expectFeatures(state, features.length)
    const model = this.#model(features.length)
    const issued = spare && spare.scale.x.length === features.length ? spare : this.#createIssued(model)
    issued.time = time
    model.issue(state.scale ?? model.init(), features, issued.scale)
    this.#blind.issue(state.blind, 0, time, issued.blind, 0, scoreOf, offset)
    const level = issued.blind[LEVEL]
    const isOpen = this.#blind.threshold(issued.blind, 0, 0) === Infinity
    this.#scaled.issue(state.scaled, 0, time, issued.scaled, 0, null, offset)
    if (isOpen) {
      issued.pools.fill(0)
      for (let end = 0; end < this.#ends; end++) issued.pools[poolsAt(end) + THRESHOLD] = Infinity
      return issued
    }
    this.#nearest.issue(state.errors, state.near, model.kernels, level, issued.near)
    this.#nearest.issue(state.ratios, state.nearScaled, model.kernels, level, issued.nearScaled)
    for (let end = 0; end < this.#ends; end++) this.#pool(state, issued, end)
    return issued
  }

  thresholds(_state: LocalState, { pools }: LocalIssued, _context: BandContext, out: Thresholds): void {
    const upper = pools[THRESHOLD]
    const lower = this.#ends === 2 ? pools[poolsAt(1) + THRESHOLD] : Infinity
    // Ends that crossed give their midpoint.
    const crossed = -lower > upper
    out.given[0] = crossed ? (upper - lower) / 2 : upper
    if (this.#ends === 2) out.given[1] = crossed ? (lower - upper) / 2 : lower
    out.atMean.set(out.given)
  }

  /** Every finite score can be learnt, if it has as many features as the others. */
  refusal({ scale }: LocalState, issued: LocalIssued): string | undefined {
    const { length } = issued.scale.x
    if (!scale || scale.moments.means.length === length) return undefined
    return `x must have ${scale.moments.means.length - 1} entries as before, not ${length - 1},`
  }

  settle(
    state: LocalState,
    issued: LocalIssued,
    units: Float64Array,
    missed: boolean,
    out: BandRound | null,
    residual?: number,
  ): void {
    const score = clip(units[0])
    const level = issued.blind[LEVEL]
    if (out) this.#describe(state, issued, units[0], missed, out)
    if (level > 0) {
      const { governor } = this.#blind
      const miss = missed ? 1 : this.#missIfCovered(state, issued, score)
      state.blind.governors[0] = governed(governor, state.blind.governors[0], miss)
      state.scaled.governors[0] = state.blind.governors[0]
    }
    this.#weighPools(state, issued, score)
    this.#remember(state, issued, score, residual)
  }

  /** Without the forecast, which is the last of them. */
  featuresOf({ scale: { x } }: LocalIssued): Features {
    return x.subarray(0, x.length - 1)
  }

  certificate({ blind }: LocalState, coverage: CoverageState, slack?: number): CoverageCertificate {
    return governedCertificate(this.#blind.governor, blind.governors, coverage, slack)
  }

  #expectFeatures({ scale }: LocalState, count: number): void {
    const known = scale ? scale.moments.means.length : count
    if (count === known) return
    throw new ArgumentError(
      `x must have ${known - 1} entries, as in the rounds before; received ${count - 1}`,
      'wrong-length',
    )
  }

  #model(dimension: number): ScaleModel {
    let model = this.#models.get(dimension)
    if (!model) {
      model = new ScaleModel(dimension)
      this.#models.set(dimension, model)
    }
    return model
  }

  #createIssued(model: ScaleModel): LocalIssued {
    return {
      time: 0,
      scale: model.createIssued(),
      blind: new Float64Array(this.#blind.recordLength),
      scaled: new Float64Array(this.#scaled.recordLength),
      near: new Float64Array(this.#nearest.recordLength),
      nearScaled: new Float64Array(this.#nearest.recordLength),
      pools: new Float64Array(poolsAt(this.#ends)),
    }
  }

  /** One end of the four pools as one threshold. */
  #pool(state: LocalState, { scale: { scale }, ...records }: LocalIssued, end: number): void {
    const { near, nearScaled, pools } = records
    const memory = this.#blind.endAt(0, end)
    const scaled = this.#scaled.endAt(0, end)
    const nearest = this.#nearest.endAt(end)
    this.#take(0, records.blind, memory, 1)
    this.#take(1, records.scaled, scaled, scale)
    this.#take(2, near, nearest, 1)
    this.#take(3, nearScaled, nearest, scale)
    blend(this.#thresholds, this.#medians, state.pools, end * PRIOR.length, pools, poolsAt(end))
  }

  /** A pool's threshold; in place of a median, what its unit holds beside the threshold. */
  #take(pool: number, record: Float64Array, at: number, scale: number): void {
    const threshold = clip(scale * record[at + THRESHOLD])
    this.#thresholds[pool] = threshold
    this.#medians[pool] = Math.max(0, clip(scale * record[at + UNIT]) - Math.abs(threshold))
  }

  #weighPools(
    state: LocalState,
    { pools, near, nearScaled, scale, blind }: LocalIssued,
    score: number,
  ): void {
    if (!(blind[LEVEL] > 0 && pools[THRESHOLD] < Infinity)) return
    const ends = this.#ends
    const { rate } = DEFAULT_MEMORIES
    this.#nearest.weigh(state.near, near, score)
    this.#nearest.weigh(state.nearScaled, nearScaled, clip(score / scale.scale))
    for (let end = 0; end < ends; end++) {
      const own = end === 0 ? score : -score
      const from = end * PRIOR.length
      const miss = this.#blind.governor.alpha / ends
      weigh(state.pools, from, PRIOR.length, pools, poolsAt(end), own, miss, rate, SHARE, PRIOR)
    }
  }

  #remember(state: LocalState, issued: LocalIssued, score: number, residual: number = score): void {
    const { time, scale } = issued
    const model = this.#model(scale.x.length)
    state.scale ??= model.init()
    const isFirst = state.scale.level.slow === 0
    const slot = state.scale.rows.count % ROWS
    // Before the first error there is no level: it is its own.
    const ratio = clip(score / (isFirst ? Math.abs(score) || 1 : scale.scale))
    this.#blind.learn(state.blind, 0, time, issued.blind, 0, score, residual)
    this.#scaled.learn(state.scaled, 0, time, issued.scaled, 0, ratio)
    model.learn(state.scale, scale, score)
    if (isFirst) return
    putInOrder(state.errors, slot, score)
    putInOrder(state.ratios, slot, ratio)
  }

  /** m of a score that was covered: 0, unless it equals a threshold exactly. */
  #missIfCovered({ blind }: LocalState, issued: LocalIssued, score: number): number {
    let miss = 0
    for (let end = 0; end < this.#ends; end++) {
      const threshold = issued.pools[poolsAt(end) + THRESHOLD]
      const own = end === 0 ? score : -score
      // Ends that crossed gave their midpoint, beyond both thresholds.
      if (own > threshold) return 1
      if (!isTie(own, threshold)) continue
      miss += this.#blind.missAtTie(blind, 0, issued.time, end, score, issued.blind[LEVEL])
    }
    return Math.min(1, miss)
  }

  #describe(state: LocalState, issued: LocalIssued, score: number, missed: boolean, out: BandRound): void {
    const { pools, blind } = issued
    out.loss = 0
    for (let end = 0; end < this.#ends; end++) {
      const own = end === 0 ? score : -score
      const first = end * PRIOR.length
      const miss = this.#blind.governor.alpha / this.#ends
      out.loss += describeEnd(state.pools, first, PRIOR.length, pools, poolsAt(end), own, miss, out, first)
    }
    out.expectedMiss = missed ? 1 : 0
    out.waits = blind[LEVEL] === 0
  }
}

function featuresIn(scale: unknown, path: string): number {
  const { moments } = (scale ?? {}) as Partial<ScaleState>
  if (moments?.means instanceof Float64Array && moments.means.length > 0) return moments.means.length
  return misfit(`${path}.moments.means`, 'a Float64Array of one number or more', moments?.means)
}

const BLANK: BandContext = { features: [], time: 0, series: 0, unit: 1, draw: null, scoreOf: null }

/** Where an end stands in the record of the pools. */
function poolsAt(end: number): number {
  return end * (FIRST + PRIOR.length)
}
