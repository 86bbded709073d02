import { UserError } from '../base/failure.ts'
import type { Sink } from '../files/sink.ts'
import { type Cell, flatten } from './flat.ts'
import type { Output } from './output.ts'

/** Rows that a sheet of Excel can hold, its head among them. */
const MOST_ROWS = 1_048_576

/** An optional dependency: it need not be there, not even when this is compiled. */
const WRITER: string = 'write-excel-file/node'

interface SheetWriter {
  default(rows: readonly (readonly (object | null)[])[]): { toBuffer(): Promise<Uint8Array> }
}

/**
 * Records as an Excel workbook of one sheet: a column for each field, its head in bold. A text is a text there, never a
 * formula.
 *
 * It is written at its end, so that it cannot be gone on with after a stop.
 */
export function workbookOutput(sink: Sink, number: (value: number) => number): Output {
  const rows: Map<string, Cell>[] = []
  let begun = false

  const bytesOf = async (): Promise<Uint8Array> => {
    const { default: writeExcelFile } = await (import(WRITER) as Promise<SheetWriter>).catch(() => {
      throw new UserError(
        'the package that writes Excel workbooks is not installed: npm install write-excel-file, or name the output .csv',
      )
    })
    const names = [...new Set(rows.flatMap((row) => [...row.keys()]))]
    const cells = rows.map((row) => names.map((name) => cellOf(row.get(name) ?? null, number)))
    const head = names.map((name) => ({ value: name, type: String, fontWeight: 'bold' as const }))
    return writeExcelFile([head, ...cells]).toBuffer()
  }

  return {
    write(record) {
      if (rows.length + 2 > MOST_ROWS)
        throw new UserError(
          `a sheet of Excel holds ${MOST_ROWS.toLocaleString('en')} rows: name the output .csv`,
        )
      rows.push(flatten(record))
    },
    async flush() {},
    async left() {
      throw new Error('an Excel workbook cannot be gone on with')
    },
    async finish() {
      if (begun) return
      begun = true
      await sink.cut(0)
      await sink.write(await bytesOf())
    },
    async close() {
      try {
        // Stopped on the way it is a whole file of the rows so far.
        if (!begun && rows.length > 0) await this.finish()
      } finally {
        await sink.close(begun)
      }
    },
  }
}

function cellOf(cell: Cell, number: (value: number) => number): object | null {
  if (cell === null) return null
  if (typeof cell === 'boolean') return { value: cell, type: Boolean }
  if (typeof cell === 'number')
    return Number.isFinite(cell)
      ? { value: number(cell), type: Number }
      : { value: String(cell), type: String }
  return { value: cell, type: String }
}
