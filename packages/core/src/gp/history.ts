import { roomFor } from '../base/room.ts'
import { expectLength, expectShape, expectWhole } from '../base/save/shape.ts'
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

export function createHistory(dimension: number, capacity: number): History {
  return {
    round: 0,
    digest: new Uint32Array([0x9e3779b9, 0x85ebca6b]),
    x: roomFor(capacity, dimension),
    y: new Float64Array(capacity),
  }
}

/** Refuses a history that is not of the shape of `fresh`; where all data are kept, it may have doubled. */
export function acceptHistory(state: unknown, fresh: History, keepAll: boolean): void {
  expectShape(state, fresh, 'panel', { grows: keepAll })
  const { round, x, y, digest } = state as History
  expectLength('panel.digest', digest, fresh.digest.length)
  // 2²⁰ points are far more than a factor can be made for.
  expectWhole('panel.y: its length', y.length, fresh.y.length, keepAll ? 1048576 : fresh.y.length)
  expectLength('panel.x', x, (fresh.x.length / fresh.y.length) * y.length)
  expectWhole('panel.round', round, 0, keepAll ? y.length : Number.MAX_SAFE_INTEGER)
}

const bits = new Float64Array(1)
const words = new Uint32Array(bits.buffer)
const NAN = [0, 0x7ff80000]

function mix(digest: Uint32Array, value: number): void {
  bits[0] = value
  // NaN has many bit patterns, and text keeps one.
  if (Number.isNaN(value)) words.set(NAN)
  digest[0] = rotate(Math.imul(digest[0] ^ words[0], 0xcc9e2d51), 15) + digest[1]
  digest[1] = rotate(Math.imul(digest[1] ^ words[1], 0x1b873593), 13) + digest[0]
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
