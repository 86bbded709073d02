import { ArgumentError } from '../errors.ts'
import { show } from '../show.ts'

/** Refuses part of a state that was read and not made here. */
export function misfit(path: string, requirement: string, value: unknown): never {
  throw new ArgumentError(
    `the save does not fit: ${path} must be ${requirement}; it is ${show(value)}`,
    'bad-save',
  )
}

export interface ShapeOptions {
  /** Whether lists may be longer, every entry like the first, and typed arrays of other lengths; or lists alone. @default false */
  readonly grows?: boolean | 'lists'
}

/** Refuses what is not of the same shape as `like`: the same names, kinds and lengths, whatever the numbers. */
export function expectShape(value: unknown, like: unknown, path: string, options: ShapeOptions = {}): void {
  const kind = kindOf(like)
  if (kindOf(value) !== kind) misfit(path, kind, value)
  if (like === null || typeof like !== 'object') return
  const { grows = false } = options
  if (ArrayBuffer.isView(like)) {
    if (grows !== true)
      expectLength(path, value as ArrayLike<unknown>, (like as unknown as ArrayLike<unknown>).length)
  } else if (Array.isArray(like)) {
    const list = value as readonly unknown[]
    if (!grows || list.length < like.length) expectLength(path, list, like.length)
    if (like.length === 0) return
    for (let i = 0; i < list.length; i++)
      expectShape(list[i], like[i < like.length ? i : 0], `${path}[${i}]`, options)
  } else {
    const names = Object.keys(like)
    const found = value as Readonly<Record<string, unknown>>
    const unknown = Object.keys(found).find((name) => !Object.hasOwn(like, name))
    if (unknown !== undefined) misfit(`${path}.${unknown}`, 'absent', found[unknown])
    for (const name of names) {
      expectShape(found[name], (like as Readonly<Record<string, unknown>>)[name], `${path}.${name}`, options)
    }
  }
}

export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value !== 'object') return `a ${typeof value}`
  if (Array.isArray(value)) return 'a list'
  return ArrayBuffer.isView(value) ? `a ${value.constructor.name}` : 'an object'
}

export function expectLength(path: string, value: ArrayLike<unknown>, length: number): void {
  if (value.length !== length) misfit(`the length of ${path}`, String(length), value.length)
}

/** A whole number in a range, such as a count or a place in a ring. */
export function expectWhole(path: string, value: unknown, least: number, most: number): number {
  const fits = Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most
  return fits ? (value as number) : misfit(path, `a whole number from ${least} to ${most}`, value)
}

/** How many numbers plain data hold: a bound of what may be built from them. */
export function countNumbers(value: unknown): number {
  if (typeof value === 'number') return 1
  if (typeof value !== 'object' || value === null) return 0
  if (ArrayBuffer.isView(value)) return (value as unknown as ArrayLike<unknown>).length
  return Object.values(value).reduce((sum: number, item) => sum + countNumbers(item), 0)
}

/** Nodes as parallel arrays, linked by children; −1 is no child. */
export interface Links {
  readonly left: Int32Array
  readonly right: Int32Array
  /** Another tree beside a branch. @default none */
  readonly beside?: Int32Array | undefined
}

/** Deeper trees would overflow the stack of what walks them. */
const DEEPEST = 5000

/** Refuses trees in which a link leads out of the nodes in use, meets another, or goes too deep. */
export function expectTrees(
  path: string,
  roots: readonly number[],
  { left, right, beside }: Links,
  used: number,
  isBranch: (node: number) => boolean = () => true,
): Uint8Array {
  const seen = new Uint8Array(used)
  const waiting: number[] = []
  const depths: number[] = []
  const visit = (node: number, depth: number): void => {
    if (node === -1) return
    expectWhole(`a link of ${path}`, node, 0, used - 1)
    if (seen[node] || depth > DEEPEST) misfit(path, 'a tree', `node ${node}`)
    seen[node] = 1
    waiting.push(node)
    depths.push(depth)
  }
  for (const root of roots) visit(root, 0)
  while (waiting.length > 0) {
    const node = waiting.pop() as number
    const depth = depths.pop() as number
    if (!isBranch(node)) continue
    visit(left[node], depth + 1)
    visit(right[node], depth + 1)
    if (beside) visit(beside[node], depth + 1)
  }
  return seen
}

/** Refuses a list of freed nodes, linked through `left`, that leads out, back, or into a tree. */
export function expectFree(path: string, head: number, left: Int32Array, seen: Uint8Array): void {
  for (let node = head; node !== -1; node = left[node]) {
    expectWhole(`a free node of ${path}`, node, 0, seen.length - 1)
    if (seen[node]) misfit(path, 'free of loops', `node ${node}`)
    seen[node] = 1
  }
}

/** Refuses places outside [−1, most]. */
export function expectPlaces(path: string, places: Int32Array, most: number): void {
  for (let i = 0; i < places.length; i++) {
    if (places[i] < -1 || places[i] > most) misfit(`${path}[${i}]`, `from -1 to ${most}`, places[i])
  }
}
