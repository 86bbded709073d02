import { expectShape, expectWhole } from '../../save/shape.ts'
import type { BandRound } from '../intervals/band.ts'
import { blend, describeEnd, FIRST, THRESHOLD, weigh } from './end.ts'
import { type Governor, governed, governedLevel, governor } from './governor.ts'
import { Ladder } from './ladder.ts'
import { above, aboveNegated, aboveSizes, countBelow, countUpTo, median, medianSize } from './quantiles.ts'
import { acceptRings, createRings, pushNumber, type Rings } from './rings.ts'

export interface MemoryOptions {
  readonly coverage: number
  /** Two ends, from signed residuals; or one, from any score. */
  readonly ends: 1 | 2
  /** How many of the last scores each memory holds, increasing. */
  readonly sizes: readonly number[]
  /** Rounds after which a season returns: for each, memories of the same phase. */
  readonly periods: readonly number[]
  /** Whose memories a series weighs in besides its own: nobody's, those of the series beside it, or one for all series. */
  readonly pool: 'none' | 'neighbours' | 'all'
  /** γ. */
  readonly rate: number
  /** σ. */
  readonly share: number
}

/** The ladder: short memories follow a jump in a round, long ones are sharp when nothing happens. */
export const MEMORY_SIZES: readonly number[] = [1, 2, 4, 10, 25, 64, 160, 400]
/** Memories of the same phase of a season. */
export const PHASE_SIZES: readonly number[] = [3, 10, 30]

/** What the prototype's ablations found flat around: rate 1 costs 2 % of the interval score, share 0 costs 3 %. */
export const DEFAULT_MEMORIES: Omit<MemoryOptions, 'coverage' | 'ends'> = {
  sizes: MEMORY_SIZES,
  periods: [],
  pool: 'none',
  rate: 4,
  share: 0.005,
}

/** What one or many series remember. Plain data. */
export interface MemoryState {
  /** Rings of the last scores, by series; then, for each period, by phase; last, one for all series where they pool. */
  readonly rings: readonly Rings[]
  /** g of each series. */
  readonly governors: Float64Array
  /** By series, then by end, the upper one first. */
  readonly weights: Float64Array
}

/** Memories at work that read one ring: of the last scores of a series, of one phase of a season, of all series. */
interface Group {
  readonly ladder: Ladder
  /** Which of the state's rings. */
  readonly source: number
  /** How many rows a series has there, one for each phase; 0 if all series have one together. */
  readonly period: number
  /** How many series further the row is: 0 for a series' own. */
  readonly shift: number
}

/** What a forecast was issued with stands in a record: the level that was asked, then both ends. */
export const LEVEL = 0
const ENDS = 1

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
  readonly #groups: readonly Group[]
  /** Memories of one kind: all groups together. */
  readonly #memories: number
  readonly #thresholds: readonly Float64Array[]
  readonly #medians: Float64Array

  constructor(options: MemoryOptions) {
    const { ends, coverage } = options
    this.options = options
    this.governor = governor(coverage)
    this.#groups = groupsOf(options)
    this.#memories = this.#groups.reduce((sum, { ladder }) => sum + ladder.sizes.length, 0)
    this.experts = ends * this.#memories
    this.recordLength = ENDS + ends * (FIRST + this.experts)
    this.#thresholds = Array.from({ length: ends }, () => new Float64Array(this.experts))
    this.#medians = new Float64Array(this.experts)
  }

  init(series = 1): MemoryState {
    const { ends } = this.options
    return {
      rings: this.#groups
        .filter(({ shift }) => shift === 0)
        .sort((a, b) => a.source - b.source)
        .map(({ ladder, period }) => createRings(period === 0 ? 1 : series * period, ladder.reach)),
      governors: new Float64Array(series),
      weights: new Float64Array(series * ends * this.experts).fill(1 / this.experts),
    }
  }

  /** Refuses a state that it cannot have made. */
  accept(state: MemoryState): void {
    const series = state.governors.length
    expectWhole('the number of series', series, 1, Number.MAX_SAFE_INTEGER)
    const fresh = this.init(series)
    expectShape(state, fresh, 'memories')
    this.#groups.forEach(({ ladder, source, shift }) => {
      if (shift === 0) acceptRings(state.rings[source], ladder.reach)
    })
  }

  /** Scores that a series can go by: its own, or those of all series where they pool. */
  count(state: MemoryState, series: number): number {
    const { source, period } = this.#groups[0]
    return state.rings[source].counts[period === 0 ? 0 : series]
  }

  /** Writes what the thresholds of the coming round are, and what made them, into `record` from `at` on. */
  issue(state: MemoryState, series: number, time: number, record: Float64Array, at: number): void {
    const { governor } = this
    const g = state.governors[series]
    const waits = this.count(state, series) < governor.wait
    if (waits || g > governor.limit) {
      record.fill(0, at, at + this.recordLength)
      record[at + LEVEL] = waits ? 0 : governedLevel(governor, g)
      for (let end = 0; end < this.options.ends; end++) record[this.#endAt(at, end) + THRESHOLD] = Infinity
      return
    }
    const level = governedLevel(governor, g)
    record[at + LEVEL] = level
    this.#recall(state, series, time)
    this.#ask(level)
    for (let end = 0; end < this.options.ends; end++) {
      const from = this.#weightsAt(series, end)
      blend(this.#thresholds[end], this.#medians, state.weights, from, record, this.#endAt(at, end))
    }
  }

  /** The threshold of one end; infinite while there are too few scores. */
  threshold(record: Float64Array, at: number, end: number): number {
    return record[this.#endAt(at, end) + THRESHOLD]
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
   */
  settle(
    state: MemoryState,
    series: number,
    time: number,
    record: Float64Array,
    at: number,
    score: number,
    missed: boolean,
  ): number {
    const { ends, rate, share } = this.options
    const { governor, experts } = this
    const clipped = Math.max(-FAR, Math.min(FAR, score))
    let miss = 0
    if (record[at + LEVEL] > 0) {
      miss = missed ? 1 : this.#tie(state, series, time, record, at, clipped)
      for (let end = 0; end < ends; end++) {
        const from = this.#weightsAt(series, end)
        const signed = end === 0 ? clipped : -clipped
        const level = governor.alpha / ends
        weigh(state.weights, from, experts, record, this.#endAt(at, end), signed, level, rate, share)
      }
      state.governors[series] = governed(governor, state.governors[series], miss)
    }
    this.remember(state, series, time, clipped)
    return miss
  }

  /** Takes a score into the memories, and learns nothing else from it. */
  remember(state: MemoryState, series: number, time: number, score: number): void {
    for (let i = 0; i < this.#groups.length; i++) {
      const group = this.#groups[i]
      if (group.shift !== 0) continue
      const rings = state.rings[group.source]
      const row = rowOf(group, rings, series, time)
      group.ladder.follow(rings, row, score)
      pushNumber(rings, row, group.ladder.reach, score)
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
      const place = this.#endAt(at, end)
      out.loss += describeEnd(state.weights, from, this.experts, record, place, own, miss, out, first)
    }
  }

  /** The same series with room for more: new ones start as the first did. */
  reserve(state: MemoryState, series: number): void {
    const more = this.init(series)
    more.governors.set(state.governors)
    more.weights.set(state.weights)
    more.rings.forEach((rings, i) => {
      rings.counts.set(state.rings[i].counts)
      rings.values.set(state.rings[i].values)
      rings.order.set(state.rings[i].order)
    })
    Object.assign(state, more)
  }

  #endAt(at: number, end: number): number {
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
      group.ladder.open(rings, rowOf(group, rings, series, time))
    }
  }

  /** Asks every memory for its quantiles at a miss level, and for its median. */
  #ask(level: number): void {
    const signed = this.options.ends === 2
    const [upper, lower] = this.#thresholds
    const medians = this.#medians
    const memories = this.#memories
    for (let i = 0, k = 0; i < this.#groups.length; i++) {
      const { ladder } = this.#groups[i]
      for (let j = 0; j < ladder.sizes.length; j++, k++) {
        const s = ladder.sorted[j]
        const n = ladder.lengths[j]
        if (n === 0) this.#copy(k, this.options.sizes.length - 1)
        else if (signed) {
          const threshold = aboveSizes(s, n, level)
          upper[k] = threshold
          lower[k] = threshold
          medians[k] = medianSize(s, n)
          upper[memories + k] = above(s, n, level / 2)
          lower[memories + k] = aboveNegated(s, n, level / 2)
          medians[memories + k] = median(s, n)
        } else {
          upper[k] = above(s, n, level)
          medians[k] = median(s, n)
        }
      }
    }
  }

  /** A memory that is still empty answers as the longest one does. */
  #copy(to: number, from: number): void {
    for (let kind = 0; kind < this.experts; kind += this.#memories) {
      for (const thresholds of this.#thresholds) thresholds[kind + to] = thresholds[kind + from]
      this.#medians[kind + to] = this.#medians[kind + from]
    }
  }

  /**
   * m of a score that was covered: 0, unless it equals a threshold exactly. Then, with the mass of the tie between
   * F⁻ and F⁺ of the memories of that end,
   *
   *     m = (F⁺ − 1 + b)/(F⁺ − F⁻), cut to [0, 1]
   *
   * so that scores that repeat themselves do not wind the governor up.
   */
  #tie(
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
      const threshold = record[this.#endAt(at, end) + THRESHOLD]
      const own = end === 0 ? score : -score
      // Ends that crossed gave their midpoint, beyond both thresholds.
      if (own > threshold) return 1
      if (threshold === Infinity || !(Math.abs(own - threshold) <= 1e-9 * Math.abs(threshold))) continue
      this.#recall(state, series, time)
      miss += this.#tieAt(state, series, end, score, record[at + LEVEL] / ends)
    }
    return Math.min(1, miss)
  }

  #tieAt(state: MemoryState, series: number, end: number, score: number, level: number): number {
    // Of two ends, the signed memories: they come after those of sizes.
    const from = this.#weightsAt(series, end) + this.experts - this.#memories
    let below = 0
    let upTo = 0
    let mass = 0
    for (let i = 0, k = 0; i < this.#groups.length; i++) {
      const { ladder } = this.#groups[i]
      for (let j = 0; j < ladder.sizes.length; j++, k++) {
        const n = ladder.lengths[j]
        if (n === 0) continue
        const less = countBelow(ladder.sorted[j], n, score)
        const notMore = countUpTo(ladder.sorted[j], n, score)
        const weight = state.weights[from + k]
        below += (weight * (end === 0 ? less : n - notMore)) / (n + 1)
        upTo += (weight * ((end === 0 ? notMore : n - less) + 1)) / (n + 1)
        mass += weight
      }
    }
    return Math.min(1, Math.max(0, (upTo / mass - 1 + level) / ((upTo - below) / mass)))
  }
}

/** Scores beyond this are learnt as this: their differences must not overflow. */
const FAR = 1e300

/** The group that answers for memories that are still empty comes first. */
function groupsOf({ sizes, periods, pool }: MemoryOptions): readonly Group[] {
  const ladder = (): Ladder => new Ladder(sizes)
  const own = { ladder: ladder(), source: 0, period: 1, shift: 0 }
  const seasons = periods.map((period, i) => ({
    ladder: new Ladder(PHASE_SIZES),
    source: 1 + i,
    period,
    shift: 0,
  }))
  if (pool === 'all') {
    return [{ ladder: ladder(), source: 1 + periods.length, period: 0, shift: 0 }, own, ...seasons]
  }
  if (pool === 'none') return [own, ...seasons]
  return [own, { ...own, ladder: ladder(), shift: -1 }, { ...own, ladder: ladder(), shift: 1 }, ...seasons]
}

/** The row of a group's rings that a series reads at a time. The first series and the last have one neighbour, twice. */
function rowOf({ period, shift }: Group, { counts }: Rings, series: number, time: number): number {
  if (shift !== 0) {
    const beside = series + shift
    return beside >= 0 && beside < counts.length ? beside : series - shift
  }
  if (period === 1) return series
  return period === 0 ? 0 : series * period + (time % period)
}
