import { hypotenuse } from '../math/hypotenuse.ts'

/**
 * The Euclidean norm of the last `capacity` numbers, in O(1) a step and without drift.
 *
 * A queue made of two stacks: `tails[i]` is the norm of everything from i to the end of the older stack, `head`
 * that of the newer one. Nothing is ever subtracted, so an outlier leaves no trace, and hypotenuses do not overflow.
 */
export interface WindowNorm {
  readonly values: Float64Array
  readonly tails: Float64Array
  /** How many values are in the window. */
  count: number
  /** Where in the ring the next value goes. */
  next: number
  head: number
}

export function createWindowNorm(capacity: number): WindowNorm {
  return { values: new Float64Array(capacity), tails: new Float64Array(capacity), count: 0, next: 0, head: 0 }
}

/** Takes a number in; returns the norm. */
export function pushWindowNorm(window: WindowNorm, value: number): number {
  const { values } = window
  values[window.next] = value
  window.head = hypotenuse(window.head, value)
  step(window)
  // The ring is full exactly when `next` returns to 0: the newer stack becomes the older one.
  if (window.next === 0) turnOver(window)
  return windowNorm(window)
}

/** The same, of a number whose square is known: roots that do not wait for each other take half the time. */
export function pushWindowSquare(window: WindowNorm, square: number): number {
  const { values, tails, head, next } = window
  const newer = head * head + square
  // Before the ring was ever full all tails are 0.
  const tail = next + 1 < values.length ? tails[next + 1] : Number.NaN
  const all = newer + tail * tail
  if (!(newer > 1e-280 && all < Infinity)) return pushWindowNorm(window, Math.sqrt(square))
  values[next] = Math.sqrt(square)
  window.head = Math.sqrt(newer)
  step(window)
  return Math.sqrt(all)
}

function step(window: WindowNorm): void {
  const { length } = window.values
  window.next = window.next + 1 < length ? window.next + 1 : 0
  if (window.count < length) window.count++
}

export function windowNorm({ values, tails, head, count, next }: WindowNorm): number {
  return count < values.length ? head : hypotenuse(tails[next], head)
}

function turnOver(window: WindowNorm): void {
  const { values, tails } = window
  if (!rootSums(values, tails)) {
    let norm = 0
    for (let i = values.length - 1; i >= 0; i--) {
      norm = hypotenuse(norm, values[i])
      tails[i] = norm
    }
  }
  window.head = 0
}

/** The norms of all tails by sums of squares, many times as fast; false where those over- or underflow. */
function rootSums(values: Float64Array, tails: Float64Array): boolean {
  let sum = 0
  for (let i = values.length - 1; i >= 0; i--) {
    sum += values[i] * values[i]
    tails[i] = Math.sqrt(sum)
  }
  return sum < Infinity && Math.abs(values[values.length - 1]) > 1e-140
}
