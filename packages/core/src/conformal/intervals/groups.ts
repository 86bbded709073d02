import { expectWhole, misfit } from '../../base/save/shape.ts'
import { also, counter, from, listOf, type StateShape, shape, string } from '../../base/shape.ts'
import type { ConformalIssued, ConformalState, GroupState } from '../conformalState.ts'
import type { MemoryState } from '../memories/fast/memoryState.ts'
import type { MemoryBand, MemoryIssued } from '../memories/memoryBand.ts'
import { placesOf } from './placesOf.ts'

/** Calibrators by segment, which weigh in the memories of all segments together. */
export interface Groups {
  readonly bands: readonly MemoryBand[]
  /** Those that are known beforehand, such as steps ahead; others are refused then. @default any that come */
  readonly names?: readonly string[]
}

/** Groups with a series of their own each: those that were known beforehand, or any. */
export function groupsOf({ names: known }: Groups): StateShape<GroupState> {
  const all = ({ names }: GroupState): number => names.length
  const fields = shape<GroupState>({
    names: also(listOf(string), (names, path) => {
      if (new Set(names).size < names.length) misfit(path, 'different names', names)
      if (known && (names.length !== known.length || names.some((name, i) => name !== known[i])))
        misfit(path, 'those that were given', names)
    }),
    rounds: listOf(counter, all),
    misses: listOf(counter, all),
  })
  const fresh = (): GroupState => ({
    names: [...(known ?? [])],
    rounds: (known ?? []).map(() => 0),
    misses: (known ?? []).map(() => 0),
  })
  return also(from(fields, fresh), ({ names, rounds, misses }, path, record) => {
    rounds.forEach((count, i) => {
      expectWhole(`${path}.misses[${i}]`, misses[i], 0, count)
    })
    for (const band of (record as ConformalState).bands) {
      const { length } = (band as MemoryState).governors
      // Where others may come, one is left for them.
      expectWhole('the number of groups', names.length, 0, known ? length : length - 1)
    }
  })
}

/** How one segment was covered. */
export interface GroupCoverage {
  readonly group: string
  readonly rounds: number
  readonly coverage: number
}

/** Which series a group is. One that was never seen is the first without a name: it has learnt nothing of its own. */
export function groupIndex(state: GroupState, group: string): number {
  return placesOf(state.names).get(group) ?? state.names.length
}

/** Counts a round of a group, and gives a new group a series of its own. */
export function learnGroup(
  { bands }: Groups,
  state: ConformalState,
  issued: ConformalIssued,
  y: number,
  { lower, upper }: { readonly lower: number; readonly upper: number },
): void {
  const groups = state.groups as GroupState
  const group = issued.group as string
  const series = groupIndex(groups, group)
  if (series === groups.names.length) {
    groups.names.push(group)
    groups.rounds.push(0)
    groups.misses.push(0)
    placesOf(groups.names).set(group, series)
    bands.forEach((band, i) => {
      const own = state.bands[i] as MemoryState
      // One is always left for a group that is not known yet.
      if (own.governors.length < series + 2) band.calibration.reserve(own, 2 * (series + 2))
    })
  }
  groups.rounds[series]++
  if (!(lower <= y && y <= upper)) groups.misses[series]++
  for (const own of issued.bands) (own as MemoryIssued).series = series
}

/** How every group was covered, the worst first. */
export function groupCoverages({ names, rounds, misses }: GroupState, target: number): GroupCoverage[] {
  return names
    .map((group, i) => ({ group, rounds: rounds[i], coverage: 1 - misses[i] / rounds[i] }))
    .sort((a, b) => Math.abs(b.coverage - target) - Math.abs(a.coverage - target))
}
