import { roomFor } from '../base/room.ts'
import { floats, from, type StateShape, shape, whole } from '../base/shape.ts'
import type { Features } from '../nouns/panel.ts'

/** The last rows (x, y) of a stream, in a ring. Plain data. */
export interface Rows {
  /** How many are kept by now. */
  count: number
  /** Where the next one goes. */
  next: number
  readonly xs: Float64Array
  readonly ys: Float64Array
}

export function rowsOf(capacity: number, dimension: number): StateShape<Rows> {
  return shape<Rows>({
    count: whole(0, capacity),
    next: whole(
      ({ count }: Rows) => (count < capacity ? count : 0),
      ({ count }: Rows) => (count < capacity ? count : capacity - 1),
    ),
    xs: from(floats(capacity * dimension), () => roomFor(capacity, dimension)),
    ys: floats(capacity),
  })
}

/** Keeps a row, in place of the oldest if all room is taken; returns its place. */
export function pushRow(rows: Rows, x: Features, y: number): number {
  const { xs, ys, next } = rows
  const dimension = xs.length / ys.length
  for (let j = 0; j < dimension; j++) xs[next * dimension + j] = x[j]
  ys[next] = y
  rows.next = next + 1 < ys.length ? next + 1 : 0
  if (rows.count < ys.length) rows.count++
  return next
}

/** The place of the i-th row, from the oldest. */
export function placeOf({ count, next, ys }: Rows, i: number): number {
  return (next - count + i + ys.length) % ys.length
}

/** The x at a place: a view. */
export function featuresAt({ xs, ys }: Rows, place: number): Float64Array {
  const dimension = xs.length / ys.length
  return xs.subarray(place * dimension, (place + 1) * dimension)
}
