import { powerOfTwo } from '../math/powers.ts'
import { chance } from './chance.ts'
import type { SharedState, Sums } from './shared.ts'

/** What was shared after each of many periods. Plain data. */
export interface LessonsState {
  /** Places after which something was noted, rising; and what was shared then. */
  readonly places: number[]
  readonly shared: SharedState[]
}

/** Periods of which each is noted; later ones are noted the rarer, the more there were. */
const ALL = 64

/** A timeline of what teachers knew, so that a series can be learnt later, as if beside them. */
export class Lessons {
  readonly state: LessonsState

  constructor(state: LessonsState = { places: [], shared: [] }) {
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
    const every = powerOfTwo(Math.max(0, Math.floor(Math.log2(shared.periods / ALL)) + 1))
    if (shared.periods > ALL && shared.periods % every !== 0) return
    this.state.places.push(at)
    this.state.shared.push(lean(shared))
  }

  /** What was shared before this place; undefined before the first. */
  before(at: number): SharedState | undefined {
    const { places, shared } = this.state
    return shared[countBelow(places, at) - 1]
  }
}

/** Without the sums and rows that only the next period needs. */
function lean(shared: SharedState): SharedState {
  const { sums, grove, ...rest } = shared
  const none = Object.fromEntries(Object.keys(sums).map((name) => [name, new Float64Array(0)]))
  const { means, counts, blends, judged } = sums
  const rows = { count: 0, next: 0, xs: new Float64Array(0), ys: new Float64Array(0) }
  return structuredClone({
    ...rest,
    grove: { ...grove, rows, coming: null },
    sums: { ...(none as unknown as Sums), means, counts, blends, judged },
  })
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
