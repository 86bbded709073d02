import { setField } from './setField.ts'

/** Records on their way to another thread: numbers side by side, which go over without being copied. */
export interface PackedRecords {
  /** The names of the fields, in order, for each kind of record there is. */
  readonly shapes: readonly (readonly string[])[]
  /** Of each record its shape, then its fields. */
  readonly values: Float64Array<ArrayBuffer>
  readonly kinds: Uint8Array<ArrayBuffer>
  readonly texts: readonly string[]
  readonly length: number
}

type AnyRecord = Readonly<Record<string, unknown>>

/** What a place among the values stands for. */
const NUMBER = 0
const TRUE = 1
const FALSE = 2
const NULL = 3
const ABSENT = 4
const TEXT = 5

/** Values that are gathered before they are worth a message. */
const CAPACITY = 1 << 16

/** Gathers records of numbers, booleans, null and texts. */
export class RecordPacker {
  #shapes: string[][] = []
  #values = new Float64Array(CAPACITY)
  #kinds = new Uint8Array(CAPACITY)
  #texts: string[] = []
  #length = 0
  /** Place among the shapes of the last record's. */
  #last = 0

  get isEmpty(): boolean {
    return this.#length === 0
  }

  /** Whether there was room for the record, and every field of it can be packed. */
  put(record: AnyRecord): boolean {
    const values = this.#values
    const kinds = this.#kinds
    const texts = this.#texts.length
    let shape: readonly string[] | undefined = this.#shapes[this.#last]
    let at = this.#length + 1
    let fields = 0
    if (at > CAPACITY) return false
    for (const name in record) {
      const value = record[name]
      if (at === CAPACITY) return this.#without(texts)
      if (shape !== undefined && shape[fields++] !== name) shape = undefined
      if (typeof value === 'number') {
        values[at] = value
        kinds[at++] = NUMBER
      } else if (typeof value === 'boolean') kinds[at++] = value ? TRUE : FALSE
      else if (typeof value === 'string') {
        this.#texts.push(value)
        kinds[at++] = TEXT
      } else if (value === null) kinds[at++] = NULL
      else if (value === undefined) kinds[at++] = ABSENT
      else return this.#without(texts)
    }
    if (shape === undefined || shape.length !== fields) this.#last = this.#shapeOf(Object.keys(record))
    values[this.#length] = this.#last
    this.#length = at
    return true
  }

  /** What was gathered; it goes on with nothing. */
  take(): PackedRecords {
    const packed = {
      shapes: this.#shapes,
      values: this.#values,
      kinds: this.#kinds,
      texts: this.#texts,
      length: this.#length,
    }
    this.#shapes = []
    this.#values = new Float64Array(CAPACITY)
    this.#kinds = new Uint8Array(CAPACITY)
    this.#texts = []
    this.#length = 0
    this.#last = 0
    return packed
  }

  #without(texts: number): false {
    this.#texts.length = texts
    return false
  }

  #shapeOf(names: string[]): number {
    const known = this.#shapes.findIndex(
      (shape) => shape.length === names.length && shape.every((name, i) => name === names[i]),
    )
    return known >= 0 ? known : this.#shapes.push(names) - 1
  }
}

/** The records as they were, one after the other. */
export function unpackRecords(packed: PackedRecords, each: (record: AnyRecord) => void): void {
  const { shapes, values, kinds, texts, length } = packed
  let text = 0
  for (let at = 0; at < length; ) {
    const names = shapes[values[at++] as number] as readonly string[]
    const record: Record<string, unknown> = {}
    for (const name of names) {
      const kind = kinds[at]
      const value = kind === NUMBER ? values[at] : kind === TEXT ? texts[text++] : plain[kind as number]
      setField(record, name, value)
      at++
    }
    each(record)
  }
}

const plain: readonly unknown[] = [undefined, true, false, null, undefined]
