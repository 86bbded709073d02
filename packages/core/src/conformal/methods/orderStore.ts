import { ArgumentError } from '../../base/errors.ts'
import { expectTrees, expectWhole, misfit } from '../../base/save/shape.ts'
import { also, counter, floats, from, ints, nil, type StateShape, shape, whole } from '../../base/shape.ts'

/**
 * A bag of numbers that knows its order statistics: insert, rank and select in O(log n). Plain data.
 *
 * A treap over slots: `left` and `right` are slots, −1 is none, and a slot's priority is a hash of its index, so that
 * the shape needs no randomness. With a `limit` the oldest number makes room for the newest.
 */
export interface OrderStore {
  /** How many of the latest numbers are kept; null for all. */
  readonly limit: number | null
  /** How many are in it. */
  size: number
  /** How many were ever inserted: the next goes to slot `inserted mod limit`. */
  inserted: number
  root: number
  keys: Float64Array
  left: Int32Array
  right: Int32Array
  counts: Int32Array
}

export function createOrderStore(limit: number | null = null): OrderStore {
  return orderStoreOf(limit)()
}

/** @param limit how many of the latest numbers are kept; null for all */
export function orderStoreOf(limit: number | null): StateShape<OrderStore> {
  if (limit !== null && !(Number.isSafeInteger(limit) && limit > 0)) {
    throw new ArgumentError(`memory must be a positive whole number; received ${limit}`)
  }
  // More room comes with more numbers: a store of a million that holds two is saved as one of two.
  const room = Math.min(64, limit ?? 64)
  const links = from(
    ints(({ keys }: OrderStore) => keys.length),
    () => new Int32Array(room),
  )
  const fields = shape<OrderStore>({
    limit: limit === null ? nil : whole(limit, limit),
    size: counter,
    inserted: counter,
    root: whole(-1),
    keys: from(floats(), () => new Float64Array(room)),
    left: links,
    right: links,
    counts: links,
  })
  return also(fields, (store, path) => {
    const { size, inserted, root, keys, left, right } = store
    expectWhole(`the room of ${path}`, keys.length, 1, limit ?? Number.MAX_SAFE_INTEGER)
    expectWhole(`${path}.size`, size, 0, keys.length)
    expectWhole(`${path}.inserted`, inserted, size, size === limit ? Number.MAX_SAFE_INTEGER : size)
    const seen = expectTrees(path, [root], { left, right }, size)
    const nodes = seen.reduce((sum, node) => sum + node, 0)
    expectWhole(`the nodes of ${path}`, nodes, size, size)
    expectTreap(store, path)
  })
}

/** In order from left to right, no child above its parent, and each node with the count of what is below it. */
function expectTreap(store: OrderStore, name: string): void {
  const { keys, left, right, counts } = store
  const path: number[] = []
  let last = -1
  let node = store.root
  while (node >= 0 || path.length > 0) {
    for (; node >= 0; node = left[node]) path.push(node)
    const at = path.pop()!
    const isNext = last < 0 ? !Number.isNaN(keys[at]) : precedes(store, last, at)
    if (!isNext) misfit(`${name}.keys`, 'in order', keys[at])
    let below = 1
    for (const child of [left[at], right[at]]) {
      if (child < 0) continue
      if (priority(child) > priority(at)) misfit(`the links of ${name}`, 'a heap', child)
      below += counts[child]
    }
    expectWhole(`${name}.counts[]`, counts[at], below, below)
    last = at
    node = right[at]
  }
}

export function insert(store: OrderStore, key: number): void {
  const slot = store.limit === null ? store.inserted : store.inserted % store.limit
  if (slot === store.keys.length) grow(store)
  if (store.inserted > slot) {
    store.root = removeFrom(store, store.root, slot)
    store.size--
  }
  store.keys[slot] = key
  store.left[slot] = -1
  store.right[slot] = -1
  store.counts[slot] = 1
  store.root = insertInto(store, store.root, slot)
  store.size++
  store.inserted++
}

/** How many are < key. */
export function countBelow(store: OrderStore, key: number): number {
  return rank(store, key, false)
}

/** How many are ≤ key. */
export function countUpTo(store: OrderStore, key: number): number {
  return rank(store, key, true)
}

/** The i-th smallest, counted from 1. */
export function select({ root, keys, left, right, counts }: OrderStore, i: number): number {
  let node = root
  let rest = i
  while (node >= 0) {
    const before = left[node] < 0 ? 0 : counts[left[node]]
    if (rest === before + 1) return keys[node]
    if (rest <= before) node = left[node]
    else {
      rest -= before + 1
      node = right[node]
    }
  }
  return Number.NaN
}

/**
 * The inverted-CDF quantile: the ⌈n·level⌉-th smallest, the least for level ≤ 0, the greatest for level ≥ 1.
 *
 * Of nothing it is 0.
 */
export function quantileOf(store: OrderStore, level: number): number {
  const { size } = store
  if (size === 0) return 0
  return select(store, Math.min(size, Math.max(1, Math.ceil(size * level))))
}

function rank({ root, keys, left, right, counts }: OrderStore, key: number, inclusive: boolean): number {
  let node = root
  let found = 0
  while (node >= 0) {
    if (keys[node] < key || (inclusive && keys[node] === key)) {
      found += 1 + (left[node] < 0 ? 0 : counts[left[node]])
      node = right[node]
    } else node = left[node]
  }
  return found
}

/** The order of slots: by key, and equal keys by slot, so that each can be found again. */
function precedes({ keys }: OrderStore, a: number, b: number): boolean {
  return keys[a] < keys[b] || (keys[a] === keys[b] && a < b)
}

/** A mixing of 32 bits, Steele and others (2014). */
function priority(slot: number): number {
  let h = Math.imul(slot + 0x9e3779b9, 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

function insertInto(store: OrderStore, node: number, slot: number): number {
  if (node < 0) return slot
  const { left, right, counts } = store
  counts[node]++
  if (precedes(store, slot, node)) {
    left[node] = insertInto(store, left[node], slot)
    return priority(left[node]) > priority(node) ? rotate(store, node, left, right) : node
  }
  right[node] = insertInto(store, right[node], slot)
  return priority(right[node]) > priority(node) ? rotate(store, node, right, left) : node
}

/** Lifts the child on the `up` side above its parent. */
function rotate(store: OrderStore, node: number, up: Int32Array, down: Int32Array): number {
  const child = up[node]
  up[node] = down[child]
  down[child] = node
  recount(store, node)
  recount(store, child)
  return child
}

function recount({ left, right, counts }: OrderStore, node: number): void {
  counts[node] = 1 + (left[node] < 0 ? 0 : counts[left[node]]) + (right[node] < 0 ? 0 : counts[right[node]])
}

function removeFrom(store: OrderStore, node: number, slot: number): number {
  const { left, right, counts } = store
  if (node === slot) return join(store, left[node], right[node])
  counts[node]--
  if (precedes(store, slot, node)) left[node] = removeFrom(store, left[node], slot)
  else right[node] = removeFrom(store, right[node], slot)
  return node
}

/** One treap of two, all of `a` before all of `b`. */
function join(store: OrderStore, a: number, b: number): number {
  if (a < 0) return b
  if (b < 0) return a
  if (priority(a) > priority(b)) {
    store.right[a] = join(store, store.right[a], b)
    recount(store, a)
    return a
  }
  store.left[b] = join(store, a, store.left[b])
  recount(store, b)
  return b
}

function grow(store: OrderStore): void {
  const room = Math.min(2 * store.keys.length, store.limit ?? Infinity)
  const wider = <A extends Float64Array | Int32Array>(next: A, old: A): A => {
    next.set(old)
    return next
  }
  store.keys = wider(new Float64Array(room), store.keys)
  store.left = wider(new Int32Array(room), store.left)
  store.right = wider(new Int32Array(room), store.right)
  store.counts = wider(new Int32Array(room), store.counts)
}
