import { type Spacing, slotOf, spacingOf, timeAt } from './spacing.ts'
import { type PlainCell, type TimelineState, timesOf } from './timeline.ts'

/** Rows by their place on the grid of times. */
export interface Grid {
  readonly spacing: Spacing | undefined
  /** Places with an outcome, rising; its mean where several rows share a place; and the cells of the last of them. */
  readonly slots: readonly number[]
  readonly y: readonly number[]
  readonly cells: readonly (readonly PlainCell[])[]
  /** When the rows of each place were. */
  readonly times: readonly number[]
  /** Rows that share their place with another one. */
  readonly repeated: number
}

/**
 * Places the rows that are kept; those whose outcome came late stand where their time says.
 *
 * @param clock the grid that they stand on. @default found from their times
 */
export function gridOf(timeline: TimelineState, clock?: Spacing): Grid {
  const { timed, y, cells } = timeline
  const times = timesOf(timeline)
  const order = times.map((_, i) => i)
  if (times.some((time, i) => i > 0 && time < times[i - 1]))
    order.sort((a, b) => times[a] - times[b] || a - b)
  const rising: number[] = []
  for (const i of order) if (times[i] !== rising[rising.length - 1]) rising.push(times[i])
  const spacing = timed ? (clock ?? spacingOf(rising)) : undefined
  const placeOf = (time: number, order: number): number =>
    spacing ? slotOf(spacing, time) : timed ? order : time
  const placed = {
    slots: [] as number[],
    y: [] as number[],
    cells: [] as PlainCell[][],
    times: [] as number[],
  }
  let shared = 1
  order.forEach((i, n) => {
    const last = placed.slots.length - 1
    const again = n > 0 && times[i] === times[order[n - 1]]
    const slot = placeOf(times[i], again ? last : last + 1)
    const row = cells.map((column) => column[i])
    if (last >= 0 && slot === placed.slots[last]) {
      shared++
      placed.y[last] += (y[i] - placed.y[last]) / shared
      placed.cells[last] = row
      return
    }
    shared = 1
    placed.slots.push(slot)
    placed.y.push(y[i])
    placed.cells.push(row)
    placed.times.push(times[i])
  })
  return { spacing, ...placed, repeated: times.length - placed.slots.length }
}

/** How many places after the last outcome a time is. @param order which row without an outcome it is, where times have no grid */
export function stepAt({ spacing, slots }: Grid, time: number, order: number): number {
  return spacing && !Number.isNaN(time) ? slotOf(spacing, time) - slots[slots.length - 1] : order
}

/**
 * The times of the next steps; undefined where nothing tells them, as after one row.
 *
 * @param given those that are known, by step from 0
 */
export function timesAfter(
  { spacing, slots, times }: Grid,
  steps: number,
  given: readonly (number | undefined)[],
): number[] | undefined {
  const last = slots[slots.length - 1]
  if (spacing) return Array.from({ length: steps }, (_, k) => timeAt(spacing, last + k + 1))
  const changes = times.slice(1).map((time, i) => time - times[i])
  if (changes.length === 0 && given.length < steps) return undefined
  const typical = changes.sort((a, b) => a - b)[changes.length >> 1]
  const out: number[] = []
  for (let k = 0; k < steps; k++) out.push(given[k] ?? (out[k - 1] ?? times[times.length - 1]) + typical)
  return out
}
