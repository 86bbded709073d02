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
  let count = 0

  function create(): number {
    return kernels.growingCreate(...shape(family))
  }

  /** Starts with no data: a fresh state in place of the old. */
  function clear(): boolean {
    kernels.growingFree(state)
    state = create()
    count = 0
    if (state === 0) return false
    desk = createDesk(machine, state, family)
    return true
  }

  const factors: GrowingFactors = {
    replay(x, y, total, each) {
      if (!clear()) return false
      for (let start = 0; start < total; start += BATCH) {
        const rows = Math.min(BATCH, total - start)
        if (!kernels.growingReserve(state, rows)) return false
        const memory = doubles()
        for (let r = 0; r < rows; r++) {
          desk.present(x.subarray((start + r) * d, (start + r + 1) * d), start + r, r)
          kernels.growingPush(state, r)
          memory[desk.target + r] = y[start + r]
        }
        kernels.growingAbsorb(state, rows)
        count += rows
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
      desk.present(x, count)
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
      count++
    },
    bytes: () => (state === 0 ? 0 : kernels.growingBytes(state)),
    free() {
      if (state !== 0) kernels.growingFree(state)
      state = 0
    },
  }
  return factors
}
