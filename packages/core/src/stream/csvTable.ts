import { refuseUnknown } from '../base/check.ts'
import { ArgumentError } from '../base/errors.ts'
import { MISSING_TEXT } from '../base/missingText.ts'
import { CellReader } from './cellReader.ts'
import { type CsvOptions, scanned } from './csv.ts'
import type { NumberStyle } from './localNumber.ts'
import { type BadRows, Scanner } from './scanner.ts'
import type { ByteSource } from './source.ts'
import type { Batch, Selected, Selection, Table } from './table.ts'
import { refuseDoubles, rowsOf, select, tableOf } from './table.ts'

export interface TableOptions extends CsvOptions, Selection, NumberStyle, BadRows {
  /** Whether the first record names the columns; or the names, where the file has none. Without names: '1', '2', … @default true */
  readonly header?: boolean | readonly string[] | undefined
  /** Cells that stand for a missing number and become NaN. @default those of `MISSING_TEXT`: '', NA, n/a, NaN, null, None, ?, #DIV/0! and the like */
  readonly missing?: readonly string[] | undefined
}

const KNOWN: readonly (keyof TableOptions)[] = [
  'header',
  'columns',
  'missing',
  'delimiter',
  'quote',
  'skipBlankLines',
  'maxRecord',
  'signal',
  'text',
  'decimal',
  'thousands',
  'firstLine',
  'onBadRow',
]

/** Rows that show whether a column that begins with a word holds numbers, and the share that must be. */
const LOOKED_AT = 200
const NEARLY_ALL = 0.9

/**
 * The numeric columns of a CSV or TSV file.
 *
 *     const file = await table(source, { columns: ['x', 'y'] })
 *     for await (const { line, values } of file) …
 *
 * Every number equals Number(text). A cell that is neither a number nor missing is an error that names its line and column.
 */
export async function table(source: ByteSource, options: TableOptions = {}): Promise<Table> {
  refuseUnknown('table', options, KNOWN)
  const { header = true, quote = '"', missing = MISSING_TEXT, signal } = options
  for (const mark of [options.delimiter, quote]) {
    if (mark && /[\d.eE+-]/.test(mark))
      throw new ArgumentError(`a table of numbers cannot be marked by '${mark}'`)
  }
  const scan = new Scanner(options, header === true ? 'the header' : 'the first', true)
  const feeds = scanned(source, scan, signal)
  const cells = new CellReader(scan, quote ?? '"', missing, options)
  const reader = new RowReader(scan, feeds, cells)
  try {
    const names = await reader.names(header, options)
    const selected = select(names, options, (c) => reader.isNumeric(c))
    return tableOf(selected, 'line', reader.batches(selected), feeds)
  } catch (error) {
    await feeds.return()
    throw error
  }
}

/** The scanner's rows, from one piece of the file to the next. */
class RowReader {
  readonly #scan: Scanner
  readonly #feeds: ReturnType<typeof scanned>
  readonly #cells: CellReader
  /** The first row of the piece at hand that is not read yet; false where there is no piece. */
  #row = 0
  #more = false

  constructor(scan: Scanner, feeds: ReturnType<typeof scanned>, cells: CellReader) {
    this.#scan = scan
    this.#feeds = feeds
    this.#cells = cells
  }

  /** The names of all columns. */
  async names(
    header: boolean | readonly string[],
    { columns, text }: TableOptions,
  ): Promise<readonly string[]> {
    const scan = this.#scan
    await this.#next()
    if (header === false) return this.#more ? Array.from({ length: scan.width }, (_, c) => String(c + 1)) : []
    if (header === true) {
      if (!this.#more) throw new ArgumentError('the file has no header: it is empty', 'empty')
      const found = Array.from({ length: scan.width }, (_, c) => this.#cells.text(c).trim())
      refuseDoubles(found)
      this.#row = 1
      // Without a choice, or for text, the first row decides which columns are numeric.
      if (scan.rows === 1 && (columns === undefined || text !== undefined)) await this.#next()
      return found
    }
    refuseDoubles(header)
    if (this.#more && scan.width !== header.length) {
      throw new ArgumentError(
        `line ${scan.lines[0]} has ${scan.width} cells, but ${header.length} are named`,
        'bad-row',
      )
    }
    return header
  }

  /** Whether the first cell that is not missing, among those that came together, is a number, or nearly all are. */
  isNumeric(column: number): boolean {
    if (!this.#more) return true
    let numbers = 0
    let words = 0
    const end = Math.min(this.#scan.rows, this.#row + LOOKED_AT)
    for (let r = this.#row; r < end; r++) {
      const kind = this.#cells.kind(r * this.#scan.width + column)
      if (kind === 'number' && words === 0) return true
      if (kind === 'number') numbers++
      else if (kind === 'text') words++
    }
    return numbers >= NEARLY_ALL * (numbers + words)
  }

  async *batches(selected: Selected): AsyncGenerator<Batch, void, void> {
    const batch = rowsOf(selected.places.length, selected.textPlaces.length)
    const fill = this.#cells.filler(batch, selected)
    // Where all columns are read as text, no number is read.
    this.#scan.numeric = selected.places.length > 0
    try {
      let more = this.#row < this.#scan.rows || (await this.#next())
      for (; more; more = await this.#next()) {
        const failure = fill(this.#row)
        if (batch.size > 0) yield batch
        if (failure !== null) throw failure
      }
    } finally {
      await this.#feeds.return()
    }
  }

  async #next(): Promise<boolean> {
    const { done } = await this.#feeds.next()
    // At the end the last piece is still in the scanner, and has been read.
    this.#row = done ? this.#scan.rows : 0
    this.#more = !done
    return this.#more
  }
}
