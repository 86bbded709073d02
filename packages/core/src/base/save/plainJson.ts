import { ArgumentError } from '../errors.ts'
import { show } from '../show.ts'
import { DEEPEST, isPlain } from './plainData.ts'

/**
 * Plain data as JSON and back, every double exact. What JSON cannot say is an object with one key that starts
 * with $; a $ that starts a name of the data itself is doubled.
 */

const VIEWS = {
  $f64: Float64Array,
  $u32: Uint32Array,
  $i32: Int32Array,
  $u8: Uint8Array,
  $f32: Float32Array,
  $u16: Uint16Array,
  $i16: Int16Array,
  $i8: Int8Array,
} as const

export function encodeJson(value: unknown): string {
  return JSON.stringify(wrap(value))
}

export function decodeJson(text: string): unknown {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (cause) {
    throw new ArgumentError('the save is not JSON', 'bad-save', { cause })
  }
  return unwrap(parsed)
}

function wrap(value: unknown): unknown {
  if (typeof value === 'number') return wrapNumber(value)
  if (Array.isArray(value)) return value.map(wrap)
  if (ArrayBuffer.isView(value)) {
    const name = Object.entries(VIEWS).find(([, view]) => value instanceof view)?.[0]
    if (!name) throw new ArgumentError('a typed array of this kind cannot be saved', 'not-supported')
    return { [name]: Array.from(value as Float64Array, wrapNumber) }
  }
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'object' && isPlain(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name.startsWith('$') ? `$${name}` : name, wrap(item)]),
    )
  }
  throw new ArgumentError(`only plain data can be saved; received ${typeof value}`, 'not-supported')
}

/** NaN, ±∞ and −0 as text. */
function wrapNumber(value: number): unknown {
  if (Object.is(value, -0)) return { $number: '-0' }
  return Number.isFinite(value) ? value : { $number: String(value) }
}

function unwrap(value: unknown, depth = 0): unknown {
  if (depth > DEEPEST) throw new ArgumentError(`the save is deeper than ${DEEPEST} levels`, 'bad-save')
  if (Array.isArray(value)) return value.map((item) => unwrap(item, depth + 1))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  if (entries.length === 1) {
    const [name, content] = entries[0]
    if (name === '$number') return numberIn(content)
    const view = Object.hasOwn(VIEWS, name) ? VIEWS[name as keyof typeof VIEWS] : undefined
    if (view) return new view(numbersIn(name, content, depth + 1))
  }
  return Object.fromEntries(
    entries.map(([name, item]) => [name.startsWith('$$') ? name.slice(1) : name, unwrap(item, depth + 1)]),
  )
}

function numberIn(content: unknown): number {
  const value = typeof content === 'string' ? Number(content) : Number.NaN
  if (Number.isNaN(value) && content !== 'NaN')
    throw new ArgumentError(`the save holds no number: ${show(content)}`, 'bad-save')
  return value
}

function numbersIn(name: string, content: unknown, depth: number): number[] {
  if (!Array.isArray(content)) throw new ArgumentError(`the save holds a ${name} that is no list`, 'bad-save')
  return content.map((item) => {
    const value = unwrap(item, depth)
    if (typeof value === 'number') return value
    throw new ArgumentError(`the save holds a ${name} with ${show(value)} in it`, 'bad-save')
  })
}
