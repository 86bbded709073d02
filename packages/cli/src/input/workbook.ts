import { UserError } from '../base/failure.ts'
import type { Source } from './source.ts'

/**
 * The first sheet of an Excel workbook that holds a table, as CSV: its first row names the columns, dates are written as
 * 2026-03-31T05:00. A title above the table and empty rows become empty lines, so that line 7 is row 7 of the sheet.
 *
 * @param note is told which sheet is read, where several hold a table
 */
export async function* workbookText(
  bytes: AsyncIterable<Uint8Array>,
  { name }: Source,
  note: (text: string) => void = () => {},
): AsyncGenerator<Uint8Array, void, void> {
  const pieces: Uint8Array[] = []
  for await (const piece of bytes) pieces.push(piece)
  const sheets = await sheetsOf(Buffer.concat(pieces), name)
  const tables = sheets.map(({ sheet, data }) => ({ sheet, rows: tableIn(data) }))
  const found = tables.filter(({ rows }) => isTable(rows))
  const [first = tables[0]] = found
  if (found.length > 1)
    note(
      `${name} has ${found.length} sheets with a table, and ${JSON.stringify(first?.sheet)} is read. If this is right, do nothing; to read another, save it as CSV`,
    )
  const encoder = new TextEncoder()
  for (const row of first?.rows ?? []) {
    yield encoder.encode(`${filled(row) === 0 ? '' : row.map(written).join(',')}\n`)
  }
}

type SheetCell = string | number | boolean | Date | null
type SheetRows = readonly (readonly SheetCell[])[]

const filled = (row: readonly SheetCell[]): number => row.filter((cell) => cell !== null).length

/** All rows, with nothing above the head: rows of one cell above wider ones are a title. */
function tableIn(rows: SheetRows): SheetRows {
  const head = rows.findIndex((row) => filled(row) > 1)
  return rows.map((row, r) => (r < head ? [] : row))
}

/** Notes are one column wide. */
function isTable(rows: SheetRows): boolean {
  const [head = [], ...more] = rows.filter((row) => filled(row) > 0)
  return more.length > 0 && filled(head) > 1
}

/** An optional dependency: it need not be there, not even when this is compiled. */
const READER: string = 'read-excel-file/node'

interface Sheet {
  readonly sheet: string
  readonly data: SheetRows
}

interface SheetReader {
  default(file: Buffer): Promise<readonly Sheet[]>
}

async function sheetsOf(file: Buffer, name: string): Promise<readonly Sheet[]> {
  const { default: readExcelFile } = await (import(READER) as Promise<SheetReader>).catch(() => {
    throw new UserError(
      `${name} looks like an Excel workbook, and the package that reads it is not installed. Save the sheet as CSV, or npm install read-excel-file`,
    )
  })
  return readExcelFile(file).catch(() => {
    throw new UserError(
      `${name} looks like an Excel workbook, but is damaged or has a password. Save the sheet as CSV, or export it again`,
    )
  })
}

function written(cell: SheetCell): string {
  if (cell === null) return ''
  const text = cell instanceof Date ? timeOf(cell) : String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A workbook counts days, of which 5 o'clock is a part that no number is exactly: it may be read as a millisecond less. */
function timeOf(cell: Date): string {
  const time = new Date(10 * Math.round(cell.getTime() / 10))
  return time.toISOString().replace(/T00:00:00\.000Z$|:00\.000Z$/, '')
}
