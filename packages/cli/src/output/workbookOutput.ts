import { UserError } from '../base/failure.ts'
import type { Sink } from '../files/sink.ts'
import { type Cell, flatten } from './flat.ts'
import type { Output } from './output.ts'

/** Rows that a sheet of Excel can hold, its head among them. */
const MOST_ROWS = 1_048_576

/** Letters that a column shows at least: those of a date with its time. */
const WIDTH = 17

/** An optional dependency: it need not be there, not even when this is compiled. */
const WRITER: string = 'write-excel-file/node'

interface SheetWriter {
  default(
    rows: readonly (readonly (object | null)[])[],
    options: { readonly columns: readonly { readonly width: number }[]; readonly stickyRowsCount: number },
  ): { toBuffer(): Promise<Uint8Array> }
}

/**
 * Records as an Excel workbook of one sheet: a column for each field, its head in bold. A date is a date there, and any
 * other text a text, never a formula. An infinite end has no cell, because a chart would show a text as 0.
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
    const columns = names.map((name) => ({ width: Math.max(WIDTH, name.length + 2) }))
    return writeExcelFile([head, ...cells], { columns, stickyRowsCount: 1 }).toBuffer()
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
  if (typeof cell === 'number') return Number.isFinite(cell) ? { value: number(cell), type: Number } : null
  return dateOf(cell) ?? { value: cell, type: String }
}

/** 2026-03-31 and 2026-03-31T05:00 are dates; with seconds, a zone or a day that does not exist they stay as they are. */
function dateOf(cell: string): object | undefined {
  if (!/^\d{4}-\d\d-\d\d([T ]\d\d:\d\d)?$/.test(cell)) return undefined
  const timed = cell.length > 10
  const value = new Date(`${cell.slice(0, 10)}T${timed ? cell.slice(11) : '00:00'}Z`)
  if (Number.isNaN(value.getTime()) || !value.toISOString().startsWith(cell.slice(0, 10))) return undefined
  return { value, type: Date, format: timed ? 'yyyy-mm-dd hh:mm' : 'yyyy-mm-dd' }
}
