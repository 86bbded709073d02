import { refuseUnknown, show } from '../check.ts'
import { ArgumentError } from '../errors.ts'
import { type CsvOptions, scanned, textReader } from './csv.ts'
import { decimal } from './decimal.ts'
import { Scanner } from './scanner.ts'
import type { ByteSource } from './source.ts'
import { type Batch, type Columns, choose, refuseDoubles, rowsOf, type Table, tableOf } from './table.ts'

export interface TableOptions extends CsvOptions {
  /** Whether the first record names the columns; or the names, where the file has none. Without names: '1', '2', … @default true */
  readonly header?: boolean | readonly string[] | undefined
  /** The columns to read. @default those whose first cell is a number or missing */
  readonly columns?: Columns | undefined
  /** Cells that stand for a missing number and become NaN. @default ['', 'NA', 'NaN', 'nan'] */
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
  ])
  const { header = true, columns, quote = '"', missing = ['', 'NA', 'NaN', 'nan'], signal } = options
  for (const mark of [options.delimiter, quote]) {
    if (mark && /[\d.eE+-]/.test(mark))
      throw new ArgumentError(`a table of numbers cannot be marked by '${mark}'`)
  }
  const scan = new Scanner(options, header === true ? 'the header' : 'the first', true)
  const feeds = scanned(source, scan, signal)
  const cells = cellReader(scan, quote ?? '"', missing)
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
      if (!more) throw new ArgumentError('the file has no header: it is empty')
      allNames = Array.from({ length: scan.width }, (_, c) => cells.text(c))
      refuseDoubles(allNames)
      row = 1
      if (columns === undefined && scan.rows === 1) more = await next()
    } else if (header !== false) {
      allNames = header
      refuseDoubles(allNames)
      if (more && scan.width !== header.length) {
        throw new ArgumentError(`line ${scan.lines[0]} has ${scan.width} fields; ${header.length} are named`)
      }
    } else if (more) allNames = Array.from({ length: scan.width }, (_, c) => String(c + 1))
    const first = row * scan.width
    const places = choose(allNames, columns, (c) => !more || cells.isNumeric(first + c))
    const names = places.map((c) => allNames[c])
    return tableOf(allNames, names, numericBatches(places, names), feeds)
  } catch (error) {
    await feeds.return()
    throw error
  }

  async function* numericBatches(
    places: readonly number[],
    names: readonly string[],
  ): AsyncGenerator<Batch, void, void> {
    const batch = rowsOf(places.length)
    const at = Int32Array.from(places)
    try {
      for (let more = row < scan.rows || (await next()); more; more = await next()) {
        const failure = cells.fill(batch, row, at, names)
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
  isNumeric(index: number): boolean
  /** Reads the scanner's rows from `from` on; what it returns came after the rows it read. */
  fill(
    batch: ReturnType<typeof rowsOf>,
    from: number,
    places: Int32Array,
    names: readonly string[],
  ): ArgumentError | null
}

const shape = /^[+-]?(?:Infinity|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)$/i

function cellReader(scan: Scanner, quote: string, missing: readonly string[]): CellReader {
  const read = textReader(quote)
  const isMissing = new Set(missing)
  const emptyIsMissing = isMissing.has('')
  const cursor = { end: 0 }
  const text = (index: number) => read.field(scan, index, null)

  /** The cell as a number: NaN when missing, undefined when it is text. */
  function slow(index: number): number | undefined {
    const quoted = decimal(scan.bytes, scan.starts[index], cursor)
    if (cursor.end === scan.ends[index] && !Number.isNaN(quoted)) return quoted
    const cell = text(index).trim()
    if (isMissing.has(cell)) return Number.NaN
    const value = Number(cell)
    return shape.test(cell) && !Number.isNaN(value) ? value : undefined
  }

  return {
    text,
    isNumeric: (index) => slow(index) !== undefined,
    fill(batch, from, places, names) {
      const { numbers, starts, ends, width, rows, lines } = scan
      const count = places.length
      batch.reserve(rows - from)
      const { values } = batch
      let out = 0
      for (let r = from; r < rows; r++) {
        for (let p = 0; p < count; p++) {
          const f = r * width + places[p]
          let value = numbers[f]
          // biome-ignore lint/suspicious/noSelfCompare: the fastest test for NaN, in the innermost loop
          if (value !== value && (starts[f] !== ends[f] || !emptyIsMissing)) {
            const slower = slow(f)
            if (slower === undefined) {
              batch.size = r - from
              return new ArgumentError(
                `line ${lines[r]}: column '${names[p]}' must be a number; received ${show(text(f))}`,
              )
            }
            value = slower
          }
          values[out++] = value
        }
        batch.lines[r - from] = lines[r]
      }
      batch.size = rows - from
      return null
    },
  }
}
