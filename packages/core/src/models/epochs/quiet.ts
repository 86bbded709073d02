import { firstKept, type HistoryState, outcomeOf } from '../../rows/history.ts'

/** Outcomes that must lie close together. */
const ROWS = 30
/** Within this part of the unit they lie close together, where they are forecast badly; and however they are forecast. */
const CLOSE = 0.1
const TINY = 0.01

/**
 * The first of the last outcomes that lie so close together that the unit is far too large for them; as many as there
 * are outcomes where that is not so.
 *
 * That is where the forecast was further off than they lie from each other, and where outcomes never lay so close
 * before: nights and quiet weeks belong to the regime. Equal ones show no unit.
 *
 * @param error of the forecast of the last one
 */
export function quietSince(history: HistoryState, unit: number, error: number): number {
  const { count } = history
  if (!(Math.abs(error) < Infinity) || count < ROWS) return count
  const range = rangeOf(history, count - ROWS, count)
  const most = unit * (Math.abs(error) > range ? CLOSE : TINY)
  if (!(range > 0 && range < most)) return count
  const first = startOf(history, count, most)
  // They never lay further apart: that is no change.
  if (first === firstKept(history)) return count
  for (let end = first; end >= firstKept(history) + ROWS; end--)
    if (rangeOf(history, end - ROWS, end) < most) return count
  return first
}

/** The first of the last outcomes that all lie within `most` of each other. */
function startOf(history: HistoryState, count: number, most: number): number {
  let [least, greatest] = [Infinity, -Infinity]
  for (let row = count - 1; row >= firstKept(history); row--) {
    const y = outcomeOf(history, row)
    least = Math.min(least, y)
    greatest = Math.max(greatest, y)
    if (!(greatest - least < most)) return row + 1
  }
  return firstKept(history)
}

function rangeOf(history: HistoryState, first: number, end: number): number {
  let [least, greatest] = [Infinity, -Infinity]
  for (let row = first; row < end; row++) {
    const y = outcomeOf(history, row)
    least = Math.min(least, y)
    greatest = Math.max(greatest, y)
  }
  return greatest - least
}
