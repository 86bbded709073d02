import { powerOfTwo } from '../math/powers.ts'
import { chance } from './chance.ts'
import type { SharedState, Tally } from './shared.ts'

/** What was shared after each of many periods. Plain data. */
export interface LessonsState {
  /** Places after which something was noted, rising; and what was shared then. */
  readonly places: number[]
  readonly shared: SharedState[]
  /** For each period: its place, mean error and mean change. */
  readonly periods: number[]
  readonly shocks: number[]
  readonly changes: number[]
}

/** Periods of which each is noted; later ones are noted the rarer, the more there were. */
const ALL = 64

/** A timeline of what teachers knew, so that a series can be learnt later, as if beside them. */
export class Lessons {
  readonly state: LessonsState

  constructor(state: LessonsState = { places: [], shared: [], periods: [], shocks: [], changes: [] }) {
    this.state = state
  }

  /** Which keys teach: all of them, or `most` that their names choose. */
  static choose(keys: readonly string[], most: number): string[] {
    if (keys.length <= most) return [...keys]
    const drawn = keys.map((key) => ({ key, chance: chance(key, 0) }))
    drawn.sort((a, b) => a.chance - b.chance || (a.key < b.key ? -1 : 1))
    return drawn.slice(0, most).map(({ key }) => key)
  }

  /** After the period at this place was closed. */
  note(at: number, shared: SharedState): void {
    const { places, periods, shocks, changes } = this.state
    periods.push(at)
    shocks.push(shared.shock)
    changes.push(shared.change)
    const every = powerOfTwo(Math.max(0, Math.floor(Math.log2(shared.periods / ALL)) + 1))
    if (shared.periods > ALL && shared.periods % every !== 0) return
    places.push(at)
    this.state.shared.push(lean(shared))
  }

  /** What was shared before this place; undefined before the first. */
  before(at: number): SharedState | undefined {
    const { places, shared, periods, shocks, changes } = this.state
    const noted = countBelow(places, at)
    if (noted === 0) return undefined
    const last = countBelow(periods, at) - 1
    return { ...shared[noted - 1], shock: shocks[last], change: changes[last] }
  }
}

/** Without the sums that only the next period needs. */
function lean(shared: SharedState): SharedState {
  const { sums, ...rest } = shared
  const none = Object.fromEntries(Object.keys(sums).map((name) => [name, new Float64Array(0)]))
  const { means, counts } = sums
  return structuredClone({ ...rest, sums: { ...(none as unknown as Tally), means, counts } })
}

/** How many of rising numbers are below one. */
function countBelow(rising: readonly number[], value: number): number {
  let low = 0
  let high = rising.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (rising[middle] < value) low = middle + 1
    else high = middle
  }
  return low
}
