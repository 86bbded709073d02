import { deserialize, serialize } from 'node:v8'
import type { Block, Shelf } from './shelf.ts'

/** How an item becomes bytes, and how all of a group come back from the places where they are. */
interface Codec<T, All> {
  encode(item: T): Uint8Array
  decode(pieces: readonly Uint8Array[]): All
}

/** Items of many groups that lie together. */
interface Part {
  readonly block: Block
  /** Where the items of each group begin, and those of the next one. */
  readonly starts: Uint32Array
}

/**
 * Items that belong to numbered groups, put on a shelf in any order and read group by group.
 *
 * Items are gathered until they are a part. It is sorted by group and put away, so that a group is read from a few places.
 */
export class Groups<T, All> {
  readonly #shelf: Shelf
  readonly #codec: Codec<T, All>
  readonly #parts: Part[] = []
  #bytes = new Uint8Array(0)
  #size = 0
  /** Of each item in it: its group, and where it ends. */
  #groups: number[] = []
  #ends: number[] = []

  private constructor(shelf: Shelf, codec: Codec<T, All>) {
    this.#shelf = shelf
    this.#codec = codec
  }

  /** Of rows of numbers, `width` in each; they come back column by column. */
  static numbers<Row extends readonly number[]>(
    shelf: Shelf,
    width: Row['length'],
  ): Groups<Row, ColumnsOf<Row>> {
    return new Groups<Row, ColumnsOf<Row>>(shelf, {
      encode: (row) => new Uint8Array(Float64Array.from(row).buffer),
      decode: (pieces) => columnsOf(pieces, width) as readonly Float64Array[] as ColumnsOf<Row>,
    })
  }

  /** Of plain data. */
  static values<T>(shelf: Shelf): Groups<T, T[]> {
    return new Groups<T, T[]>(shelf, {
      encode: withLength,
      decode: (pieces) => pieces.flatMap((bytes) => valuesOf<T>(bytes)),
    })
  }

  add(group: number, item: T): void {
    const bytes = this.#codec.encode(item)
    const end = this.#size + bytes.length
    if (end > this.#shelf.part) this.#putAway()
    this.#reserve(this.#size + bytes.length)
    this.#bytes.set(bytes, this.#size)
    this.#size += bytes.length
    this.#groups.push(group)
    this.#ends.push(this.#size)
  }

  /** The items of a group, in the order in which they came. */
  of(group: number): All {
    this.#putAway()
    const pieces = this.#parts.flatMap(({ block, starts }) => {
      const [from, to] = [starts[group] ?? 0, starts[group + 1] ?? 0]
      return to > from ? [block.read(from, to)] : []
    })
    return this.#codec.decode(pieces)
  }

  /** Sorts what was gathered by group, each in its order. */
  #putAway(): void {
    if (this.#groups.length === 0) return
    const starts = new Uint32Array(this.#groups.reduce((most, group) => Math.max(most, group), 0) + 2)
    const sizeOf = (i: number): number => (this.#ends[i] as number) - (this.#ends[i - 1] ?? 0)
    this.#groups.forEach((group, i) => {
      starts[group + 1] = (starts[group + 1] as number) + sizeOf(i)
    })
    for (let g = 1; g < starts.length; g++) starts[g] = (starts[g] as number) + (starts[g - 1] as number)
    const next = starts.slice()
    const sorted = new Uint8Array(this.#size)
    this.#groups.forEach((group, i) => {
      const end = this.#ends[i] as number
      sorted.set(this.#bytes.subarray(end - sizeOf(i), end), next[group])
      next[group] = (next[group] as number) + sizeOf(i)
    })
    this.#parts.push({ block: this.#shelf.put(sorted), starts })
    this.#size = 0
    this.#groups = []
    this.#ends = []
    this.#bytes = new Uint8Array(0)
  }

  #reserve(size: number): void {
    if (size <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(size, Math.min(this.#shelf.part, 2 * this.#bytes.length)))
    larger.set(this.#bytes.subarray(0, this.#size))
    this.#bytes = larger
  }
}

/** Rows column by column. */
export type ColumnsOf<Row> = { readonly [C in keyof Row]: Float64Array }

function columnsOf(pieces: readonly Uint8Array[], width: number): Float64Array[] {
  const rows = pieces.reduce((sum, { length }) => sum + length, 0) / 8 / width
  const columns = Array.from({ length: width }, () => new Float64Array(rows))
  let r = 0
  for (const piece of pieces) {
    const numbers = new Float64Array(piece.slice().buffer)
    for (let i = 0; i < numbers.length; i += width, r++)
      columns.forEach((column, c) => {
        column[r] = numbers[i + c] as number
      })
  }
  return columns
}

/** Bytes that say how long a value is. */
const PREFIX = 4

function withLength(value: unknown): Uint8Array {
  const bytes = serialize(value)
  const whole = Buffer.allocUnsafe(PREFIX + bytes.length)
  whole.writeUInt32LE(bytes.length)
  whole.set(bytes, PREFIX)
  return whole
}

function valuesOf<T>(bytes: Uint8Array): T[] {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const values: T[] = []
  for (let at = 0; at < all.length; ) {
    const end = at + PREFIX + all.readUInt32LE(at)
    values.push(deserialize(all.subarray(at + PREFIX, end)) as T)
    at = end
  }
  return values
}
