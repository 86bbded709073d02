import { expectRoom, roomOf, widened } from '../base/room.ts'
import { expectLength } from '../base/save/shape.ts'
import { also, floats, from, type StateShape, shape, whole, words } from '../base/shape.ts'
import type { Features } from '../nouns/panel.ts'

/**
 * What a GP panel remembers: its last points and how many there were. Factors are no part of it: an engine rebuilds
 * at fixed rounds, so that they are a function of these points alone.
 */
export interface History {
  /** Points seen. Point i, counted from 0, lies at i mod the length of y. */
  round: number
  /** A fingerprint of all points seen, by which an engine knows whether its factors belong to this history. */
  readonly digest: Uint32Array
  x: Float64Array
  y: Float64Array
}

/** Points that are far more than a factor can be made for. */
const MOST = 1048576

/** @param capacity how many points are kept; Infinity: all */
export function historyOf(dimension: number, capacity: number): StateShape<History> {
  const start = roomOf(0, capacity)
  const fields = shape<History>({
    round: whole(0, capacity === Infinity ? MOST : Number.MAX_SAFE_INTEGER),
    digest: from(words(2), () => new Uint32Array([0x9e3779b9, 0x85ebca6b])),
    x: from(floats(), () => {
      if (capacity < Infinity) expectRoom(capacity, dimension)
      return new Float64Array(start * dimension)
    }),
    y: from(
      floats(({ round }: History) => roomOf(Math.min(round, capacity), capacity)),
      () => new Float64Array(start),
    ),
  })
  return also(fields, ({ x, y }, path) => expectLength(`${path}.x`, x, dimension * y.length))
}

const bits = new Float64Array(1)
const halves = new Uint32Array(bits.buffer)
const NAN = [0, 0x7ff80000]

function mix(digest: Uint32Array, value: number): void {
  bits[0] = value
  // NaN has many bit patterns, and text keeps one.
  if (Number.isNaN(value)) halves.set(NAN)
  digest[0] = rotate(Math.imul(digest[0] ^ halves[0], 0xcc9e2d51), 15) + digest[1]
  digest[1] = rotate(Math.imul(digest[1] ^ halves[1], 0x1b873593), 13) + digest[0]
}

function rotate(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by))
}

/** Appends a point. Room grows with the points, until there are `capacity` of them. */
export function remember(history: History, x: Features, y: number, capacity: number): void {
  const dimension = x.length
  if (history.round === history.y.length && history.round < capacity) {
    const room = roomOf(history.round + 1, capacity)
    history.x = widened(history.x, room * dimension)
    history.y = widened(history.y, room)
  }
  const slot = history.round % history.y.length
  for (let j = 0; j < dimension; j++) {
    history.x[slot * dimension + j] = x[j]
    mix(history.digest, x[j])
  }
  history.y[slot] = y
  mix(history.digest, y)
  history.round++
}
