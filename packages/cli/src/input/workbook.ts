import { UserError } from '../base/failure.ts'
import type { Source } from './source.ts'

/** The first sheet of an Excel workbook as CSV: its first row names the columns, dates are written as 2026-03-31T05:00. */
export async function* workbookText(
  bytes: AsyncIterable<Uint8Array>,
  { name }: Source,
): AsyncGenerator<Uint8Array, void, void> {
  const pieces: Uint8Array[] = []
  for await (const piece of bytes) pieces.push(piece)
  const rows = await sheetOf(Buffer.concat(pieces), name)
  const encoder = new TextEncoder()
  for (const row of rows) {
    // Rows below the table that were only formatted.
    if (row.every((cell) => cell === null)) continue
    yield encoder.encode(`${row.map(written).join(',')}\n`)
  }
}

type SheetCell = string | number | boolean | Date | null

/** An optional dependency: it need not be there, not even when this is compiled. */
const READER: string = 'read-excel-file/node'

interface SheetReader {
  readSheet(file: Buffer): Promise<readonly (readonly SheetCell[])[]>
}

async function sheetOf(file: Buffer, name: string): Promise<readonly (readonly SheetCell[])[]> {
  const { readSheet } = await (import(READER) as Promise<SheetReader>).catch(() => {
    throw new UserError(
      `${name} looks like an Excel workbook, and the package that reads it is not installed: npm install read-excel-file, or save the sheet as CSV`,
    )
  })
  return readSheet(file).catch(() => {
    throw new UserError(
      `${name} looks like an Excel workbook and cannot be read as one: save the sheet as CSV`,
    )
  })
}

function written(cell: SheetCell): string {
  if (cell === null) return ''
  const text =
    cell instanceof Date ? cell.toISOString().replace(/T00:00:00\.000Z$|:00\.000Z$/, '') : String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
