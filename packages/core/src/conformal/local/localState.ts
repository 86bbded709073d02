import { expectWhole, misfit } from '../../base/save/shape.ts'
import { also, likeFresh, type StateShape } from '../../base/shape.ts'
import type { MemoryState } from '../memories/fast/memoryState.ts'
import { ROWS } from './neighbours.ts'
import type { ScaleIssued, ScaleState } from './scaleModel.ts'
import { createOrdered, type Ordered } from './weightedTail.ts'

/** Plain data. */
export interface LocalState {
  /** Memories of all rounds alike, as without features: the governor is theirs. */
  readonly blind: MemoryState
  /** The same of errors over s(x). */
  readonly scaled: MemoryState
  /** s(x); null until the first outcome says how many features there are. */
  scale: ScaleState | null
  /** Errors of the kept rows, and errors over s(x). */
  readonly errors: Ordered
  readonly ratios: Ordered
  /** ω of the neighbours in errors, and in errors over s(x), by end. */
  readonly near: Float64Array
  readonly nearScaled: Float64Array
  /** ω of the four pools, by end. */
  readonly pools: Float64Array
}

/** What a forecast was issued with. Plain data. */
export interface LocalIssued {
  time: number
  readonly scale: ScaleIssued
  readonly blind: Float64Array
  readonly scaled: Float64Array
  readonly near: Float64Array
  readonly nearScaled: Float64Array
  readonly pools: Float64Array
}

/** What is kept of the rows, whose orders are those of their values. */
export function orderedOf(): StateShape<Ordered> {
  return also(
    likeFresh(() => createOrdered(ROWS)),
    ({ values, byValue, bySize, held }, path, state) => {
      const count = (state as LocalState).scale?.rows.count ?? 0
      expectWhole(`${path}.held`, held, Math.min(count, ROWS), Math.min(count, ROWS))
      expectOrder(byValue, held, (slot) => values[slot])
      expectOrder(bySize, held, (slot) => Math.abs(values[slot]))
    },
  )
}

/** Refuses slots that are not each there once, in the order of their values. */
function expectOrder(order: Uint16Array, held: number, of: (slot: number) => number): void {
  const slots = order.subarray(0, held)
  if (new Set(slots).size < held || slots.some((slot) => slot >= held))
    misfit('rows', 'each slot once', slots)
  for (let i = 1; i < held; i++) {
    if (!(of(slots[i - 1]) <= of(slots[i]))) misfit('rows', 'in order', of(slots[i]))
  }
}
