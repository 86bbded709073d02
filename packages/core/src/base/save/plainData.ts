import { ArgumentError } from '../errors.ts'

/**
 * Plain data as bytes and back, every double exact: null, booleans, numbers, strings, typed arrays, and arrays and
 * plain objects of them. Little-endian; each value is a tag byte and its content.
 *
 * NaN is written with one sign: which of its bits are set is the processor's affair, and equal states have equal bytes.
 */

const TAGS = { null: 0, false: 1, true: 2, number: 3, string: 4, array: 5, object: 6, units: 7 } as const

/** Typed arrays by their tag, from 16 on. The order is part of the format. */
const VIEWS = [
  Float64Array,
  Uint32Array,
  Int32Array,
  Uint8Array,
  Float32Array,
  Uint16Array,
  Int16Array,
  Int8Array,
]
const FIRST_VIEW = 16
/** A text that was cut within a character has no UTF-8: it is written as 16-bit units. */
const HALF_A_CHARACTER = /\p{Surrogate}/u
/** One of each: to make them takes longer than to use them. */
const ENCODER = new TextEncoder()
const DECODER = new TextDecoder('utf-8', { ignoreBOM: true })
/** States are shallow; what is deeper was not written by `encode` of one. */
export const DEEPEST = 200

type View = InstanceType<(typeof VIEWS)[number]>

export function encode(value: unknown): Uint8Array {
  const writer = new Writer()
  writer.value(value, 'state')
  return writer.bytes()
}

export function decode(bytes: Uint8Array): unknown {
  const reader = new Reader(bytes)
  const value = reader.value()
  reader.expectEnd()
  return value
}

class Writer {
  #bytes = new Uint8Array(1024)
  #view = new DataView(this.#bytes.buffer)
  #length = 0

  bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }

  value(value: unknown, path: string): void {
    if (value === null) this.#byte(TAGS.null)
    else if (typeof value === 'boolean') this.#byte(value ? TAGS.true : TAGS.false)
    else if (typeof value === 'number') {
      this.#byte(TAGS.number)
      const at = this.#reserve(8)
      if (Number.isNaN(value)) this.#notANumber(at)
      else this.#view.setFloat64(at, value, true)
    } else if (typeof value === 'string') {
      const halved = HALF_A_CHARACTER.test(value)
      this.#byte(halved ? TAGS.units : TAGS.string)
      if (halved) this.#units(value)
      else this.#text(value)
    } else if (Array.isArray(value)) {
      this.#byte(TAGS.array)
      this.#count(value.length)
      value.forEach((item, i) => {
        this.value(item, `${path}[${i}]`)
      })
    } else if (ArrayBuffer.isView(value)) this.#typedArray(value as View, path)
    else if (typeof value === 'object' && isPlain(value)) {
      const entries = Object.entries(value)
      this.#byte(TAGS.object)
      this.#count(entries.length)
      for (const [name, item] of entries) {
        this.#text(name)
        this.value(item, `${path}.${name}`)
      }
    } else throw new ArgumentError(`${path} must be plain data; received ${typeof value}`, 'not-supported')
  }

  #typedArray(value: View, path: string): void {
    const kind = VIEWS.findIndex((view) => value instanceof view)
    if (kind < 0)
      throw new ArgumentError(`${path} is a typed array of a kind that cannot be saved`, 'not-supported')
    this.#byte(FIRST_VIEW + kind)
    this.#count(value.length)
    const at = this.#reserve(value.byteLength)
    this.#bytes.set(new Uint8Array(value.buffer, value.byteOffset, value.byteLength), at)
    if (!(value instanceof Float64Array)) return
    for (let i = 0; i < value.length; i++) if (Number.isNaN(value[i])) this.#notANumber(at + 8 * i)
  }

  #notANumber(at: number): void {
    this.#view.setUint32(at, 0, true)
    this.#view.setUint32(at + 4, 0x7ff80000, true)
  }

  #units(text: string): void {
    this.#count(text.length)
    const at = this.#reserve(2 * text.length)
    for (let i = 0; i < text.length; i++) this.#view.setUint16(at + 2 * i, text.charCodeAt(i), true)
  }

  #text(text: string): void {
    const start = this.#length
    this.#count(text.length)
    const at = this.#reserve(text.length)
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (code > 127) {
        this.#length = start
        this.#encoded(text)
        return
      }
      this.#bytes[at + i] = code
    }
  }

  #encoded(text: string): void {
    const bytes = ENCODER.encode(text)
    this.#count(bytes.length)
    const at = this.#reserve(bytes.length)
    this.#bytes.set(bytes, at)
  }

  #byte(value: number): void {
    const at = this.#reserve(1)
    this.#bytes[at] = value
  }

  #count(value: number): void {
    const at = this.#reserve(4)
    this.#view.setUint32(at, value, true)
  }

  /** Makes room for `size` bytes and says where they start. It may replace #bytes and #view: call it first. */
  #reserve(size: number): number {
    const start = this.#length
    this.#length += size
    if (this.#length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#length, 2 * this.#bytes.length))
      larger.set(this.#bytes)
      this.#bytes = larger
      this.#view = new DataView(larger.buffer)
    }
    return start
  }
}

class Reader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #at = 0

  constructor(bytes: Uint8Array) {
    // A plain view, because slicing a Node Buffer does not copy.
    this.#bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  value(depth = 0): unknown {
    if (depth > DEEPEST) throw new ArgumentError(`the save is deeper than ${DEEPEST} levels`, 'bad-save')
    const tag = this.#bytes[this.#take(1)]
    if (tag >= FIRST_VIEW) return this.#typedArray(tag - FIRST_VIEW)
    if (tag === TAGS.null) return null
    if (tag === TAGS.false || tag === TAGS.true) return tag === TAGS.true
    if (tag === TAGS.number) return this.#view.getFloat64(this.#take(8), true)
    if (tag === TAGS.string) return this.#text()
    if (tag === TAGS.units) return this.#units()
    if (tag === TAGS.array) return Array.from({ length: this.#count(1) }, () => this.value(depth + 1))
    if (tag === TAGS.object) {
      const size = this.#count(5)
      // Not assignment: a key named __proto__ must stay data.
      return Object.fromEntries(Array.from({ length: size }, () => [this.#text(), this.value(depth + 1)]))
    }
    throw new ArgumentError(`the save holds a value of unknown kind ${tag}`, 'bad-save')
  }

  expectEnd(): void {
    if (this.#at !== this.#bytes.length)
      throw new ArgumentError('the save holds more than one value', 'bad-save')
  }

  #typedArray(kind: number): View {
    const view = VIEWS[kind]
    if (!view) throw new ArgumentError(`the save holds a typed array of unknown kind ${kind}`, 'bad-save')
    const size = this.#count(view.BYTES_PER_ELEMENT)
    const start = this.#take(size * view.BYTES_PER_ELEMENT)
    const bytes = this.#bytes.slice(start, start + size * view.BYTES_PER_ELEMENT)
    return new view(bytes.buffer)
  }

  #units(): string {
    const size = this.#count(2)
    const start = this.#take(2 * size)
    let text = ''
    for (let i = 0; i < size; i++) text += String.fromCharCode(this.#view.getUint16(start + 2 * i, true))
    return text
  }

  #text(): string {
    const size = this.#count(1)
    const start = this.#take(size)
    return DECODER.decode(this.#bytes.subarray(start, start + size))
  }

  /** A count of items that take at least `least` bytes each: more than there are left is corruption. */
  #count(least: number): number {
    const count = this.#view.getUint32(this.#take(4), true)
    if (count * least > this.#bytes.length - this.#at)
      throw new ArgumentError('the save is cut short', 'bad-save')
    return count
  }

  #take(size: number): number {
    const start = this.#at
    if (start + size > this.#bytes.length) throw new ArgumentError('the save is cut short', 'bad-save')
    this.#at += size
    return start
  }
}

export function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
