import { show } from '../base/check.ts'
import { ArgumentError } from '../base/errors.ts'
import { unmarked } from '../base/markedNumber.ts'
import { textReader } from './csv.ts'
import { decimal } from './decimal.ts'
import { localNumber, type NumberStyle } from './localNumber.ts'
import type { BadRows, Scanner } from './scanner.ts'
import type { rowsOf, Selected } from './table.ts'

const shape = /^[+-]?(?:Infinity|(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)$/i

/** The scanner's cells as numbers and as text. */
export class CellReader {
  readonly #scan: Scanner
  readonly #read: ReturnType<typeof textReader>
  readonly #isMissing: ReadonlySet<string>
  readonly #local: ReturnType<typeof localNumber>
  readonly #onBadRow: BadRows['onBadRow']
  readonly #cursor = { end: 0 }

  constructor(scan: Scanner, quote: string, missing: readonly string[], style: NumberStyle & BadRows) {
    this.#scan = scan
    this.#read = textReader(quote)
    this.#isMissing = new Set(missing)
    this.#local = localNumber(style)
    this.#onBadRow = style.onBadRow
  }

  text(index: number): string {
    return this.#read.field(this.#scan, index, null)
  }

  kind(index: number): 'number' | 'missing' | 'text' {
    const value = this.#slow(index)
    if (value === undefined) return 'text'
    return Number.isNaN(value) ? 'missing' : 'number'
  }

  /** Reads the scanner's rows from a row on into a batch; what that returns came after the rows it read. */
  filler(
    batch: ReturnType<typeof rowsOf>,
    { places, names, textPlaces, textNames, numericNames }: Selected,
  ): (from: number) => ArgumentError | null {
    const at = Int32Array.from(places)
    const texts = textPlaces.length
    const local = this.#local
    /** Which text columns hold numbers in another style: they are given as JavaScript writes them. */
    const restyled = textNames.map((name) => local !== null && numericNames.includes(name))
    return (from) => {
      const scan = this.#scan
      const { width, rows, lines } = scan
      batch.reserve(rows - from)
      batch.size = 0
      const decoded = texts > 0 ? this.#read.batch(scan) : null
      for (let r = from; r < rows; r++) {
        const bad = this.#numbersOf(r, at, batch)
        if (bad >= 0) {
          const error = this.#badCell(r, r * width + at[bad], names[bad])
          if (this.#onBadRow === undefined) return error
          this.#onBadRow(error)
          continue
        }
        for (let c = 0; c < texts; c++) {
          const cell = this.#read.field(scan, r * width + textPlaces[c], decoded)
          batch.texts[batch.size * texts + c] = restyled[c] ? this.#plainNumber(cell) : cell
        }
        batch.lines[batch.size++] = lines[r]
      }
      return null
    }
  }

  /** Reads one row to the end of the batch; returns the field that is no number, or −1. */
  #numbersOf(r: number, at: Int32Array, { values, size }: ReturnType<typeof rowsOf>): number {
    const { numbers, starts, ends, width } = this.#scan
    const isPlain = this.#local === null
    const emptyIsMissing = this.#isMissing.has('')
    const count = at.length
    let out = size * count
    for (let p = 0; p < count; p++) {
      const f = r * width + at[p]
      // Of another style, a point may part thousands.
      let value = isPlain ? numbers[f] : Number.NaN
      // biome-ignore lint/suspicious/noSelfCompare: the fastest test for NaN, in the innermost loop
      if (value !== value && (starts[f] !== ends[f] || !emptyIsMissing)) {
        const slower = this.#slow(f)
        if (slower === undefined) return p
        value = slower
      }
      values[out++] = value
    }
    return -1
  }

  /** The cell as a number: NaN when missing, undefined when it is text. */
  #slow(index: number): number | undefined {
    const { bytes, starts, ends } = this.#scan
    const local = this.#local
    const quoted = decimal(bytes, starts[index], this.#cursor)
    if (local === null && this.#cursor.end === ends[index] && !Number.isNaN(quoted)) return quoted
    const cell = this.text(index).trim()
    if (this.#isMissing.has(cell)) return Number.NaN
    const bare = unmarked(cell)
    const plain = local === null ? bare : local(bare)
    if (plain === undefined || !shape.test(plain)) return undefined
    const value = Number(plain)
    return Number.isNaN(value) ? undefined : value
  }

  #plainNumber(cell: string): string {
    const plain = this.#local?.(unmarked(cell.trim()))
    return plain === undefined ? cell : String(Number(plain))
  }

  #badCell(row: number, index: number, name: string): ArgumentError {
    const cell = this.text(index)
    const hint = /^\s*[+-]?\d*,\d+\s*$/.test(cell) ? ' (a decimal comma has to be said)' : ''
    return new ArgumentError(
      `line ${this.#scan.lines[row]}: column '${name}' must be a number; received ${show(cell)}${hint}`,
      'bad-row',
    )
  }
}
