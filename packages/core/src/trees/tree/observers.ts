import { doubleArrays } from '../../base/room.ts'
import { expectFree, expectTrees, expectWhole } from '../../base/save/shape.ts'
import { floats, from, ints, type StateShape, shape, whole } from '../../base/shape.ts'
import { type Moments, observe } from '../../math/moments.ts'
import { powerOfTwo } from '../../math/powers.ts'

/**
 * Binary search trees over the values of a feature, all in one pool: the split candidates of leaves.
 *
 * Node i holds the moments of the outcomes seen at or below its value since it was made, on its own
 * side of its ancestors (the E-BST of Ikonomovska, Gama & Džeroski 2011). −1 is no node.
 */
export interface Observers {
  used: number
  /** Head of the list of freed nodes, linked through `left`. */
  free: number
  value: Float64Array
  moments: Moments
  left: Int32Array
  right: Int32Array
}

/** @param size for how many candidates there is room at first */
export function observersOf(size: number): StateShape<Observers> {
  const links = from(
    ints(({ value }: Observers) => value.length),
    () => new Int32Array(size),
  )
  return shape<Observers>({
    used: whole(0),
    free: whole(-1),
    value: from(floats(), () => new Float64Array(size)),
    moments: from(
      floats(({ value }: Observers) => 3 * value.length),
      () => new Float64Array(3 * size),
    ),
    left: links,
    right: links,
  })
}

/** Refuses candidates whose links lead out of their nodes or in circles. */
export function expectCandidates(observers: Observers, roots: readonly number[], path: string): void {
  const used = expectWhole(`${path}.used`, observers.used, 0, observers.value.length)
  const seen = expectTrees(path, roots, observers, used)
  expectFree(path, observers.free, observers.left, seen)
}

export function resetObservers(observers: Observers): void {
  observers.used = 0
  observers.free = -1
}

function newNode(observers: Observers, value: number, y: number, weight: number): number {
  let node = observers.free
  if (node >= 0) observers.free = observers.left[node]
  else {
    node = observers.used++
    if (node === observers.value.length) doubleArrays(observers)
  }
  observers.value[node] = value
  observers.left[node] = observers.right[node] = -1
  observers.moments.fill(0, 3 * node, 3 * node + 3)
  observe(observers.moments, 3 * node, y, weight)
  return node
}

/**
 * Adds an outcome at a value below `root` (−1: an empty tree). Returns the node it made, or −1.
 *
 * With `room` false no node is made: the outcome joins the last node on its way.
 */
export function insert(
  observers: Observers,
  root: number,
  value: number,
  y: number,
  weight: number,
  room: boolean,
): number {
  if (root < 0) return newNode(observers, value, y, weight)
  const { value: values, moments, left, right } = observers
  let node = root
  for (;;) {
    const goesRight = value > values[node]
    if (!goesRight) observe(moments, 3 * node, y, weight)
    if (value === values[node]) return -1
    const next = goesRight ? right[node] : left[node]
    if (next < 0) {
      if (!room) {
        if (goesRight) observe(moments, 3 * node, y, weight)
        return -1
      }
      const made = newNode(observers, value, y, weight)
      if (goesRight) observers.right[node] = made
      else observers.left[node] = made
      return made
    }
    node = next
  }
}

/** Gives a tree's nodes back to the pool. */
export function release(observers: Observers, root: number): void {
  if (root < 0) return
  release(observers, observers.left[root])
  release(observers, observers.right[root])
  observers.left[root] = observers.free
  observers.free = root
}

export function sizeOf(observers: Observers, root: number): number {
  if (root < 0) return 0
  return 1 + sizeOf(observers, observers.left[root]) + sizeOf(observers, observers.right[root])
}

/**
 * x to so many decimal digits, exact ties to even as Python rounds; `Infinity` leaves x alone.
 *
 * x·10ᵈ may itself be rounded onto a half, so near halves the decimal expansion decides.
 */
export function roundTo(x: number, digits: number): number {
  // A literal is rounded correctly, a power may not be.
  const power = Number(`1e${digits}`)
  const scaled = x * power
  if (!(Math.abs(scaled) < 1e15)) return x
  const floor = Math.floor(scaled)
  if (Math.abs(scaled - floor - 0.5) > 1e-15 * Math.abs(scaled) + 1e-300) return Math.round(scaled) / power
  if (Number.isInteger(x * powerOfTwo(digits + 1))) return (floor % 2 === 0 ? floor : floor + 1) / power
  return Number(x.toFixed(digits))
}
