import { ArgumentError } from 'credence'
import type { NumberStyle, Table } from 'credence/stream'
import { encodingNamed, ndjsonTable, recogniseCsv, table } from 'credence/stream'
import { UserError } from '../base/failure.ts'
import { gunzipped } from './gunzipped.ts'
import type { FileWishes, OpenOptions } from './options.ts'
import type { Source } from './source.ts'

/** Takes what was found out about a file. */
export interface Findings {
  /** What the user should know. */
  note(text: string): void
  style(numbers: NumberStyle): void
}

/** Opens what the first bytes show: names lie, and standard input has none. */
export async function recognise(
  bytes: AsyncIterable<Uint8Array>,
  source: Source,
  wishes: FileWishes,
  options: OpenOptions,
  findings: Findings,
): Promise<Table> {
  const { first, whole } = await peek(bytes)
  if (first.length === 0) throw new UserError(`${source.name} is empty: it holds no row; export it again`)
  const start = Buffer.from(first.subarray(0, 8)).toString('latin1')
  if (start.startsWith('\x1f\x8b'))
    return recognise(gunzipped(whole, source.name), source, wishes, options, findings)
  if (start.startsWith('PAR1')) {
    const { parquetTable } = await import('./parquet.ts')
    return parquetTable(source, whole, options)
  }
  if (start.startsWith('ARROW1') || start.startsWith('\xff\xff\xff\xff')) {
    const { arrowTable } = await import('./arrow.ts')
    return arrowTable(source, whole, options)
  }
  if (start.startsWith('PK\x03\x04')) {
    refuseArchives(first, source.name)
    const { workbookText } = await import('./workbook.ts')
    // Its numbers are no text: a point in one is decimal, and says nothing of other files.
    const { usual, ...said } = wishes
    const { note } = findings
    return csvTable(workbookText(whole, source, note), source, said, options, { note, style: () => {} })
  }
  refuseOthers(start, source.name)
  const text = new TextDecoder().decode(first)
  if (/^\s*\{/.test(text))
    return ndjsonTable(whole, { ...options, onLateColumn: lateNote(source.name, findings) })
  if (/^\s*\[/.test(text))
    throw new UserError(
      `${source.name} is one JSON list, which is not read. Export it as CSV, or write one object on each line; the program jq does it: jq -c ".[]" ${source.name} > rows.ndjson`,
    )
  return csvTable(whole, source, wishes, options, findings)
}

/** Says which columns are left out because the first row does not have them. */
function lateNote(file: string, { note }: Findings): (name: string, line: number) => void {
  return (name, line) => {
    const named = JSON.stringify(name)
    note(
      `${file}, line ${line}: the column ${named} first comes here and is left out, because the columns are those of the first row. To use it, write ${named}: null into the first row`,
    )
  }
}

async function csvTable(
  bytes: AsyncIterable<Uint8Array>,
  { name }: Source,
  { header, encoding, ...form }: FileWishes,
  options: OpenOptions,
  findings: Findings,
): Promise<Table> {
  const { signal } = options
  const given = encoding === undefined ? {} : { encoding: encodingNamed(encoding) }
  let width = 0
  try {
    const found = await recogniseCsv(bytes, { ...form, ...given, signal })
    width = found.columns
    const { decimal, thousands } = found.form
    findings.style({ decimal, thousands })
    if (found.doubtful !== undefined) findings.note(doubtOf(found.doubtful))
    const { columns } = options
    const check = (names: readonly string[], numeric: readonly string[]): readonly string[] => {
      if (header === undefined) refuseNumbersAsNames(names, name)
      return typeof columns === 'function' ? columns(names, numeric) : (columns ?? [])
    }
    const chosen = columns === undefined ? {} : { columns: check }
    const opened = await table(found.source, {
      ...found.form,
      ...options,
      ...chosen,
      header: header !== false,
    })
    if (columns === undefined) check(opened.allNames, opened.numericNames)
    return opened
  } catch (error) {
    // One column above rows of several is a title: to pass over these rows would leave none.
    if (width === 1 && error instanceof ArgumentError && error.code === 'bad-row')
      throw new UserError(`${name}, ${error.message}`)
    throw inCommandWords(error, name)
  }
}

function refuseNumbersAsNames(names: readonly string[], file: string): void {
  if (!names.every((name) => name.trim() !== '' && Number.isFinite(Number(name.replace(',', '.'))))) return
  throw new UserError(
    `line 1 of ${file} holds numbers, not names of columns. If it is data, add --no-header; if these are the names, add --header`,
  )
}

/** A point that was read as decimal, in a file of a country where it parts thousands. */
function doubtOf(number: string): string {
  return `numbers such as ${JSON.stringify(number)} are read with a decimal point. If the point parts thousands, so that it is ${number.replace('.', '')}, add --thousands "."; if this is right, do nothing`
}

/** The library names its options; the command writes them with two dashes. */
function inCommandWords(error: unknown, file: string): unknown {
  if (!(error instanceof ArgumentError) || error.code !== 'ambiguous-decimal') return error
  const cell = String(error.cause)
  const [decimal, whole] = ['.', ''].map((mark) => Number(cell.replace(',', mark)))
  return new UserError(
    `${file}, ${error.message}. Add --decimal "," if it means ${decimal}, or --thousands "," if it means ${whole}`,
  )
}

/** What people give a program like this by mistake, by the first bytes of it. */
const OTHERS: readonly (readonly [start: string, what: string])[] = [
  ['\xd0\xcf\x11\xe0', 'an old Excel workbook, or one with a password. Save the sheet as .xlsx or CSV'],
  ['\x28\xb5\x2f\xfd', 'compressed with zstd: unpack it first'],
  ['BZh', 'compressed with bzip2: unpack it first'],
  ['\xfd7zXZ', 'compressed with xz: unpack it first'],
  ['%PDF', 'a PDF: the numbers are needed as CSV'],
  ['SQLite', 'an SQLite database: write the table as CSV'],
  ['<', 'HTML or XML, such as a page that asks to log in: download the table itself, as CSV'],
  ['CRDN', 'a checkpoint of credence: go on from it with --resume'],
]

function refuseOthers(start: string, name: string): void {
  const other = OTHERS.find(([mark]) => start.trimStart().startsWith(mark))
  if (other) throw new UserError(`${name} looks like ${other[1]}`)
}

/** Refuses a zip file that is not an Excel workbook, by the name of the first file in it. */
function refuseArchives(first: Uint8Array, name: string): void {
  const length = Buffer.from(first).length < 30 ? 0 : Buffer.from(first).readUInt16LE(26)
  const inside = Buffer.from(first.subarray(30, 30 + length)).toString('latin1')
  if (inside === 'mimetype')
    throw new UserError(`${name} is an OpenDocument file, which is not read. Save the sheet as .xlsx or CSV`)
  if (/\.(?:[ct]sv|txt|json|ndjson|xlsx?|parquet)$/i.test(inside))
    throw new UserError(`${name} is a zip file that holds ${JSON.stringify(inside)}. Unpack it first`)
}

/** The first piece that holds anything, and everything including it. */
async function peek(
  source: AsyncIterable<Uint8Array>,
): Promise<{ first: Uint8Array; whole: AsyncIterable<Uint8Array> }> {
  const iterator = source[Symbol.asyncIterator]()
  let step = await iterator.next()
  while (!step.done && step.value.length === 0) step = await iterator.next()
  const first = step.done ? new Uint8Array(0) : step.value
  async function* whole(): AsyncGenerator<Uint8Array, void, void> {
    yield first
    yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return { first, whole: whole() }
}
