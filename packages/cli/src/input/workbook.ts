import { UserError } from '../base/failure.ts'
import type { Source } from './source.ts'

/**
 * The first sheet of an Excel workbook that holds a table, as CSV: its first row names the columns, dates are written as
 * 2026-03-31T05:00. A title above the table is passed over.
 */
export async function* workbookText(
  bytes: AsyncIterable<Uint8Array>,
  { name }: Source,
): AsyncGenerator<Uint8Array, void, void> {
  const pieces: Uint8Array[] = []
  for await (const piece of bytes) pieces.push(piece)
  const sheets = await sheetsOf(Buffer.concat(pieces), name)
  const tables = sheets.map(({ data }) => tableIn(data))
  const encoder = new TextEncoder()
  for (const row of tables.find(isTable) ?? tables[0] ?? []) {
    yield encoder.encode(`${row.map(written).join(',')}\n`)
  }
}

type SheetCell = string | number | boolean | Date | null
type SheetRows = readonly (readonly SheetCell[])[]

const filled = (row: readonly SheetCell[]): number => row.filter((cell) => cell !== null).length

/** Rows that hold something, from the head on: rows of one cell above wider ones are a title. */
function tableIn(rows: SheetRows): SheetRows {
  const there = rows.filter((row) => filled(row) > 0)
  const head = there.findIndex((row) => filled(row) > 1)
  return head < 0 ? there : there.slice(head)
}

/** Notes are one column wide. */
function isTable(rows: SheetRows): boolean {
  return rows.length > 1 && filled(rows[0] ?? []) > 1
}

/** An optional dependency: it need not be there, not even when this is compiled. */
const READER: string = 'read-excel-file/node'

interface SheetReader {
  default(file: Buffer): Promise<readonly { readonly data: SheetRows }[]>
}

async function sheetsOf(file: Buffer, name: string): Promise<readonly { readonly data: SheetRows }[]> {
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
