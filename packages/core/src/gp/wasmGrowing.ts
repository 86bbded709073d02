import { type Engine, type Family, writeBelief } from './engine.ts'
import { BATCH, createHost } from './wasm.ts'

/** All data kept, one Cholesky factor per expert. A known past is taken in many rounds at a time. */
export interface GrowingEngine extends Engine {
  /** Predicts and absorbs the points of a history; `each` sees the beliefs of every expert before its y. */
  replay(
    x: Float64Array,
    y: Float64Array,
    count: number,
    each?: (round: number, mean: Float64Array, variance: Float64Array) => void,
  ): void
}

export function wasmGrowing(module: WebAssembly.Module, family: Family): GrowingEngine {
  const host = createHost(module, family)
  const { kernels } = host
  const size = family.experts.length
  const d = family.dimension
  const demand = (ok: number): void => {
    if (!ok)
      throw new RangeError(`${size} experts that keep all data need more than 4 GB; give them a window`)
  }
  const engine: GrowingEngine = {
    replay(x, y, count, each) {
      kernels.growingReset()
      for (let start = 0; start < count; start += BATCH) {
        const rows = Math.min(BATCH, count - start)
        for (let r = 0; r < rows; r++) {
          host.writeX(x.subarray((start + r) * d, (start + r + 1) * d), r)
          host.doubles()[host.target + r] = y[start + r]
        }
        demand(kernels.growingAbsorb(rows))
        if (!each) continue
        const memory = host.doubles()
        for (let r = 0; r < rows; r++) {
          const mean = memory.subarray(host.means + r * size, host.means + (r + 1) * size)
          const variance = memory.subarray(host.variances + r * size, host.variances + (r + 1) * size)
          each(start + r, mean, variance)
        }
      }
    },
    restore(history) {
      engine.replay(history.x, history.y, history.round)
    },
    predict(x, out) {
      host.writeX(x)
      demand(kernels.growingPredict())
      const memory = host.doubles()
      for (let e = 0; e < size; e++) {
        writeBelief(family, e, memory[host.means + e], memory[host.variances + e], out)
      }
    },
    observe(_x, y) {
      kernels.growingObserve(y)
    },
  }
  return engine
}
