import { fromBytes, toBytes } from '../../src/base/save/save.ts'

/** Values that a field may be made to hold. */
const EDITS: readonly unknown[] = [
  null,
  '',
  -1,
  0.5,
  1e9,
  Number.NaN,
  -Infinity,
  [],
  {},
  true,
  new Float64Array(3),
  new Float64Array(0),
]
/** Numbers that an entry of a typed array may be made to hold. */
const ENTRIES = [-1, 1e9, 7, Number.NaN, 0, 0.5]

type Place = readonly [container: Record<string | number, unknown>, name: string | number]

/** Every field of plain data, of long arrays only a few entries. */
export function places(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return []
  const container = value as Record<string | number, unknown>
  const names = Object.keys(container)
  const some =
    names.length > 12 && /^\d/.test(names[0]) ? [names[0], names[1], names[names.length - 1]] : names
  return some.flatMap((name): Place[] => [
    [container, name],
    ...(ArrayBuffer.isView(container) ? [] : places(container[name])),
  ])
}

/** A save with one field changed, its checksum made right, and what was changed in words. */
export function tampered(
  bytes: Uint8Array,
  place: number,
  edit: number,
): { bytes: Uint8Array; what: string } {
  const save = fromBytes(bytes)
  // The description is compared as a whole; what it describes is the state.
  const all = places(save.state)
  const [container, name] = all[place % all.length] ?? [save, 'state']
  // The state of one of many series is a save of its own.
  const part = isSave(container) ? placeOf(save.state, container) : undefined
  if (part) {
    const inner = tampered(container as unknown as Uint8Array, Math.floor(place / all.length), edit)
    part[0][part[1]] = inner.bytes
    return { bytes: toBytes(save), what: `in ${part[1]} of the parts, ${inner.what}` }
  }
  const edits = ArrayBuffer.isView(container) ? ENTRIES : EDITS
  const before = container[name]
  container[name] = edits[edit % edits.length]
  const what = `${pathTo(save.state, container)}.${name} = ${String(container[name])} (was ${String(before).slice(0, 20)})`
  return { bytes: toBytes(save), what }
}

/** Whether this is a save, by its first bytes. */
function isSave(value: unknown): boolean {
  return value instanceof Uint8Array && new TextDecoder().decode(value.subarray(0, 4)) === 'CRDN'
}

/** Where a value stands in another. */
function placeOf(from: unknown, target: unknown): Place | undefined {
  if (typeof from !== 'object' || from === null || ArrayBuffer.isView(from)) return undefined
  for (const [name, item] of Object.entries(from)) {
    if (item === target) return [from as Place[0], name]
    const found = placeOf(item, target)
    if (found) return found
  }
  return undefined
}

function pathTo(from: unknown, target: unknown, path = 'state'): string | undefined {
  if (from === target) return path
  if (typeof from !== 'object' || from === null || ArrayBuffer.isView(from)) return undefined
  for (const [name, item] of Object.entries(from)) {
    const found = pathTo(item, target, `${path}.${name}`)
    if (found !== undefined) return found
  }
  return undefined
}
