import { refuseUnknown, show } from '../base/check.ts'
import { ArgumentError } from '../base/errors.ts'
import { MISSING_TEXT } from '../base/missingText.ts'
import { type CsvOptions, scanned, textReader } from './csv.ts'
import { decimal } from './decimal.ts'
import { localNumber, type NumberStyle } from './localNumber.ts'
import { type BadRows, Scanner } from './scanner.ts'
import type { ByteSource } from './source.ts'
import {
  type Batch,
  refuseDoubles,
  rowsOf,
  type Selected,
  type Selection,
  select,
  type Table,
  tableOf,
} from './table.ts'

export interface TableOptions extends CsvOptions, Selection, NumberStyle, BadRows {
  /** Whether the first record names the columns; or the names, where the file has none. Without names: '1', '2', … @default true */
  readonly header?: boolean | readonly string[] | undefined
  /** Cells that stand for a missing number and become NaN. @default '', NA, N/A, n/a, #N/A, NaN, nan, null, NULL, None, ? */
  readonly missing?: readonly string[] | undefined
}

/**
 * The numeric columns of a CSV or TSV file.
 *
 *     const file = await table(source, { columns: ['x', 'y'] })
 *     for await (const { line, values } of file) …
 *
 * Every number equals Number(text). A cell that is neither a number nor missing is an error that names its line and column.
 */
export async function table(source: ByteSource, options: TableOptions = {}): Promise<Table> {
  refuseUnknown('table', options, [
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
  ])
  const { header = true, quote = '"', missing = MISSING_TEXT, signal } = options
  for (const mark of [options.delimiter, quote]) {
    if (mark && /[\d.eE+-]/.test(mark))
      throw new ArgumentError(`a table of numbers cannot be marked by '${mark}'`)
  }
  const scan = new Scanner(options, header === true ? 'the header' : 'the first', true)
  const feeds = scanned(source, scan, signal)
  const cells = cellReader(scan, quote ?? '"', missing, options)
  let row = 0
  const next = async () => {
    const { done } = await feeds.next()
    // At the end the last piece is still in the scanner, and has been read.
    row = done ? scan.rows : 0
    return !done
  }
  try {
    let more = await next()
    let allNames: readonly string[] = []
    if (header === true) {
      if (!more) throw new ArgumentError('the file has no header: it is empty', 'empty')
      allNames = Array.from({ length: scan.width }, (_, c) => cells.text(c).trim())
      refuseDoubles(allNames)
      row = 1
      // Without a choice, or for text, the first row decides which columns are numeric.
      if (scan.rows === 1 && (options.columns === undefined || options.text !== undefined))
        more = await next()
    } else if (header !== false) {
      allNames = header
      refuseDoubles(allNames)
      if (more && scan.width !== header.length) {
        throw new ArgumentError(
          `line ${scan.lines[0]} has ${scan.width} fields; ${header.length} are named`,
          'bad-row',
        )
      }
    } else if (more) allNames = Array.from({ length: scan.width }, (_, c) => String(c + 1))
    const first = row
    const selected = select(allNames, options, (c) => !more || isNumeric(first, c))
    return tableOf(selected, 'line', numericBatches(selected), feeds)
  } catch (error) {
    await feeds.return()
    throw error
  }

  /** Whether the first cell that is not missing, among those that came together, is a number. */
  function isNumeric(from: number, column: number): boolean {
    for (let r = from; r < scan.rows; r++) {
      const kind = cells.kind(r * scan.width + column)
      if (kind !== 'missing') return kind === 'number'
    }
    return true
  }

  async function* numericBatches(selected: Selected): AsyncGenerator<Batch, void, void> {
    const batch = rowsOf(selected.places.length, selected.textPlaces.length)
    const fill = cells.filler(batch, selected)
    try {
      for (let more = row < scan.rows || (await next()); more; more = await next()) {
        const failure = fill(row)
        if (batch.size > 0) yield batch
        if (failure !== null) throw failure
      }
    } finally {
      await feeds.return()
    }
  }
}

interface CellReader {
  text(index: number): string
  kind(index: number): 'number' | 'missing' | 'text'
  /** Reads the scanner's rows from `from` on; what it returns came after the rows it read. */
  filler(batch: ReturnType<typeof rowsOf>, selected: Selected): (from: number) => ArgumentError | null
}

const shape = /^[+-]?(?:Infinity|(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)$/i

function cellReader(
  scan: Scanner,
  quote: string,
  missing: readonly string[],
  style: NumberStyle & BadRows,
): CellReader {
  const read = textReader(quote)
  const isMissing = new Set(missing)
  const emptyIsMissing = isMissing.has('')
  const cursor = { end: 0 }
  const text = (index: number) => read.field(scan, index, null)
  const local = localNumber(style)

  /** The cell as a number: NaN when missing, undefined when it is text. */
  function slow(index: number): number | undefined {
    const quoted = decimal(scan.bytes, scan.starts[index], cursor)
    if (local === null && cursor.end === scan.ends[index] && !Number.isNaN(quoted)) return quoted
    const cell = text(index).trim()
    if (isMissing.has(cell)) return Number.NaN
    const plain = local === null ? cell : local(cell)
    if (plain === undefined || !shape.test(plain)) return undefined
    const value = Number(plain)
    return Number.isNaN(value) ? undefined : value
  }

  function plainNumber(cell: string): string {
    const plain = local?.(cell.trim())
    return plain === undefined ? cell : String(Number(plain))
  }

  function badCell(row: number, index: number, name: string): ArgumentError {
    const cell = text(index)
    const hint = /^\s*[+-]?\d*,\d+\s*$/.test(cell) ? ' (a decimal comma has to be said)' : ''
    return new ArgumentError(
      `line ${scan.lines[row]}: column '${name}' must be a number; received ${show(cell)}${hint}`,
      'bad-row',
    )
  }

  return {
    text,
    kind(index) {
      const value = slow(index)
      if (value === undefined) return 'text'
      return Number.isNaN(value) ? 'missing' : 'number'
    },
    filler(batch, { places, names, textPlaces, textNames, numericNames }) {
      const { onBadRow } = style
      const at = Int32Array.from(places)
      const count = at.length
      const texts = textPlaces.length
      /** Which text columns hold numbers in another style: they are given as JavaScript writes them. */
      const restyled = textNames.map((name) => local !== null && numericNames.includes(name))

      /** Reads one row to place `to` of the batch; returns the field that is no number, or −1. */
      function numbersOf(r: number, to: number): number {
        const { numbers, starts, ends, width } = scan
        const { values } = batch
        let out = to * count
        for (let p = 0; p < count; p++) {
          const f = r * width + at[p]
          // Of another style, a point may part thousands.
          let value = local === null ? numbers[f] : Number.NaN
          // biome-ignore lint/suspicious/noSelfCompare: the fastest test for NaN, in the innermost loop
          if (value !== value && (starts[f] !== ends[f] || !emptyIsMissing)) {
            const slower = slow(f)
            if (slower === undefined) return p
            value = slower
          }
          values[out++] = value
        }
        return -1
      }

      return (from) => {
        const { width, rows, lines } = scan
        batch.reserve(rows - from)
        batch.size = 0
        const decoded = texts > 0 ? read.batch(scan) : null
        for (let r = from; r < rows; r++) {
          const bad = numbersOf(r, batch.size)
          if (bad >= 0) {
            const error = badCell(r, r * width + at[bad], names[bad])
            if (onBadRow === undefined) return error
            onBadRow(error)
            continue
          }
          for (let c = 0; c < texts; c++) {
            const cell = read.field(scan, r * width + textPlaces[c], decoded)
            batch.texts[batch.size * texts + c] = restyled[c] ? plainNumber(cell) : cell
          }
          batch.lines[batch.size++] = lines[r]
        }
        return null
      }
    },
  }
}
