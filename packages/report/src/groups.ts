import { type ConfidenceState, confidenceInterval, createConfidence, observe } from 'credence/conformal'
import { likeFresh, listOf, names, real, type StateShape, shape, upTo } from 'credence/kinds'

/** What became of the rows of each group. Plain data. */
export interface GroupsState {
  readonly names: string[]
  /** Misses of the intervals, with what their confidence sequence needs. */
  readonly misses: ConfidenceState[]
  /** Intervals of finite width, and the sum of their widths. */
  readonly finite: number[]
  readonly width: number[]
  /** Outcomes with a point forecast, and Σ|error|; for labels those that were wrong. */
  readonly forecasts: number[]
  readonly error: number[]
}

/** Groups with a line of their own; the rows of later ones are counted together. */
const MOST_GROUPS = 1000
export const OTHERS = 'all others'

const ofGroups = <T>(of: StateShape<T>): StateShape<T[]> =>
  listOf(of, ({ names }: GroupsState) => names.length)

export const GROUPS: StateShape<GroupsState> = /* @__PURE__ */ shape<GroupsState>({
  names: upTo(MOST_GROUPS + 1, names),
  misses: ofGroups(likeFresh(createConfidence)),
  finite: ofGroups(real()),
  width: ofGroups(real()),
  forecasts: ofGroups(real()),
  error: ofGroups(real()),
})

/** The place of a group, which is made where it is new. @param places by name: what `state.names` says */
export function groupAt(state: GroupsState, places: Map<string, number>, group: string): number {
  const known = places.get(group)
  if (known !== undefined) return known
  if (state.names.length > MOST_GROUPS) return MOST_GROUPS
  const name = state.names.length === MOST_GROUPS ? OTHERS : group
  const place = state.names.push(name) - 1
  places.set(name, place)
  state.misses.push(createConfidence())
  for (const sums of [state.finite, state.width, state.forecasts, state.error]) sums.push(0)
  return place
}

/**
 * Enters a round; NaN where there is no interval.
 *
 * @param error as it counts in the whole run's; NaN where it does not
 */
export function observeGroup(
  state: GroupsState,
  g: number,
  { y, lower, upper }: { y: number; lower: number; upper: number },
  error: number,
): void {
  if (Number.isFinite(error)) {
    state.forecasts[g]++
    state.error[g] += error
  }
  if (Number.isNaN(lower) || Number.isNaN(upper)) return
  observe(state.misses[g], lower <= y && y <= upper ? 0 : 1)
  if (!Number.isFinite(upper - lower)) return
  state.finite[g]++
  state.width[g] += upper - lower
}

export interface GroupSummary {
  readonly name: string
  readonly rounds: number
  /** Of labels the share that was wrong. */
  readonly meanAbsolute: number | null
  /** Null where it had no interval. */
  readonly covered: number | null
  /** Where the average chance of covering lies: in all groups at once, and at all rounds, with probability 0.95. */
  readonly confidence: readonly [number, number]
  readonly meanWidth: number | null
}

/** The groups, that with the most rounds first. */
export function summariseGroups(state: GroupsState): GroupSummary[] {
  const error = 0.05 / Math.max(1, state.names.length)
  const ratio = (sum: number, count: number): number | null => (count > 0 ? sum / count : null)
  return state.names
    .map((name, g) => {
      const misses = state.misses[g]
      const [least, greatest] = confidenceInterval(misses, error)
      return {
        name,
        rounds: Math.max(misses.count, state.forecasts[g]),
        meanAbsolute: ratio(state.error[g], state.forecasts[g]),
        covered: misses.count > 0 ? 1 - misses.sum / misses.count : null,
        confidence: [1 - greatest, 1 - least] as const,
        meanWidth: ratio(state.width[g], state.finite[g]),
      }
    })
    .sort((a, b) => b.rounds - a.rounds)
}
