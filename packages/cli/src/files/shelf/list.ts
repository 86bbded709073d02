import type { Block, Shelf } from './shelf.ts'

/** Items in their order, read one after the other or by place. An array is one, too. */
export interface List<T> extends Iterable<T> {
  readonly length: number
  at(i: number): T | undefined
}

/** How some items become bytes, and come back. */
interface Codec<T> {
  encode(items: readonly T[]): Uint8Array
  decode(bytes: Uint8Array): ArrayLike<T>
}

/** Items that become bytes together, at most. */
const TOGETHER = 4096
/** Bytes of an item, about. */
const ITEM = 8

/** A list on a shelf, which grows at its end. */
export class ShelfList<T> implements List<T> {
  readonly #shelf: Shelf
  readonly #codec: Codec<T>
  readonly #together: number
  readonly #blocks: { readonly block: Block; readonly size: number }[] = []
  #open: T[] = []
  /** The block that was read last, by its number. */
  #read: { readonly number: number; readonly items: ArrayLike<T> } = { number: -1, items: [] }

  private constructor(shelf: Shelf, codec: Codec<T>) {
    this.#shelf = shelf
    this.#codec = codec
    this.#together = Math.max(1, Math.min(TOGETHER, Math.floor(shelf.part / ITEM)))
  }

  static numbers(shelf: Shelf): ShelfList<number> {
    return new ShelfList(shelf, NUMBERS)
  }

  static texts(shelf: Shelf): ShelfList<string> {
    return new ShelfList(shelf, TEXTS)
  }

  get length(): number {
    return this.#blocks.length * this.#together + this.#open.length
  }

  push(item: T): void {
    this.#open.push(item)
    if (this.#open.length < this.#together) return
    const bytes = this.#codec.encode(this.#open)
    this.#blocks.push({ block: this.#shelf.put(bytes), size: bytes.length })
    this.#open = []
  }

  at(i: number): T | undefined {
    const number = Math.floor(i / this.#together)
    if (number >= this.#blocks.length) return this.#open[i - number * this.#together]
    if (this.#read.number !== number) this.#read = { number, items: this.#itemsOf(number) }
    return this.#read.items[i - number * this.#together]
  }

  *[Symbol.iterator](): Generator<T, void, void> {
    for (let number = 0; number < this.#blocks.length; number++) {
      const items = this.#itemsOf(number)
      for (let i = 0; i < items.length; i++) yield items[i] as T
    }
    yield* this.#open
  }

  #itemsOf(number: number): ArrayLike<T> {
    const { block, size } = this.#blocks[number] as { block: Block; size: number }
    return this.#codec.decode(block.read(0, size))
  }
}

const NUMBERS: Codec<number> = {
  encode: (items) => new Uint8Array(Float64Array.from(items).buffer),
  decode: (bytes) => new Float64Array(bytes.buffer, bytes.byteOffset, bytes.length / 8),
}

const TEXTS: Codec<string> = {
  encode: (items) => Buffer.from(JSON.stringify(items)),
  decode: (bytes) => JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()),
}

/** The first items of a list. */
export function firstOf<T>(list: Iterable<T>, most: number): T[] {
  const first: T[] = []
  if (most <= 0) return first
  for (const item of list) {
    first.push(item)
    if (first.length === most) break
  }
  return first
}

/** The first items of a list, as one. */
export function upTo<T>(list: List<T>, length: number): List<T> {
  if (length === list.length) return list
  return {
    length,
    at: (i) => (i < length ? list.at(i) : undefined),
    *[Symbol.iterator]() {
      let left = length
      if (left === 0) return
      for (const item of list) {
        yield item
        if (--left === 0) return
      }
    },
  }
}

/** Lists one after the other. */
export function joined<T>(...lists: readonly List<T>[]): List<T> {
  const length = lists.reduce((sum, list) => sum + list.length, 0)
  return {
    length,
    at(i) {
      let place = i
      for (const list of lists) {
        if (place < list.length) return list.at(place)
        place -= list.length
      }
      return undefined
    },
    *[Symbol.iterator]() {
      for (const list of lists) yield* list
    },
  }
}

/** One item so many times. */
export function repeated<T>(item: T, length: number): List<T> {
  return {
    length,
    at: (i) => (i < length ? item : undefined),
    *[Symbol.iterator]() {
      for (let i = 0; i < length; i++) yield item
    },
  }
}

/** What each of some lists holds. */
type ItemsOf<Lists> = { readonly [C in keyof Lists]: Lists[C] extends List<infer T> ? T : never }

/** Items side by side: those of one place of lists that are as long as each other. The same array each time. */
export function* beside<Lists extends readonly List<unknown>[] | []>(
  lists: Lists,
): Generator<ItemsOf<Lists>, void, void> {
  if (lists.length === 0) return
  const each = lists.map((list) => list[Symbol.iterator]())
  const row: unknown[] = []
  for (;;) {
    for (let c = 0; c < each.length; c++) {
      const next = (each[c] as Iterator<unknown>).next()
      if (next.done) return
      row[c] = next.value
    }
    yield row as ItemsOf<Lists>
  }
}
