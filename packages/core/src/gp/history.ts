import { roomFor } from '../base/room.ts'
import { expectLength, expectWhole } from '../base/save/shape.ts'
import { also, counter, floats, from, type StateShape, shape, words } from '../base/shape.ts'
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

/** @param keepAll whether all data are kept: then the arrays double when they are full */
export function historyOf(dimension: number, capacity: number, keepAll: boolean): StateShape<History> {
  const fields = shape<History>({
    round: counter,
    digest: from(words(2), () => new Uint32Array([0x9e3779b9, 0x85ebca6b])),
    x: from(floats(), () => roomFor(capacity, dimension)),
    y: from(floats(keepAll ? undefined : capacity), () => new Float64Array(capacity)),
  })
  return also(fields, ({ round, x, y }, path) => {
    // 2²⁰ points are far more than a factor can be made for.
    expectWhole(`the length of ${path}.y`, y.length, capacity, keepAll ? 1048576 : capacity)
    expectLength(`${path}.x`, x, dimension * y.length)
    expectWhole(`${path}.round`, round, 0, keepAll ? y.length : Number.MAX_SAFE_INTEGER)
  })
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

/** Appends a point; where all data are kept, the arrays double when they are full. */
export function remember(history: History, x: Features, y: number, keepAll: boolean): void {
  const dimension = x.length
  if (keepAll && history.round === history.y.length) widen(history)
  const slot = history.round % history.y.length
  for (let j = 0; j < dimension; j++) {
    history.x[slot * dimension + j] = x[j]
    mix(history.digest, x[j])
  }
  history.y[slot] = y
  mix(history.digest, y)
  history.round++
}

function widen(history: History): void {
  const { x, y } = history
  history.x = new Float64Array(2 * x.length)
  history.y = new Float64Array(2 * y.length)
  history.x.set(x)
  history.y.set(y)
}
