import { ArgumentError } from '../base/errors.ts'
import { decimal, undecided } from './decimal.ts'
import { type ByteDialect, byteDialect, CR, type Dialect, LF } from './dialect.ts'
import { FieldBuffer } from './fieldBuffer.ts'

/** One field above rows of several is rarely a name. */
const TITLE = '. If the first line is a title, delete it: the names of the columns must come first'

/** Told of a row that is wrong and was passed over. */
export type BadRow = (error: ArgumentError) => void

export interface BadRows {
  /** Called for every row that cannot be read, which is then passed over. @default the first one is an error */
  readonly onBadRow?: BadRow | undefined
}

/** Where the scan stands: before a field, in one, inside quotes, after a quote that may close the field. */
const FIELD = 0
const PLAIN = 1
const QUOTED = 2
const CLOSED = 3
/** In a line that is passed over. */
const SKIPPED = 4

const byteOrderMark = [0xef, 0xbb, 0xbf]

/**
 * Splits bytes into records of equal length, a buffer at a time.
 *
 * After `feed` or `finish`, field c of record r is number r·width + c of the buffer. Fields hold until the next `feed`.
 */
export class Scanner extends FieldBuffer {
  /** Complete records in the buffer. */
  rows = 0
  /** Fields in every record; −1 before the first one. */
  width = -1
  /** What stopped the scan; the rows before it are good. */
  failure: ArgumentError | null = null

  readonly #widthOf: string
  readonly #onBadRow: BadRow | undefined
  readonly #dialect: ByteDialect
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

  /** `widthOf` says in errors whose length the records must have: `the header`. */
  constructor(dialect: Dialect & BadRows, widthOf: string, numeric: boolean) {
    super(numeric)
    this.#dialect = byteDialect(dialect)
    this.#onBadRow = dialect.onBadRow
    this.#line = this.#recordLine = dialect.firstLine ?? 1
    this.#widthOf = widthOf
    const { delimiter, quote } = this.#dialect
    for (const byte of [delimiter, LF, CR, quote]) if (byte >= 0) this.#special[byte] = 1
  }

  feed(chunk: Uint8Array): void {
    this.#dropRead()
    this.reserve(this.#length + chunk.length + 1)
    this.bytes.set(chunk, this.#length)
    this.#length += chunk.length
    if (this.#fresh && !this.#skipByteOrderMark(false)) return
    this.#scan()
    if (this.failure === null && this.#length - this.#recordStart > this.#dialect.maxRecord) {
      const hint = this.#mode === QUOTED ? `; the quote opened on line ${this.#quoteLine} is not closed` : ''
      this.#fail(
        `line ${this.#recordLine} begins a record of more than ${this.#dialect.maxRecord} bytes${hint}`,
      )
    }
  }

  finish(): void {
    this.#dropRead()
    if (this.#fresh) {
      this.#skipByteOrderMark(true)
      this.#scan()
    }
    if (this.#mode === QUOTED) this.#fail(`line ${this.#quoteLine} has a quotation mark that is never closed`)
    else if (this.#mode !== FIELD || this.#recordFields > 0) {
      this.reserve(this.#length + 1)
      this.bytes[this.#length++] = LF
      this.#scan()
    }
  }

  #fail(message: string): void {
    this.failure = new ArgumentError(message, 'bad-row')
  }

  /** A row that is wrong: passed over and reported, or else the end of the scan. */
  #bad(message: string): void {
    if (this.#onBadRow === undefined) {
      this.#fail(message)
      return
    }
    this.#onBadRow(new ArgumentError(message, 'bad-row'))
    this.#mode = SKIPPED
  }

  /** Passes over the rest of the line; the fields of its record are forgotten. */
  #skip(): void {
    const { bytes } = this
    while (this.#at < this.#length && bytes[this.#at] !== LF && bytes[this.#at] !== CR) this.#at++
    if (this.#at >= this.#length) return
    this.#mode = FIELD
    this.#fields -= this.#recordFields
    this.#recordFields = 0
    this.#nextLine(bytes[this.#at++])
  }

  /** Keeps the unfinished record only; the finished ones have been read. */
  #dropRead(): void {
    // The field after the last one found may be open, with its start and escapes already noted.
    this.shift(this.#recordStart, this.#length, this.#fields - this.#recordFields, this.#recordFields + 1)
    this.#fields = this.#recordFields
    this.#length -= this.#recordStart
    this.#at -= this.#recordStart
    this.#recordStart = 0
    this.rows = 0
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
      else if (this.#mode === CLOSED) this.#afterQuote()
      else this.#skip()
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
      if (this.#dialect.skipBlankLines && (byte === LF || byte === CR)) {
        this.#at++
        this.#nextLine(byte)
        return
      }
    }
    this.escaped[this.#fields] = 0
    this.numbers[this.#fields] = undecided
    if (byte === this.#dialect.quote) {
      this.#mode = QUOTED
      this.#quoteLine = this.#line
      this.#at++
    } else this.#mode = PLAIN
    this.starts[this.#fields] = this.#at
  }

  /** The hot loop: from inside an unquoted field through as many as follow, all in local variables. */
  #plain(): void {
    const { bytes, starts, ends, escaped, numbers, numeric } = this
    const length = this.#length
    const special = this.#special
    const { delimiter, quote } = this.#dialect
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
    if (bytes[at] === quote) this.#bad(`line ${this.#line} has a quote inside an unquoted field`)
    else this.#close(bytes[at], at)
  }

  #quoted(): void {
    const { bytes } = this
    for (; this.#at < this.#length; this.#at++) {
      const byte = bytes[this.#at]
      if (byte === this.#dialect.quote) {
        this.#at++
        this.#mode = CLOSED
        return
      }
      if (byte === CR || (byte === LF && bytes[this.#at - 1] !== CR)) this.#line++
    }
  }

  #afterQuote(): void {
    const byte = this.bytes[this.#at]
    if (byte === this.#dialect.quote) {
      this.escaped[this.#fields] = 1
      this.#mode = QUOTED
      this.#at++
    } else if (byte === this.#dialect.delimiter || byte === LF || byte === CR) this.#close(byte, this.#at - 1)
    else this.#bad(`line ${this.#line} has text after a closing quote`)
  }

  /** Ends the field at `end`, and at a line end the record. */
  #close(byte: number, end: number): void {
    this.ends[this.#fields++] = end
    this.#recordFields++
    this.#mode = FIELD
    this.#at++
    if (byte === this.#dialect.delimiter) return
    const count = this.#recordFields
    if (this.width < 0) this.width = count
    if (count !== this.width) {
      // The line's end is looked at again: a line that is passed over ends with it.
      this.#at--
      this.#bad(
        `line ${this.#recordLine} has ${count} cell${count === 1 ? '' : 's'}, but ${this.#widthOf} has ${this.width}${this.width === 1 && this.#widthOf === 'the header' ? TITLE : ''}`,
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
