import type { GrowingFactors } from './factors.ts'
import { type Family, writeBelief } from './family.ts'
import { BATCH, createDesk, type Machine, shape } from './wasm.ts'

/** All data kept, one Cholesky factor per expert; null where memory is refused. */
export function wasmGrowing(machine: Machine, family: Family): GrowingFactors | null {
  const { kernels, doubles } = machine
  const size = family.experts.length
  const d = family.dimension
  let state = create()
  if (state === 0) return null
  let desk = createDesk(machine, state, family)

  function create(): number {
    return kernels.growingCreate(...shape(family))
  }

  /** Starts with no data: a fresh state in place of the old. */
  function clear(): boolean {
    kernels.growingFree(state)
    state = create()
    if (state === 0) return false
    desk = createDesk(machine, state, family)
    return true
  }

  const factors: GrowingFactors = {
    replay(x, y, count, each) {
      if (!clear()) return false
      for (let start = 0; start < count; start += BATCH) {
        const rows = Math.min(BATCH, count - start)
        if (!kernels.growingReserve(state, rows)) return false
        const memory = doubles()
        for (let r = 0; r < rows; r++) {
          desk.writeX(x.subarray((start + r) * d, (start + r + 1) * d), r)
          memory[desk.target + r] = y[start + r]
        }
        kernels.growingPush(state, rows)
        kernels.growingAbsorb(state, rows)
        if (!each) continue
        for (let r = 0; r < rows; r++) {
          const mean = memory.subarray(desk.means + r * size, desk.means + (r + 1) * size)
          const variance = memory.subarray(desk.variances + r * size, desk.variances + (r + 1) * size)
          each(start + r, mean, variance)
        }
      }
      return true
    },
    restore: (history) => factors.replay(history.x, history.y, history.round),
    believe(x) {
      if (!kernels.growingReserve(state, 1)) return false
      desk.writeX(x)
      kernels.growingPredict(state)
      return true
    },
    write(out) {
      const memory = doubles()
      for (let e = 0; e < size; e++) {
        writeBelief(family, e, memory[desk.means + e], memory[desk.variances + e], out)
      }
    },
    observe(_x, y) {
      kernels.growingObserve(state, y)
    },
    bytes: () => (state === 0 ? 0 : kernels.growingBytes(state)),
    free() {
      if (state !== 0) kernels.growingFree(state)
      state = 0
    },
  }
  return factors
}
