import type { FleetBlock } from './fleetState.ts'
import type { Kernels } from './memories/fast/kernels.ts'
import type { MemoryOptions } from './memories/memoryOptions.ts'

type Numbers = Float64Array | Uint8Array | Int32Array

/**
 * Compiled kernels at work on some rows of a block: what `MemoryCalibration` does in the same order, to the same bits.
 *
 * Rows are copied in and out again, a third of the time: so what a fleet remembers stays plain data. Scratch.
 */
export class FleetKernels {
  /** Rows of a block that are worked on at once. */
  readonly rows: number
  /** What each row learns; NaN if nothing. */
  readonly scores: Float64Array
  /** The miss level that each row's memories are asked for next; 0 if they are not. */
  readonly levels: Float64Array
  readonly #kernels: Kernels
  readonly #values: Float64Array
  readonly #stamps: Uint8Array
  readonly #young: Int32Array
  readonly #counts: Float64Array
  readonly #weights: Float64Array
  readonly #records: Float64Array

  constructor(kernels: Kernels, block: FleetBlock, records: Float64Array) {
    const { buffer } = kernels.memory
    const rows = kernels.rows.value
    const [{ values, stamps, young }] = block.memory.rings
    const of = (array: Numbers): number => (array.length / block.rounds.length) * rows
    this.#kernels = kernels
    this.rows = rows
    this.scores = new Float64Array(buffer, kernels.scores.value, rows)
    this.levels = new Float64Array(buffer, kernels.levels.value, rows)
    this.#values = new Float64Array(buffer, kernels.values.value, of(values))
    this.#stamps = new Uint8Array(buffer, kernels.stamps.value, of(stamps))
    this.#young = new Int32Array(buffer, kernels.young.value, of(young))
    this.#counts = new Float64Array(buffer, kernels.counts.value, rows)
    this.#weights = new Float64Array(buffer, kernels.weights.value, of(block.memory.weights))
    this.#records = new Float64Array(buffer, kernels.records.value, of(records))
  }

  /** Learns `scores` of the rows from `first` on, issued with the block's records, and issues at `levels` into `records`. */
  advance(
    { memory, records: issued }: FleetBlock,
    first: number,
    records: Float64Array,
    options: MemoryOptions,
    alpha: number,
  ): void {
    const part = first / this.rows
    const [{ values, stamps, young, counts }] = memory.rings
    const learnt: readonly (readonly [here: Numbers, there: Numbers])[] = [
      [this.#values, values],
      [this.#stamps, stamps],
      [this.#young, young],
      [this.#counts, counts],
      [this.#weights, memory.weights],
    ]
    for (const [here, there] of learnt) take(here, there, part)
    take(this.#records, issued, part)
    this.#kernels.advance(this.rows, options.ends, alpha / options.ends, options.rate, options.share)
    for (const [here, there] of learnt) give(here, there, part)
    give(this.#records, records, part)
  }
}

function take(here: Numbers, there: Numbers, part: number): void {
  here.set(there.subarray(part * here.length, (part + 1) * here.length))
}

function give(here: Numbers, there: Numbers, part: number): void {
  there.set(here, part * here.length)
}
