import { ROOTS } from '../math/exp.ts'
import { wasmBytes } from '../wasmBytes.ts'
import type { FleetBlock } from './fleetState.ts'
import { kernels as compiled } from './generated/kernels.ts'
import { MEMORY_SIZES, type MemoryOptions } from './memories/memoryOptions.ts'

/** What the compiled kernels export: where the arrays of the rows at hand stand in their memory, as addresses. */
interface Kernels {
  readonly memory: WebAssembly.Memory
  readonly values: Address
  readonly stamps: Address
  readonly young: Address
  readonly counts: Address
  readonly weights: Address
  readonly records: Address
  readonly scores: Address
  readonly levels: Address
  readonly roots: Address
  readonly sizes: Address
  /** How many rows there is room for. */
  readonly rows: Address
  open(): number
  advance(rows: number, ends: number, miss: number, rate: number, share: number): void
}

type Address = { readonly value: number }
type Numbers = Float64Array | Uint8Array | Int32Array

/**
 * Compiled kernels at work on some rows of a block: what `MemoryCalibration` does in the same order, to the same bits.
 *
 * Rows are copied in and out again, a tenth of the time: so what a fleet remembers stays in arrays of its own. Scratch.
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
    take(this.#values, values, part)
    take(this.#stamps, stamps, part)
    take(this.#young, young, part)
    take(this.#counts, counts, part)
    take(this.#weights, memory.weights, part)
    take(this.#records, issued, part)
    this.#kernels.advance(this.rows, options.ends, alpha / options.ends, options.rate, options.share)
    give(this.#values, values, part)
    give(this.#stamps, stamps, part)
    give(this.#young, young, part)
    give(this.#counts, counts, part)
    give(this.#weights, memory.weights, part)
    give(this.#records, records, part)
  }
}

function take(here: Numbers, there: Numbers, part: number): void {
  here.set(there.subarray(part * here.length, (part + 1) * here.length))
}

function give(here: Numbers, there: Numbers, part: number): void {
  there.set(here, part * here.length)
}

let kernels: Kernels | null | undefined

/** The process's instance, or null where WebAssembly or its SIMD is missing or forbidden. */
export function theKernels(): Kernels | null {
  if (kernels === undefined) kernels = start()
  return kernels
}

function start(): Kernels | null {
  try {
    const module = new WebAssembly.Module(wasmBytes(compiled))
    const made = new WebAssembly.Instance(module).exports as unknown as Kernels
    if (!made.open()) return null
    new Float64Array(made.memory.buffer, made.roots.value, ROOTS.length).set(ROOTS)
    new Int32Array(made.memory.buffer, made.sizes.value, MEMORY_SIZES.length).set(MEMORY_SIZES)
    return made
  } catch {
    return null
  }
}
