import { ArgumentError } from '../base/errors.ts'
import { refuseUnknown } from '../base/options.ts'
import { CR, type Dialect, LF } from './dialect.ts'
import { type Encoding, encodingOf, utf8 } from './encoding.ts'
import { type NumberStyle, type StyleFound, styleOf } from './localNumber.ts'
import { type ByteSource, bytes, type SourceOptions } from './source.ts'

/** How a delimited file of unknown origin is written. */
export interface CsvForm extends Dialect, NumberStyle {}

/** What was given is taken as it is; the rest is recognised from the first bytes. */
export interface RecogniseOptions extends CsvForm, SourceOptions {
  readonly encoding?: Encoding | undefined
  /** How numbers are written where the file shows nothing else, such as in the file before it. @default nothing is known */
  readonly usual?: NumberStyle | undefined
}

export interface RecognisedCsv {
  /** The text in UTF-8, without a line `sep=;`. */
  readonly source: AsyncIterable<Uint8Array>
  readonly form: CsvForm
  /** How many columns the first line has. */
  readonly columns: number
  /** A number read with a decimal point that may as well part thousands, as in files with semicolons; absent: none. */
  readonly doubtful?: string
}

const NAMES = [
  'delimiter',
  'quote',
  'skipBlankLines',
  'maxRecord',
  'firstLine',
  'decimal',
  'thousands',
  'encoding',
  'usual',
  'signal',
]
const DELIMITERS = [',', ';', '\t', '|']
/** Lines that are looked at. */
const SAMPLE_LINES = 200
/** Bytes that are waited for at most. */
const ENOUGH = 1 << 16

/**
 * Finds out how a CSV is written: its encoding, delimiter, decimal mark and thousands separator.
 *
 *     const { source, form } = await recogniseCsv(file)
 *     const rows = await table(source, form)
 */
export async function recogniseCsv(
  source: ByteSource,
  options: RecogniseOptions = {},
): Promise<RecognisedCsv> {
  refuseUnknown('recogniseCsv', options, NAMES)
  const { signal, encoding: said, usual, ...given } = options
  const { first, whole } = await peek(bytes(source, { signal }))
  const encoding = said ?? encodingOf(first)
  const text = new TextDecoder(encoding).decode(first, { stream: true })
  const sep = /^"?sep=(.)"?(?:\r\n|\n|\r)/.exec(text)
  const lines = (sep ? text.slice(sep[0].length) : text).split(/\r\n|\n|\r/).slice(0, SAMPLE_LINES)
  // The last line may be cut, unless it is all there is.
  if (lines.length > 1) lines.pop()
  const quote = given.quote === undefined ? '"' : given.quote
  const delimiter = given.delimiter ?? sep?.[1] ?? delimiterOf(lines, quote)
  const firstLine = sep ? 2 : 1
  const { style, doubtful } = styleFrom({ given, usual }, lines, delimiter, quote, firstLine)
  const form = { ...given, delimiter, firstLine, ...style }
  const plain = utf8(whole, encoding, { signal })
  const columns = cellsOf(lines[0] ?? '', delimiter, quote).length
  const found = { source: sep ? without(plain, sep[0].length) : plain, form, columns }
  return doubtful === undefined ? found : { ...found, doubtful }
}

function styleFrom(
  { given, usual }: { readonly given: NumberStyle; readonly usual: NumberStyle | undefined },
  lines: readonly string[],
  delimiter: string,
  quote: string | null,
  firstLine: number,
): Extract<StyleFound, { style: NumberStyle }> {
  if (given.decimal !== undefined || given.thousands !== undefined) return { style: {} }
  const [names = [], ...rows] = lines.map((line) => cellsOf(line, delimiter, quote))
  const found = styleOf(rows.flat(), delimiter, usual)
  if (!('ambiguous' in found)) return found
  const value = found.ambiguous
  const isIt = (cell: string): boolean => cell.trim() === value
  const row = rows.findIndex((cells) => cells.some(isIt))
  const column = names[rows[row]?.findIndex(isIt) ?? -1] ?? ''
  throw new ArgumentError(
    `line ${firstLine + 1 + row}: ${JSON.stringify(value)} in the column ${JSON.stringify(column)} may be ${Number(value.replace(',', '.'))} (decimal ",") or ${value.replace(',', '')} (thousands ",")`,
    'ambiguous-decimal',
    { cause: value },
  )
}

/**
 * The mark that parts every line into as many cells as the first; of several, the one that makes most cells.
 *
 * Where none parts the first line, it may be a title: the mark is then the one that parts all lines below alike.
 */
function delimiterOf(lines: readonly string[], quote: string | null): string {
  const counts = (mark: string): number[] =>
    lines.filter((line) => line.trim() !== '').map((line) => cellsOf(line, mark, quote).length)
  const judged = DELIMITERS.map((mark) => {
    const [header = 1, ...rows] = counts(mark)
    const agreeing = rows.filter((count) => count === header).length
    return { mark, header, agreement: rows.length === 0 ? 1 : agreeing / rows.length }
  }).filter(({ header }) => header > 1)
  judged.sort((a, b) => b.agreement - a.agreement || b.header - a.header)
  const below = (mark: string): boolean => {
    const [, first = 1, ...rows] = counts(mark)
    return first > 1 && rows.every((count) => count === first)
  }
  return judged[0]?.mark ?? DELIMITERS.find(below) ?? ','
}

/** The cells of a line, without quotes; good enough to look at. */
function cellsOf(line: string, delimiter: string, quote: string | null): string[] {
  if (quote === null || !line.includes(quote)) return line.split(delimiter)
  const cells = ['']
  let inside = false
  for (const mark of line) {
    if (mark === quote) inside = !inside
    else if (mark === delimiter && !inside) cells.push('')
    else cells[cells.length - 1] += mark
  }
  return cells
}

/** The header and a row, as far as there are any; and everything including them. */
async function peek(
  source: AsyncIterable<Uint8Array>,
): Promise<{ first: Uint8Array; whole: AsyncIterable<Uint8Array> }> {
  const iterator = source[Symbol.asyncIterator]()
  let first = new Uint8Array(0)
  // A line's end in UTF-16 is two bytes.
  while (first.length < ENOUGH && (linesIn(first) < 2 || (first.length % 2 === 1 && first.includes(0)))) {
    const step = await iterator.next()
    if (step.done) break
    const joined = new Uint8Array(first.length + step.value.length)
    joined.set(first)
    joined.set(step.value, first.length)
    first = joined
  }
  async function* whole(): AsyncGenerator<Uint8Array, void, void> {
    if (first.length > 0) yield first
    yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return { first, whole: whole() }
}

function linesIn(piece: Uint8Array): number {
  let lines = 0
  for (let i = 0; i < piece.length && lines < 2; i++) if (piece[i] === LF || piece[i] === CR) lines++
  return lines
}

async function* without(
  source: AsyncIterable<Uint8Array>,
  length: number,
): AsyncGenerator<Uint8Array, void, void> {
  let left = length
  for await (const piece of source) {
    const cut = left === length ? piece.subarray(byteOrderMark(piece)) : piece
    const kept = cut.subarray(left)
    left = Math.max(0, left - cut.length)
    if (kept.length > 0) yield kept
  }
}

function byteOrderMark(piece: Uint8Array): number {
  return piece[0] === 0xef && piece[1] === 0xbb && piece[2] === 0xbf ? 3 : 0
}
