import { wasmBytes } from '../../../base/wasmBytes.ts'
import { ROOTS } from '../../../math/exp.ts'
import { kernels as compiled } from '../../generated/kernels.ts'
import { MEMORY_SIZES } from '../memoryOptions.ts'

/** What the compiled kernels export: where the arrays of the rows at hand stand in their memory, as addresses. */
export interface Kernels {
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
  /** How many rows can be at work by themselves: the first ones. */
  readonly slots: Address
  start(): number
  /** Learns `scores` of all rows that have one, then issues at `levels`. */
  advance(rows: number, ends: number, miss: number, rate: number, share: number): void
  /** Brings the memories of a row that is at work by itself into order: after it was copied in. */
  open(row: number): void
  /** Learns the score of such a row. */
  learn(row: number, ends: number, miss: number, rate: number, share: number): void
  /** Issues at the level of such a row. */
  issue(row: number, ends: number): void
}

type Address = { readonly value: number }

let module: WebAssembly.Module | null | undefined

/** A new instance with a memory of its own, or null where WebAssembly or its SIMD is missing or forbidden. */
export function startKernels(): Kernels | null {
  if (module === null) return null
  try {
    module ??= new WebAssembly.Module(wasmBytes(compiled))
    const made = new WebAssembly.Instance(module).exports as unknown as Kernels
    if (!made.start()) return null
    new Float64Array(made.memory.buffer, made.roots.value, ROOTS.length).set(ROOTS)
    new Int32Array(made.memory.buffer, made.sizes.value, MEMORY_SIZES.length).set(MEMORY_SIZES)
    return made
  } catch {
    module = null
    return null
  }
}
