import type { Features } from '../panel.ts'
import type { Family } from './engine.ts'
import { kernels } from './generated/kernels.ts'

/** What the compiled kernels export. */
export interface Kernels {
  readonly memory: WebAssembly.Memory
  setup(dimension: number, groups: number, kinds: number, experts: number): number
  windowInit(window: number, period: number, lag: number): number
  windowReset(round: number): void
  windowLoad(y: number): void
  windowRebuild(): void
  windowPredict(): void
  windowObserve(y: number): void
  growingReset(): void
  growingPredict(): number
  growingObserve(y: number): void
  growingAbsorb(count: number): number
}

/** How many known rounds the kernels absorb at once. */
export const BATCH = 16

let compiled: WebAssembly.Module | null | undefined

/** The bytes of the kernels. */
export function kernelBytes(): Uint8Array<ArrayBuffer> {
  const text = atob(kernels)
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
  return bytes
}

/** The compiled kernels, or null where WebAssembly or its SIMD is missing or forbidden. */
export function compileKernels(): WebAssembly.Module | null {
  if (compiled === undefined) {
    try {
      compiled = new WebAssembly.Module(kernelBytes())
    } catch {
      compiled = null
    }
  }
  return compiled
}

/** A fresh instance told about a family, with the places it reads from and writes to. */
export interface Host {
  readonly kernels: Kernels
  /** Memory as doubles; taken anew after memory has grown. */
  doubles(): Float64Array
  /** Indices, in doubles, of x, y, mean and variance. */
  readonly input: number
  readonly target: number
  readonly means: number
  readonly variances: number
  writeX(x: Features, row?: number): void
}

export function createHost(module: WebAssembly.Module, family: Family): Host {
  const kernels = new WebAssembly.Instance(module).exports as unknown as Kernels
  const { dimension: d, squares, sizes, bandwidths, kinds, ratios, constants } = family
  const base = kernels.setup(d, squares.length, bandwidths.length, kinds.length) / 8
  let view = new Float64Array(kernels.memory.buffer)
  const settings = [...squares.flat(), ...sizes, ...bandwidths, ...kinds, ...ratios, ...constants]
  view.set(settings, base)
  const input = base + settings.length
  const target = input + BATCH * d
  const means = target + BATCH
  const doubles = (): Float64Array => {
    if (view.byteLength === 0) view = new Float64Array(kernels.memory.buffer)
    return view
  }
  return {
    kernels,
    doubles,
    input,
    target,
    means,
    variances: means + BATCH * kinds.length,
    writeX(x, row = 0) {
      const memory = doubles()
      for (let j = 0; j < d; j++) memory[input + row * d + j] = x[j]
    },
  }
}
