import { expectRoom, roomOf, widened } from '../base/room.ts'
import { floats, from, type StateShape, shape, whole } from '../base/shape.ts'
import type { Features } from '../nouns/panel.ts'

/** The last rows (x, y) of a stream, in a ring whose room grows as they come. Plain data. */
export interface Rows {
  /** How many are kept by now. */
  count: number
  /** Where the next one goes. */
  next: number
  xs: Float64Array
  ys: Float64Array
}

export function rowsOf(capacity: number, dimension: number): StateShape<Rows> {
  expectRoom(capacity, dimension)
  const room = ({ count }: Rows): number => roomOf(count, capacity)
  const start = roomOf(0, capacity)
  return shape<Rows>({
    count: whole(0, capacity),
    next: whole(
      ({ count }: Rows) => (count < capacity ? count : 0),
      ({ count }: Rows) => (count < capacity ? count : capacity - 1),
    ),
    xs: from(
      floats((rows: Rows) => room(rows) * dimension),
      () => new Float64Array(start * dimension),
    ),
    ys: from(floats(room), () => new Float64Array(start)),
  })
}

/** Keeps a row, in place of the oldest if there are `capacity` of them; returns its place. */
export function pushRow(rows: Rows, capacity: number, x: Features, y: number): number {
  const { next } = rows
  const dimension = rows.xs.length / rows.ys.length
  if (next === rows.ys.length) {
    const room = roomOf(next + 1, capacity)
    rows.xs = widened(rows.xs, room * dimension)
    rows.ys = widened(rows.ys, room)
  }
  for (let j = 0; j < dimension; j++) rows.xs[next * dimension + j] = x[j]
  rows.ys[next] = y
  rows.next = next + 1 < capacity ? next + 1 : 0
  if (rows.count < capacity) rows.count++
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
