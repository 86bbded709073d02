import { counter, listOf, real, type StateShape, shape, whole } from 'credence/kinds'

/**
 * The median of all numbers so far, as numbers with their counts. Plain data, of a size that does not grow.
 *
 * It is exact up to `MOST` different numbers. Then neighbours that are few are joined to their mean, and what it returns
 * has at most 1.6 % of the numbers more on one side than on the other.
 */
export interface MiddleState {
  /** Rising, and how often each came. */
  readonly values: number[]
  readonly counts: number[]
  known: number
  /** The place of the lower middle one in `values`, and how many numbers come before that place. */
  at: number
  before: number
}

/** Different numbers that are kept. */
const MOST = 256

export const MIDDLE: StateShape<MiddleState> = /* @__PURE__ */ shape<MiddleState>({
  values: listOf(real()),
  counts: listOf(whole(1), ({ values }: MiddleState) => values.length),
  known: counter,
  at: counter,
  before: counter,
})

export function observeMiddle(state: MiddleState, y: number): void {
  const { values, counts } = state
  const place = placeOf(values, y)
  const isThere = place < values.length && values[place] === y
  if (isThere) counts[place]++
  else {
    values.splice(place, 0, y)
    counts.splice(place, 0, 1)
  }
  if (state.known > 0 && (place < state.at || (place === state.at && !isThere))) {
    state.before++
    if (!isThere) state.at++
  }
  state.known++
  if (values.length > MOST) join(state)
  settle(state)
}

/** NaN before the first number. */
export function middleOf({ values, counts, known, at, before }: MiddleState): number {
  if (known === 0) return Number.NaN
  const isLast = known % 2 === 0 && before + counts[at] === known / 2
  return isLast ? 0.5 * values[at] + 0.5 * values[at + 1] : values[at]
}

/** Moves to the place that holds the lower middle one. */
function settle(state: MiddleState): void {
  const { counts } = state
  const rank = Math.floor((state.known - 1) / 2)
  while (state.before > rank) state.before -= counts[--state.at]
  while (state.before + counts[state.at] <= rank) state.before += counts[state.at++]
}

/** Joins neighbours while both together are few. Two that are left beside each other are more, so that half of the room is free. */
function join(state: MiddleState): void {
  const { values, counts } = state
  const few = (4 * state.known) / MOST
  let last = 0
  for (let k = 1; k < values.length; k++) {
    const count = counts[last] + counts[k]
    if (count <= few) {
      values[last] = values[last] * (counts[last] / count) + values[k] * (counts[k] / count)
      counts[last] = count
    } else {
      last++
      values[last] = values[k]
      counts[last] = counts[k]
    }
  }
  values.length = last + 1
  counts.length = last + 1
  state.at = 0
  state.before = 0
}

/** The first place whose number is not below y. */
function placeOf(values: readonly number[], y: number): number {
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (values[middle] < y) low = middle + 1
    else high = middle
  }
  return low
}
