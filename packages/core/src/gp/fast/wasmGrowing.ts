import type { Beliefs } from '../../nouns/beliefs.ts'
import type { Features } from '../../nouns/panel.ts'
import type { History } from '../history.ts'
import type { EachRound, GrowingFactors } from './factors.ts'
import type { Family } from './family.ts'
import { BATCH, createDesk, type Desk, type Machine, shape, writeBeliefs } from './wasm.ts'

/** All data kept, one Cholesky factor per expert; null where memory is refused. */
export function wasmGrowing(machine: Machine, family: Family): GrowingFactors | null {
  const state = machine.kernels.growingCreate(...shape(family))
  return state === 0 ? null : new WasmGrowing(machine, family, state)
}

class WasmGrowing implements GrowingFactors {
  readonly #machine: Machine
  readonly #family: Family
  /** 0 once it was freed, or memory was refused. */
  #state: number
  #desk: Desk
  #count = 0

  constructor(machine: Machine, family: Family, state: number) {
    this.#machine = machine
    this.#family = family
    this.#state = state
    this.#desk = createDesk(machine, state, family)
  }

  replay(x: Float64Array, y: Float64Array, count: number, each?: EachRound): boolean {
    if (!this.#clear()) return false
    const { kernels, doubles } = this.#machine
    const d = this.#family.dimension
    for (let start = 0; start < count; start += BATCH) {
      const rows = Math.min(BATCH, count - start)
      if (!kernels.growingReserve(this.#state, rows)) return false
      const memory = doubles()
      for (let r = 0; r < rows; r++) {
        this.#desk.present(x.subarray((start + r) * d, (start + r + 1) * d), start + r, r)
        kernels.growingPush(this.#state, r)
        memory[this.#desk.target + r] = y[start + r]
      }
      kernels.growingAbsorb(this.#state, rows)
      this.#count += rows
      if (each) this.#tell(start, rows, each)
    }
    return true
  }

  restore({ x, y, round }: History): boolean {
    return this.replay(x, y, round)
  }

  believe(x: Features): boolean {
    if (!this.#machine.kernels.growingReserve(this.#state, 1)) return false
    this.#desk.present(x, this.#count)
    this.#machine.kernels.growingPredict(this.#state)
    return true
  }

  write(out: Beliefs): void {
    writeBeliefs(this.#machine, this.#desk, this.#family, out)
  }

  observe(_x: Features, y: number): void {
    this.#machine.kernels.growingObserve(this.#state, y)
    this.#count++
  }

  bytes(): number {
    return this.#state === 0 ? 0 : this.#machine.kernels.growingBytes(this.#state)
  }

  free(): void {
    if (this.#state !== 0) this.#machine.kernels.growingFree(this.#state)
    this.#state = 0
  }

  /** Starts with no data: a fresh state in place of the old. False where memory was refused. */
  #clear(): boolean {
    this.free()
    this.#state = this.#machine.kernels.growingCreate(...shape(this.#family))
    this.#count = 0
    if (this.#state === 0) return false
    this.#desk = createDesk(this.#machine, this.#state, this.#family)
    return true
  }

  #tell(start: number, rows: number, each: EachRound): void {
    const { means, variances } = this.#desk
    const memory = this.#machine.doubles()
    const size = this.#family.experts.length
    for (let r = 0; r < rows; r++) {
      const mean = memory.subarray(means + r * size, means + (r + 1) * size)
      const variance = memory.subarray(variances + r * size, variances + (r + 1) * size)
      each(start + r, mean, variance)
    }
  }
}
