import { clock, lastRebuild } from './clock.ts'
import type { Factors } from './factors.ts'
import type { Family } from './family.ts'
import { createDesk, type Machine, shape, writeBeliefs } from './wasm.ts'

/** The last W points, two-stack Cholesky, all experts in one call; null where memory is refused. */
export function wasmWindow(machine: Machine, family: Family, window: number): Factors | null {
  const { kernels } = machine
  const { period, lag } = clock(window)
  const state = kernels.windowCreate(...shape(family), window, period, lag)
  if (state === 0) return null
  const desk = createDesk(machine, state, family)
  /** Slots that kernel rows must cover. */
  let extent = 0
  return {
    restore(history) {
      const { round, x, y } = history
      const d = family.dimension
      const rebuilt = lastRebuild(window, round)
      const start = Math.max(0, rebuilt - window)
      kernels.windowReset(state, start)
      extent = start === 0 ? 0 : window
      for (let i = start; i < round; i++) {
        const slot = i % y.length
        desk.present(x.subarray(slot * d, (slot + 1) * d), extent)
        if (i < rebuilt) {
          kernels.windowLoad(state, y[slot])
          if (i + 1 === rebuilt) kernels.windowRebuild(state)
        } else {
          kernels.windowPredict(state)
          kernels.windowObserve(state, y[slot])
        }
        if (extent < window) extent++
      }
      return true
    },
    believe(x) {
      desk.present(x, extent)
      kernels.windowPredict(state)
      return true
    },
    write: (out) => writeBeliefs(machine, desk, family, out),
    observe(_x, y) {
      kernels.windowObserve(state, y)
      if (extent < window) extent++
    },
    bytes: () => kernels.sizeOf(state) >>> 0,
    free: () => kernels.free(state),
  }
}
