import { type Kernels, startKernels } from './kernels.ts'
import type { MemoryState } from './memoryState.ts'
import type { RingShape, SortedRings } from './sortedRings.ts'

/**
 * One series at work in the compiled kernels: what `weigh`, `pushNumber`, `Ladder` and `blend` do, to the same bits.
 *
 * Its numbers are copied in, and out again after every score; they are not copied in as long as no other series is asked
 * for. One for all learners of a process. Scratch.
 */
export class SeriesKernels {
  readonly #kernels: Kernels
  readonly #score: Float64Array
  readonly #level: Float64Array
  readonly #numbers: Float64Array
  readonly #times: Uint8Array
  readonly #marks: Int32Array
  readonly #count: Float64Array
  readonly #weights: Float64Array
  readonly #record: Float64Array
  /** Whose numbers are in the kernels. */
  #rings: SortedRings | null = null
  #series = 0

  /** @param size numbers of a series, and words of its marks */
  constructor(kernels: Kernels, size: number, words: number) {
    const { buffer } = kernels.memory
    const doubles = ({ value }: { value: number }, length: number): Float64Array =>
      new Float64Array(buffer, value, length)
    this.#kernels = kernels
    this.#score = doubles(kernels.scores, 1)
    this.#level = doubles(kernels.levels, 1)
    this.#numbers = doubles(kernels.values, size)
    this.#times = new Uint8Array(buffer, kernels.stamps.value, size)
    this.#marks = new Int32Array(buffer, kernels.young.value, words)
    this.#count = doubles(kernels.counts, 1)
    this.#weights = doubles(kernels.weights, MOST_WEIGHTS)
    this.#record = doubles(kernels.records, MOST_RECORD)
  }

  /** Forgets whose numbers it has: for those who write into rings themselves. */
  close(): void {
    this.#rings = null
  }

  /**
   * Learns a score of a forecast that was issued with the record.
   *
   * @param from where the weights of the series start
   */
  learn(
    state: MemoryState,
    series: number,
    from: number,
    record: Float64Array,
    at: number,
    score: number,
    ends: number,
    miss: number,
    rate: number,
    share: number,
  ): void {
    const [rings] = state.rings
    const own = this.#weights
    const weights = weightsOf(ends)
    this.#take(rings, series)
    for (let i = 0; i < weights; i++) own[i] = state.weights[from + i]
    const length = recordOf(ends)
    for (let i = 0; i < length; i++) this.#record[i] = record[at + i]
    this.#score[0] = score
    this.#kernels.learn(0, ends, miss, rate, share)
    for (let i = 0; i < weights; i++) state.weights[from + i] = own[i]
    rings.values.set(this.#numbers, series * this.#numbers.length)
    rings.stamps.set(this.#times, series * this.#times.length)
    rings.young.set(this.#marks, series * this.#marks.length)
    rings.counts[series] = this.#count[0]
  }

  /** Writes the record of the next forecast at a miss level. */
  issue(
    state: MemoryState,
    series: number,
    from: number,
    record: Float64Array,
    at: number,
    level: number,
    ends: number,
  ): void {
    const weights = weightsOf(ends)
    this.#take(state.rings[0], series)
    for (let i = 0; i < weights; i++) this.#weights[i] = state.weights[from + i]
    this.#level[0] = level
    this.#kernels.issue(0, ends)
    const length = recordOf(ends)
    for (let i = 0; i < length; i++) record[at + i] = this.#record[i]
  }

  #take(rings: SortedRings, series: number): void {
    if (rings === this.#rings && series === this.#series && rings.counts[series] === this.#count[0]) return
    copyPart(rings.values, series, this.#numbers)
    copyPart(rings.stamps, series, this.#times)
    copyPart(rings.young, series, this.#marks)
    this.#count[0] = rings.counts[series]
    this.#kernels.recall(0)
    this.#rings = rings
    this.#series = series
  }
}

const MEMORIES = 8
const MOST_WEIGHTS = 4 * MEMORIES
const MOST_RECORD = recordOf(2)

function weightsOf(ends: number): number {
  return ends * ends * MEMORIES
}

function recordOf(ends: number): number {
  return 1 + ends * (2 + ends * MEMORIES)
}

function copyPart<Numbers extends Float64Array | Uint8Array | Int32Array>(
  from: Numbers,
  part: number,
  to: Numbers,
): void {
  const { length } = to
  to.set(from.length === length ? from : from.subarray(part * length, (part + 1) * length))
}

let own: SeriesKernels | null | undefined

/** Those of the process; null where the host cannot run them. */
export function theSeriesKernels({ size, rungs, words }: RingShape): SeriesKernels | null {
  if (own === undefined) {
    const kernels = startKernels()
    own = kernels && new SeriesKernels(kernels, size, rungs.length * words)
  }
  return own
}
