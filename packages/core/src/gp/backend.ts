import type { Engine, Family } from './engine.ts'
import { plainGrowing } from './plainGrowing.ts'
import { plainWindow } from './plainWindow.ts'
import { compileKernels } from './wasm.ts'
import { type GrowingEngine, wasmGrowing } from './wasmGrowing.ts'
import { wasmWindow } from './wasmWindow.ts'

/** A way to compute: compiled kernels, or the same in plain TypeScript. */
export interface Backend {
  window(family: Family, window: number): Engine
  growing(family: Family): GrowingEngine
}

export const plainBackend: Backend = { window: plainWindow, growing: plainGrowing }

/** The compiled kernels, where the host can run them. */
export function wasmBackend(): Backend | null {
  const module = compileKernels()
  if (!module) return null
  return {
    window: (family, window) => wasmWindow(module, family, window),
    growing: (family) => wasmGrowing(module, family),
  }
}

export function bestBackend(): Backend {
  return wasmBackend() ?? plainBackend
}
