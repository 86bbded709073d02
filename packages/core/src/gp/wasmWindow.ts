import { ArgumentError } from '../errors.ts'
import { clock, type Engine, type Family, lastRebuild, writeBelief } from './engine.ts'
import { createHost } from './wasm.ts'

/** The last W points, two-stack Cholesky, all experts in one call. */
export function wasmWindow(module: WebAssembly.Module, family: Family, window: number): Engine {
  const host = createHost(module, family)
  const { kernels } = host
  const { period, lag } = clock(window)
  const size = family.experts.length
  if (!kernels.windowInit(window, period, lag)) {
    throw new ArgumentError(`window must be shorter: ${size} experts at ${window} points need more than 4 GB`)
  }
  const engine: Engine = {
    restore(history) {
      const { round, x, y } = history
      const d = family.dimension
      const rebuilt = lastRebuild(window, round)
      const start = Math.max(0, rebuilt - window)
      kernels.windowReset(start)
      for (let i = start; i < round; i++) {
        const slot = i % y.length
        host.writeX(x.subarray(slot * d, (slot + 1) * d))
        if (i < rebuilt) {
          kernels.windowLoad(y[slot])
          if (i + 1 === rebuilt) kernels.windowRebuild()
        } else {
          kernels.windowPredict()
          kernels.windowObserve(y[slot])
        }
      }
    },
    predict(x, out) {
      host.writeX(x)
      kernels.windowPredict()
      const memory = host.doubles()
      for (let e = 0; e < size; e++) {
        writeBelief(family, e, memory[host.means + e], memory[host.variances + e], out)
      }
    },
    observe(_x, y) {
      kernels.windowObserve(y)
    },
  }
  return engine
}
