import { floats, type StateShape, shape, tupleOf } from '../../../base/shape.ts'
import type { MemoryGroup } from './memoryGroups.ts'
import { ringsOf, type SortedRings } from './sortedRings.ts'

/** What one or many series remember. Plain data. */
export interface MemoryState {
  /** Rings of the last scores, by series; then, for each period, by phase; last, one for all series where they pool. */
  readonly rings: readonly SortedRings[]
  /** g of each series. */
  readonly governors: Float64Array
  /** By series, then by end, the upper one first. */
  readonly weights: Float64Array
}

/** @param experts of one end */
export function memoriesOf(
  groups: readonly MemoryGroup[],
  series: number,
  ends: number,
  experts: number,
): StateShape<MemoryState> {
  const rings = groups
    .filter(({ shift }) => shift === 0)
    .sort((a, b) => a.source - b.source)
    .map(({ ladder, period }) => ringsOf(period === 0 ? 1 : series * period, ladder.shape))
  return shape<MemoryState>({
    rings: tupleOf(rings),
    governors: floats(series),
    weights: floats(series * ends * experts, 1 / experts),
  })
}

/** The arrays of a state that hold an equal part for each series. */
function arraysBySeries({ rings, governors, weights }: MemoryState): readonly Numbers[] {
  return [
    governors,
    weights,
    ...rings.flatMap(({ counts, values, stamps, young }) => [counts, values, stamps, young]),
  ]
}

type Numbers = Float64Array | Uint8Array | Int32Array

/** Copies all that a series remembers over what another one does, which may belong to another state of the same shape. */
export function copySeries(from: MemoryState, series: number, to: MemoryState, other: number): void {
  const targets = arraysBySeries(to)
  arraysBySeries(from).forEach((source, i) => {
    const width = source.length / from.governors.length
    targets[i].set(source.subarray(series * width, (series + 1) * width), other * width)
  })
}

/** Copies all of a state over the beginning of a larger one. */
export function copyMemories(from: MemoryState, to: MemoryState): void {
  const targets = arraysBySeries(to)
  arraysBySeries(from).forEach((source, i) => {
    targets[i].set(source)
  })
}
