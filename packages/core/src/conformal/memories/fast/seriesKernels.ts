import { MEMORY_SIZES } from '../memoryOptions.ts'
import { FIRST } from './end.ts'
import { type Kernels, startKernels } from './kernels.ts'
import type { MemoryState } from './memoryState.ts'
import type { RingShape, SortedRings } from './sortedRings.ts'

/**
 * One series at work in the compiled kernels: what `weigh`, `pushNumber`, `Ladder` and `blend` do, to the same bits.
 *
 * Its numbers are copied in, and out again after every score; they are not copied in as long as no other series is asked
 * for. There are a few, which all learners of a process share. Scratch.
 *
 * What it earns, `conformal().predict` and `learn`, processor time of the fastest of 40 passes in turns in one process:
 * 2.5 µs a round instead of 3.3 without diagnostics, 3.1 instead of 4.0 with them (Node 20, 2026-11-18).
 */
export class SeriesKernels {
  readonly #kernels: Kernels
  readonly #row: number
  readonly #score: Float64Array
  readonly #level: Float64Array
  readonly #numbers: Float64Array
  readonly #times: Uint8Array
  readonly #marks: Int32Array
  readonly #count: Float64Array
  readonly #weights: Float64Array
  readonly #records: Float64Array
  /** Whose numbers are in the kernels. */
  #rings: SortedRings | null = null
  #series = 0

  /** @param row which of the kernels' rows */
  constructor(kernels: Kernels, row: number, { size, rungs, words }: RingShape) {
    const { buffer } = kernels.memory
    const marks = rungs.length * words
    const doubles = ({ value }: { value: number }, length: number): Float64Array =>
      new Float64Array(buffer, value + 8 * length * row, length)
    this.#kernels = kernels
    this.#row = row
    this.#score = doubles(kernels.scores, 1)
    this.#level = doubles(kernels.levels, 1)
    this.#numbers = doubles(kernels.values, size)
    this.#times = new Uint8Array(buffer, kernels.stamps.value + size * row, size)
    this.#marks = new Int32Array(buffer, kernels.young.value + 4 * marks * row, marks)
    this.#count = doubles(kernels.counts, 1)
    // Those of all rows: where a row's stand depends on how many ends it has. They are copied in for every call.
    this.#weights = new Float64Array(buffer, kernels.weights.value, kernels.slots.value * weightsOf(2))
    this.#records = new Float64Array(buffer, kernels.records.value, kernels.slots.value * recordOf(2))
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
    const rings = state.rings[0]
    this.#take(rings, series)
    const weights = weightsOf(ends)
    const length = recordOf(ends)
    copy(state.weights, from, this.#weights, this.#row * weights, weights)
    copy(record, at, this.#records, this.#row * length, length)
    this.#score[0] = score
    this.#kernels.learn(this.#row, ends, miss, rate, share)
    copy(this.#weights, this.#row * weights, state.weights, from, weights)
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
    this.#take(state.rings[0], series)
    const weights = weightsOf(ends)
    const length = recordOf(ends)
    copy(state.weights, from, this.#weights, this.#row * weights, weights)
    this.#level[0] = level
    this.#kernels.issue(this.#row, ends)
    copy(this.#records, this.#row * length, record, at, length)
  }

  #take(rings: SortedRings, series: number): void {
    if (rings === this.#rings && series === this.#series && rings.counts[series] === this.#count[0]) return
    copyPart(rings.values, series, this.#numbers)
    copyPart(rings.stamps, series, this.#times)
    copyPart(rings.young, series, this.#marks)
    this.#count[0] = rings.counts[series]
    this.#kernels.open(this.#row)
    this.#rings = rings
    this.#series = series
  }
}

function weightsOf(ends: number): number {
  return ends * ends * MEMORY_SIZES.length
}

function recordOf(ends: number): number {
  return 1 + ends * (FIRST + ends * MEMORY_SIZES.length)
}

/** A few numbers: `set` takes longer to start than this to end. */
function copy(from: Float64Array, at: number, to: Float64Array, place: number, length: number): void {
  for (let i = 0; i < length; i++) to[place + i] = from[at + i]
}

/** All that belongs to one series. */
function copyPart<Numbers extends Float64Array | Uint8Array | Int32Array>(
  from: Numbers,
  part: number,
  to: Numbers,
): void {
  const { length } = to
  to.set(from.length === length ? from : from.subarray(part * length, (part + 1) * length))
}

let all: readonly SeriesKernels[] | undefined
let next = 0

/** One of those of the process, each in its turn; null where the host cannot run them. */
export function nextSeriesKernels(shape: RingShape): SeriesKernels | null {
  all ??= startAll(shape)
  return all.length === 0 ? null : all[next++ % all.length]
}

function startAll(shape: RingShape): readonly SeriesKernels[] {
  const kernels = startKernels()
  if (!kernels) return []
  return Array.from({ length: kernels.slots.value }, (_, row) => new SeriesKernels(kernels, row, shape))
}
