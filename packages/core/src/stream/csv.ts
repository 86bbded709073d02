import { refuseUnknown } from '../base/check.ts'
import type { Dialect } from './dialect.ts'
import { flatten } from './flatten.ts'
import { Scanner } from './scanner.ts'
import { type ByteSource, bytes, type SourceOptions } from './source.ts'

/** One record of a delimited file, as text. */
export interface CsvRecord {
  /** The line on which it begins, from 1. */
  readonly line: number
  readonly fields: readonly string[]
}

export interface CsvOptions extends Dialect, SourceOptions {}

/** Records one by one, or as the arrays in which they arrive: the waiting is per array, not per record. */
export interface Records<R> extends AsyncIterable<R> {
  batches(): AsyncIterable<readonly R[]>
}

/**
 * The records of a CSV or TSV file, the header among them, as text.
 *
 *     for await (const { line, fields } of csv('a,b\n1,"x, y"\n')) …  →  1 ['a', 'b'], 2 ['1', 'x, y']
 *
 * Every record must have as many fields as the first. Lines end in CRLF, LF or CR; a byte order mark is skipped.
 */
export function csv(source: ByteSource, options: CsvOptions = {}): Records<CsvRecord> {
  refuseUnknown('csv', options, ['delimiter', 'quote', 'skipBlankLines', 'maxRecord', 'firstLine', 'signal'])
  const scan = new Scanner(options, 'the first', false)
  return records(csvBatches(source, scan, options))
}

async function* csvBatches(
  source: ByteSource,
  scan: Scanner,
  { quote = '"', signal }: CsvOptions,
): AsyncGenerator<readonly CsvRecord[], void, void> {
  const read = textReader(quote ?? '"')
  for await (const _ of scanned(source, scan, signal)) {
    const { width, rows, lines } = scan
    const text = read.batch(scan)
    const batch: CsvRecord[] = new Array(rows)
    for (let r = 0; r < rows; r++) {
      const fields: string[] = new Array(width)
      for (let c = 0; c < width; c++) fields[c] = read.field(scan, r * width + c, text)
      batch[r] = { line: lines[r], fields }
    }
    yield batch
  }
}

/** Feeds the scanner and stops after each feed that completed records; throws its failure after the good ones. */
export async function* scanned(
  source: ByteSource,
  scan: Scanner,
  signal: AbortSignal | undefined,
): AsyncGenerator<void, void, void> {
  for await (const chunk of bytes(source, { signal })) {
    scan.feed(chunk)
    if (scan.rows > 0) yield
    if (scan.failure !== null) throw scan.failure
  }
  scan.finish()
  if (scan.rows > 0) yield
  if (scan.failure !== null) throw scan.failure
}

/** Fields as strings: cut from one decoding of the whole batch where that is all ASCII. */
export interface TextReader {
  batch(scan: Scanner): string | null
  field(scan: Scanner, index: number, batch: string | null): string
}

export function textReader(quote: string): TextReader {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const doubled = quote + quote
  return {
    batch(scan) {
      const end = scan.ends[scan.rows * scan.width - 1]
      const text = decoder.decode(scan.bytes.subarray(0, end))
      // One code unit per byte means that places in the text are places in the bytes.
      return text.length === end ? text : null
    },
    field(scan, index, batch) {
      const start = scan.starts[index]
      const end = scan.ends[index]
      const text = batch === null ? decoder.decode(scan.bytes.subarray(start, end)) : batch.slice(start, end)
      return scan.escaped[index] === 0 ? text : text.replaceAll(doubled, quote)
    },
  }
}

export function records<R>(batches: AsyncGenerator<readonly R[], void, void>): Records<R> {
  return { batches: () => batches, [Symbol.asyncIterator]: () => flatten(batches) }
}
