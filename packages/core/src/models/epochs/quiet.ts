import { firstKept, type HistoryState, outcomeOf } from '../../rows/history.ts'

/** Outcomes that must lie close together. */
const ROWS = 30
/** Within this part of the unit they lie close together, where they are forecast badly; and however they are forecast. */
const CLOSE = 0.1
const TINY = 0.01
/** Rows of a regime that may be a day or a week of the one before. */
const YOUNG = 200

/**
 * The first of the last outcomes that lie so close together that the unit is far too large for them; as many as there
 * are outcomes where that is not so.
 *
 * That is where the forecast was further off than they lie from each other, and where outcomes never lay so close
 * since the regime began: nights and quiet weeks belong to it. A young regime may be such a part of the one before, so
 * that counts too. Equal ones show no unit.
 *
 * @param origin the first row of the regime
 * @param error of the forecast of the last one
 */
export function quietSince(history: HistoryState, origin: number, unit: number, error: number): number {
  const { count } = history
  const oldest = Math.max(count - origin < YOUNG ? 0 : origin, firstKept(history))
  if (!(Math.abs(error) < Infinity) || count < ROWS) return count
  const range = rangeOf(history, count - ROWS, count, CLOSE * unit)
  const most = unit * (Math.abs(error) > range ? CLOSE : TINY)
  if (!(range > 0 && range < most)) return count
  const first = startOf(history, oldest, count, most)
  // They never lay further apart: that is no change, unless they were all equal before and had no unit.
  if (first === oldest) {
    const varied = variedSince(history, oldest)
    return varied - oldest >= ROWS && count - varied >= ROWS ? varied : count
  }
  for (let end = first; end >= oldest + ROWS; end--)
    if (rangeOf(history, end - ROWS, end) < most) return count
  return first
}

/** The first outcome that is not equal to all before it. */
function variedSince(history: HistoryState, oldest: number): number {
  const { count } = history
  const equal = outcomeOf(history, oldest)
  for (let row = oldest + 1; row < count; row++) if (outcomeOf(history, row) !== equal) return row
  return count
}

/** The first of the last outcomes that all lie within `most` of each other. */
function startOf(history: HistoryState, oldest: number, count: number, most: number): number {
  let [least, greatest] = [Infinity, -Infinity]
  for (let row = count - 1; row >= oldest; row--) {
    const y = outcomeOf(history, row)
    least = Math.min(least, y)
    greatest = Math.max(greatest, y)
    if (!(greatest - least < most)) return row + 1
  }
  return oldest
}

/** @param enough from which on it does not matter how large it is */
function rangeOf(history: HistoryState, first: number, end: number, enough = Infinity): number {
  let [least, greatest] = [Infinity, -Infinity]
  for (let row = first; row < end && !(greatest - least >= enough); row++) {
    const y = outcomeOf(history, row)
    least = Math.min(least, y)
    greatest = Math.max(greatest, y)
  }
  return greatest - least
}
