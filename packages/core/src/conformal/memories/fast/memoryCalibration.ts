import type { StateShape } from '../../../base/shape.ts'
import type { ScoreOf } from '../../../nouns/conformity.ts'
import type { BandRound } from '../../intervals/band.ts'
import { clip } from '../clip.ts'
import { type Governor, governed, governedLevel, governor } from '../governor.ts'
import { MEMORY_SIZES, type MemoryOptions } from '../memoryOptions.ts'
import { blend, describeEnd, FIRST, THRESHOLD, weigh } from './end.ts'
import { MemoryAnswers } from './memoryAnswers.ts'
import { groupsOf, type MemoryGroup, rowOf } from './memoryGroups.ts'
import { copyMemories, type MemoryState, memoriesOf } from './memoryState.ts'
import { nextSeriesKernels, type SeriesKernels } from './seriesKernels.ts'
import { pushNumber } from './sortedRings.ts'
import { isTie, missAtTie } from './tie.ts'

/** What a forecast was issued with stands in a record: the level that was asked, then both ends. */
export const LEVEL = 0
const ENDS = 1

/** Errors that do not overlap, after which half of the caution is gone. */
const FEW = 10

/**
 * Thresholds from a ladder of memories under a governed level.
 *
 * Expert k is the conformal quantile of the last Wₖ scores. With two ends each is an aggregate of memories of |e| and of
 * ±e: sizes have twice the data where errors are symmetric, signed ones know skew and bias. Scratch belongs to this
 * object, everything that is learnt to a `MemoryState`.
 */
export class MemoryCalibration {
  readonly options: MemoryOptions
  readonly governor: Governor
  /** Experts of one end. */
  readonly experts: number
  /** Numbers in a record. */
  readonly recordLength: number
  readonly #groups: readonly MemoryGroup[]
  /** Memories of one kind: all groups together. */
  readonly #memories: number
  readonly #answers: MemoryAnswers
  /** Null where all is done here. */
  readonly #kernels: SeriesKernels | null

  /** @param compiled whether compiled kernels may do what they can: the numbers are the same */
  constructor(options: MemoryOptions, compiled = true) {
    const { ends, coverage, gain } = options
    this.options = options
    this.governor = governor(coverage, gain)
    this.#groups = groupsOf(options)
    this.#memories = this.#groups.reduce((sum, { ladder }) => sum + ladder.sizes.length, 0)
    this.experts = ends * this.#memories
    this.recordLength = ENDS + ends * (FIRST + this.experts)
    this.#answers = new MemoryAnswers(this.#groups, options)
    const [{ ladder }, ...others] = this.#groups
    const usual = others.length === 0 && String(options.sizes) === String(MEMORY_SIZES)
    this.#kernels = compiled && usual ? nextSeriesKernels(ladder.shape) : null
  }

  init(series = 1): MemoryState {
    return this.of(series)()
  }

  /** What so many series remember. */
  of(series: number): StateShape<MemoryState> {
    return memoriesOf(this.#groups, series, this.options.ends, this.experts)
  }

  /** Must be called by those who write into a state themselves: what was worked out from it is forgotten. */
  close(): void {
    for (const { ladder } of this.#groups) ladder.close()
    this.#kernels?.close()
  }

  /** Scores that a series can go by: its own, or those of all series where they pool. */
  count(state: MemoryState, series: number): number {
    const { source, period } = this.#groups[0]
    return state.rings[source].counts[period === 0 ? 0 : series]
  }

  /**
   * Writes what the thresholds of the coming round are, and what made them, into `record` from `at` on.
   *
   * @param scoreOf the score that a residual would have in this round
   * @param offset what is added to the governor's g
   */
  issue(
    state: MemoryState,
    series: number,
    time: number,
    record: Float64Array,
    at: number,
    scoreOf: ScoreOf | null = null,
    offset = 0,
  ): void {
    const { governor } = this
    const g = state.governors[series] + offset
    const waits = this.count(state, series) < governor.wait
    if (waits || g > governor.limit) {
      record.fill(0, at, at + this.recordLength)
      record[at + LEVEL] = waits ? 0 : governedLevel(governor, g)
      for (let end = 0; end < this.options.ends; end++) record[this.endAt(at, end) + THRESHOLD] = Infinity
      return
    }
    const level = governedLevel(governor, g) * this.#caution(state, series)
    if (this.#kernels && level > 0) {
      const from = this.#weightsAt(series, 0)
      this.#kernels.issue(state, series, from, record, at, level, this.options.ends)
      return
    }
    record[at + LEVEL] = level
    this.#recall(state, series, time)
    const answers = this.#answers
    answers.ask(level)
    if (scoreOf) answers.translate(scoreOf)
    for (let end = 0; end < this.options.ends; end++) {
      const from = this.#weightsAt(series, end)
      blend(answers.thresholds[end], answers.medians, state.weights, from, record, this.endAt(at, end))
    }
  }

  /** The threshold of one end; infinite while there are too few scores. */
  threshold(record: Float64Array, at: number, end: number): number {
    return record[this.endAt(at, end) + THRESHOLD]
  }

  /** The threshold of one end of the interval that is given: where the ends crossed, their midpoint. */
  given(record: Float64Array, at: number, end: number): number {
    const own = this.threshold(record, at, end)
    if (this.options.ends === 1) return own
    const other = this.threshold(record, at, 1 - end)
    return -other > own ? (own - other) / 2 : own
  }

  /**
   * Learns a score, or a signed residual, of a forecast issued with this record; returns the governor's m.
   *
   * @param missed whether the interval that was given missed, decided on the score before any clipping
   * @param residual where it is not the score
   */
  settle(
    state: MemoryState,
    series: number,
    time: number,
    record: Float64Array,
    at: number,
    score: number,
    missed: boolean,
    residual: number = score,
  ): number {
    const clipped = clip(score)
    const miss = this.judge(state, series, time, record, at, clipped, missed)
    this.learn(state, series, time, record, at, clipped, residual)
    return miss
  }

  /** Weighs the memories by a clipped score and takes it in: all of `settle` but the governor. */
  learn(
    state: MemoryState,
    series: number,
    time: number,
    record: Float64Array,
    at: number,
    score: number,
    residual: number = score,
  ): void {
    const { ends, share } = this.options
    const rate = this.options.rate / this.#overlap(series)
    const miss = this.governor.alpha / ends
    if (this.#kernels) {
      const from = this.#weightsAt(series, 0)
      this.#kernels.learn(state, series, from, record, at, score, ends, miss, rate, share)
      return
    }
    for (let end = 0; end < ends; end++) {
      const from = this.#weightsAt(series, end)
      const own = end === 0 ? score : -score
      weigh(state.weights, from, this.experts, record, this.endAt(at, end), own, miss, rate, share)
    }
    this.remember(state, series, time, score, clip(residual))
  }

  /** Moves the governor by m of a clipped score, which is still to be learnt; returns m. */
  judge(
    state: MemoryState,
    series: number,
    time: number,
    record: Float64Array,
    at: number,
    score: number,
    missed: boolean,
  ): number {
    if (!(record[at + LEVEL] > 0)) return 0
    const miss = missed ? 1 : this.#missIfCovered(state, series, time, record, at, score)
    state.governors[series] = governed(this.governor, state.governors[series], miss)
    return miss
  }

  /** The miss level that a series asks of its memories once it has a score more; 0 if its interval will be infinite. */
  nextLevel(state: MemoryState, series: number): number {
    const { governor } = this
    const g = state.governors[series]
    const waits = this.count(state, series) + 1 < governor.wait
    return waits || g > governor.limit ? 0 : governedLevel(governor, g)
  }

  /** Takes a score into the memories, and learns nothing else from it. */
  remember(state: MemoryState, series: number, time: number, score: number, residual: number = score): void {
    for (let i = 0; i < this.#groups.length; i++) {
      const group = this.#groups[i]
      if (group.shift !== 0) continue
      const rings = state.rings[group.source]
      const row = rowOf(group, rings.counts.length, series, time)
      const value = group.residuals ? residual : score
      group.ladder.follow(rings, row, value)
      pushNumber(rings, group.ladder.shape, row, value)
    }
  }

  /** What became of the experts in a round, before it is learnt. */
  describe(
    state: MemoryState,
    series: number,
    record: Float64Array,
    at: number,
    score: number,
    out: BandRound,
  ): void {
    const { ends } = this.options
    out.loss = 0
    for (let end = 0; end < ends; end++) {
      const own = end === 0 ? score : -score
      const from = this.#weightsAt(series, end)
      const miss = this.governor.alpha / ends
      const first = end * this.experts
      const place = this.endAt(at, end)
      out.loss += describeEnd(state.weights, from, this.experts, record, place, own, miss, out, first)
    }
  }

  /** How many times fewer the errors of a series are worth. */
  #overlap(series: number): number {
    return 1 + (this.options.overlap ?? 0) * series
  }

  /** Part of the miss level that may be asked while errors that overlap are few. */
  #caution(state: MemoryState, series: number): number {
    const overlap = this.#overlap(series)
    if (overlap === 1) return 1
    const known = this.count(state, series) / overlap
    return 1 - ((1 - 1 / overlap) * FEW) / (FEW + known)
  }

  /** The same series with room for more: new ones start as the first did. */
  reserve(state: MemoryState, series: number): void {
    const more = this.init(series)
    copyMemories(state, more)
    Object.assign(state, more)
  }

  /** Where an end stands in a record that starts at `at`. */
  endAt(at: number, end: number): number {
    return at + ENDS + end * (FIRST + this.experts)
  }

  #weightsAt(series: number, end: number): number {
    return (series * this.options.ends + end) * this.experts
  }

  /** Brings the memories of one series into order. */
  #recall(state: MemoryState, series: number, time: number): void {
    for (let i = 0; i < this.#groups.length; i++) {
      const group = this.#groups[i]
      const rings = state.rings[group.source]
      group.ladder.open(rings, rowOf(group, rings.counts.length, series, time))
    }
  }

  /** m of a score that was covered: 0, unless it equals a threshold exactly. */
  #missIfCovered(
    state: MemoryState,
    series: number,
    time: number,
    record: Float64Array,
    at: number,
    score: number,
  ): number {
    const { ends } = this.options
    let miss = 0
    for (let end = 0; end < ends; end++) {
      const threshold = this.threshold(record, at, end)
      const own = end === 0 ? score : -score
      // Ends that crossed gave their midpoint, beyond both thresholds.
      if (own > threshold) return 1
      if (!isTie(own, threshold)) continue
      miss += this.missAtTie(state, series, time, end, score, record[at + LEVEL])
    }
    return Math.min(1, miss)
  }

  /** The part of a miss that a score is which equals the threshold of an end, at a miss level of all ends together. */
  missAtTie(
    state: MemoryState,
    series: number,
    time: number,
    end: number,
    score: number,
    level: number,
  ): number {
    this.#recall(state, series, time)
    // Of two ends, the signed memories: they come after those of sizes.
    const from = this.#weightsAt(series, end) + this.experts - this.#memories
    return missAtTie(this.#groups, end === 0, score, state.weights, from, level / this.options.ends)
  }
}
