import { ArgumentError } from '../errors.ts'
import { decimal, undecided } from './decimal.ts'

/** How a delimited file is written. */
export interface Dialect {
  /** One ASCII character between fields. @default ',' */
  readonly delimiter?: string | undefined
  /** One ASCII character around fields, doubled inside them; null where quotes are plain text. @default '"' */
  readonly quote?: string | null | undefined
  /** Whether lines with nothing on them are skipped; else each is a record of one empty field. @default true */
  readonly skipBlankLines?: boolean | undefined
  /** Longest record in bytes: a quote left open must not swallow the stream. @default 2 ** 24 */
  readonly maxRecord?: number | undefined
}

/**
 * Splits bytes into records of equal length, a buffer at a time.
 *
 * After `feed` or `finish`, field c of record r is f = r·width + c: it lies in bytes[starts[f] … ends[f]), quotes
 * excluded, with doubled quotes inside when escaped[f] is 1. The fields hold until the next `feed`.
 */
export interface Scanner {
  readonly bytes: Uint8Array
  readonly starts: Int32Array
  readonly ends: Int32Array
  readonly escaped: Uint8Array
  /** Each field as a number, where it is unquoted and `decimal` decides; else NaN. Only when numbers were asked for. */
  readonly numbers: Float64Array
  /** Line on which each record begins, from 1. */
  readonly lines: Float64Array
  readonly rows: number
  /** Fields in every record; −1 before the first one. */
  readonly width: number
  /** What stopped the scan; the rows before it are good. */
  readonly failure: ArgumentError | null
  feed(chunk: Uint8Array): void
  /** Ends the last record where no line end does. */
  finish(): void
}

const LF = 10
const CR = 13

/** Where the scan stands: before a field, in one, inside quotes, or after a quote that may close the field. */
const FIELD = 0
const PLAIN = 1
const QUOTED = 2
const CLOSED = 3

const byteOrderMark = [0xef, 0xbb, 0xbf]

/** `widthOf` says in errors whose length the records must have: `the header`. */
export function scanner(dialect: Dialect, widthOf: string, numeric: boolean): Scanner {
  return new BufferedScanner(dialect, widthOf, numeric)
}

class BufferedScanner implements Scanner {
  bytes = new Uint8Array(0)
  starts = new Int32Array(0)
  ends = new Int32Array(0)
  escaped = new Uint8Array(0)
  numbers = new Float64Array(0)
  lines = new Float64Array(0)
  rows = 0
  width = -1
  failure: ArgumentError | null = null

  readonly #widthOf: string
  readonly #numeric: boolean
  readonly #delimiter: number
  readonly #quote: number
  readonly #skipBlankLines: boolean
  readonly #maxRecord: number
  /** 1 at the bytes that may end an unquoted field. */
  readonly #special = new Uint8Array(256)

  #mode = FIELD
  #length = 0
  /** The next byte to look at. */
  #at = 0
  #recordStart = 0
  /** Fields found, of which the last `#recordFields` belong to the record that is still open. */
  #fields = 0
  #recordFields = 0
  #line = 1
  #recordLine = 1
  #quoteLine = 1
  #afterCr = false
  #fresh = true

  constructor(
    { delimiter = ',', quote = '"', skipBlankLines = true, maxRecord = 2 ** 24 }: Dialect,
    widthOf: string,
    numeric: boolean,
  ) {
    this.#delimiter = ascii('delimiter', delimiter)
    this.#quote = quote === null ? -1 : ascii('quote', quote)
    if (this.#delimiter === this.#quote) throw new ArgumentError('delimiter and quote must differ')
    this.#skipBlankLines = skipBlankLines
    this.#maxRecord = maxRecord
    this.#widthOf = widthOf
    this.#numeric = numeric
    for (const byte of [this.#delimiter, LF, CR, this.#quote]) if (byte >= 0) this.#special[byte] = 1
  }

  feed(chunk: Uint8Array): void {
    this.#dropRead()
    this.#reserve(this.#length + chunk.length + 1)
    this.bytes.set(chunk, this.#length)
    this.#length += chunk.length
    if (this.#fresh && !this.#skipByteOrderMark(false)) return
    this.#scan()
    if (this.failure === null && this.#length - this.#recordStart > this.#maxRecord) {
      const hint = this.#mode === QUOTED ? `; the quote opened on line ${this.#quoteLine} is not closed` : ''
      this.#fail(`line ${this.#recordLine} begins a record of more than ${this.#maxRecord} bytes${hint}`)
    }
  }

  finish(): void {
    this.#dropRead()
    if (this.#fresh) {
      this.#skipByteOrderMark(true)
      this.#scan()
    }
    if (this.#mode === QUOTED) this.#fail(`line ${this.#quoteLine} opens a quote that is never closed`)
    else if (this.#mode !== FIELD || this.#recordFields > 0) {
      this.#reserve(this.#length + 1)
      this.bytes[this.#length++] = LF
      this.#scan()
    }
  }

  #fail(message: string): void {
    this.failure = new ArgumentError(message)
  }

  /** Moves the unfinished record to the front; the finished ones have been read. */
  #dropRead(): void {
    const first = this.#fields - this.#recordFields
    const shift = this.#recordStart
    // The field after the last one found may be open, with its start and escapes already noted.
    for (let f = 0; f <= this.#recordFields && first + f < this.starts.length; f++) {
      this.starts[f] = this.starts[first + f] - shift
      this.ends[f] = this.ends[first + f] - shift
      this.escaped[f] = this.escaped[first + f]
      this.numbers[f] = this.numbers[first + f]
    }
    this.bytes.copyWithin(0, shift, this.#length)
    this.#fields = this.#recordFields
    this.#length -= shift
    this.#at -= shift
    this.#recordStart = 0
    this.rows = 0
  }

  /** Makes room for so many bytes, each of which may be a field or a record of its own. */
  #reserve(length: number): void {
    if (length <= this.bytes.length) return
    const capacity = Math.max(1 << 12, 2 * length)
    this.bytes = grown(this.bytes, new Uint8Array(capacity))
    this.starts = grown(this.starts, new Int32Array(capacity))
    this.ends = grown(this.ends, new Int32Array(capacity))
    this.escaped = grown(this.escaped, new Uint8Array(capacity))
    if (this.#numeric) this.numbers = grown(this.numbers, new Float64Array(capacity))
    this.lines = grown(this.lines, new Float64Array(capacity))
  }

  /** Whether enough bytes were there to decide. */
  #skipByteOrderMark(last: boolean): boolean {
    const differs = byteOrderMark.findIndex((byte, i) => i >= this.#length || this.bytes[i] !== byte)
    if (differs >= this.#length && !last) return false
    if (differs === -1) this.#at = this.#recordStart = byteOrderMark.length
    this.#fresh = false
    return true
  }

  #scan(): void {
    while (this.#at < this.#length && this.failure === null) {
      if (this.#mode === FIELD) this.#openField()
      else if (this.#mode === PLAIN) this.#plain()
      else if (this.#mode === QUOTED) this.#quoted()
      else this.#afterQuote()
    }
  }

  #openField(): void {
    const byte = this.bytes[this.#at]
    if (this.#recordFields === 0) {
      const wasCr = this.#afterCr
      this.#afterCr = false
      if (byte === LF && wasCr) {
        this.#recordStart = ++this.#at
        return
      }
      if (this.#skipBlankLines && (byte === LF || byte === CR)) {
        this.#at++
        this.#nextLine(byte)
        return
      }
    }
    this.escaped[this.#fields] = 0
    this.numbers[this.#fields] = undecided
    if (byte === this.#quote) {
      this.#mode = QUOTED
      this.#quoteLine = this.#line
      this.#at++
    } else this.#mode = PLAIN
    this.starts[this.#fields] = this.#at
  }

  /** The hot loop: from inside an unquoted field through as many as follow, all in local variables. */
  #plain(): void {
    const { bytes, starts, ends, escaped, numbers } = this
    const length = this.#length
    const special = this.#special
    const delimiter = this.#delimiter
    const quote = this.#quote
    const numeric = this.#numeric
    const cursor = { end: 0 }
    let at = this.#at
    let fields = this.#fields
    let mode = PLAIN
    while (true) {
      if (numeric) {
        // From the field's start, also when its first bytes came with an earlier chunk.
        const value = decimal(bytes, starts[fields], cursor)
        if (cursor.end > at) at = cursor.end
        numbers[fields] = at === cursor.end && special[bytes[at]] === 1 ? value : undecided
      }
      while (at < length && special[bytes[at]] === 0) at++
      if (at >= length || bytes[at] !== delimiter) break
      ends[fields++] = at++
      if (at === length || bytes[at] === quote) {
        mode = FIELD
        break
      }
      starts[fields] = at
      escaped[fields] = 0
    }
    this.#recordFields += fields - this.#fields
    this.#fields = fields
    this.#mode = mode
    this.#at = Math.min(at, length)
    if (mode === FIELD || at >= length) return
    if (bytes[at] === quote) this.#fail(`line ${this.#line} has a quote inside an unquoted field`)
    else this.#close(bytes[at], at)
  }

  #quoted(): void {
    const { bytes } = this
    for (; this.#at < this.#length; this.#at++) {
      const byte = bytes[this.#at]
      if (byte === this.#quote) {
        this.#at++
        this.#mode = CLOSED
        return
      }
      if (byte === CR || (byte === LF && bytes[this.#at - 1] !== CR)) this.#line++
    }
  }

  #afterQuote(): void {
    const byte = this.bytes[this.#at]
    if (byte === this.#quote) {
      this.escaped[this.#fields] = 1
      this.#mode = QUOTED
      this.#at++
    } else if (byte === this.#delimiter || byte === LF || byte === CR) this.#close(byte, this.#at - 1)
    else this.#fail(`line ${this.#line} has text after a closing quote`)
  }

  /** Ends the field at `end`, and at a line end the record. */
  #close(byte: number, end: number): void {
    this.ends[this.#fields++] = end
    this.#recordFields++
    this.#mode = FIELD
    this.#at++
    if (byte === this.#delimiter) return
    const count = this.#recordFields
    if (this.width < 0) this.width = count
    if (count !== this.width) {
      this.#fail(
        `line ${this.#recordLine} has ${count} field${count === 1 ? '' : 's'}; ${this.#widthOf} has ${this.width}`,
      )
      return
    }
    this.lines[this.rows++] = this.#recordLine
    this.#recordFields = 0
    this.#nextLine(byte)
  }

  #nextLine(byte: number): void {
    this.#recordLine = ++this.#line
    this.#afterCr = byte === CR
    this.#recordStart = this.#at
  }
}

function ascii(name: string, text: string): number {
  const code = text.charCodeAt(0)
  if (text.length !== 1 || code > 127 || code === LF || code === CR) {
    throw new ArgumentError(`${name} must be one ASCII character; received ${JSON.stringify(text)}`)
  }
  return code
}

function grown<A extends Int32Array | Uint8Array | Float64Array>(from: A, to: A): A {
  to.set(from)
  return to
}
