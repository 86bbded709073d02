import { flatten } from './flat.ts'
import type { Lines } from './lines.ts'
import type { TextBytes } from './textBytes.ts'

/** Records that may wait for the first one that has all fields: an outcome that is missing has no loss. */
const PATIENCE = 10_000

type AnyRecord = Readonly<Record<string, unknown>>

/**
 * Records as CSV. The columns stay the same: those of the shape and what the first record has besides, or those of the
 * records up to the first that has a loss.
 *
 * @param harmless whether a text that a spreadsheet would take for a formula gets a quotation mark before it
 */
export function csvLines(known?: readonly string[], shape?: object, harmless = false): Lines {
  const quoted = (text: string): string => quotedCell(harmless && FORMULA.test(text) ? `'${text}` : text)
  let names = known
  let waiting: AnyRecord[] = []

  function putLine(record: AnyRecord, to: TextBytes): void {
    const columns = names as readonly string[]
    const row = isFlat(record) ? undefined : flatten(record)
    for (let c = 0; c < columns.length; c++) {
      if (c > 0) to.ascii(',')
      const name = columns[c] as string
      putCell(row === undefined ? record[name] : row.get(name), to, quoted)
    }
    to.ascii('\n')
  }

  function begin(to: TextBytes): void {
    if (names !== undefined || waiting.length === 0) return
    const expected = shape ? [...flatten(shape as AnyRecord).keys()] : []
    const found = new Set(waiting.flatMap((record) => [...flatten(record).keys()]))
    for (const name of expected) found.delete(name)
    names = [...found, ...expected]
    to.text(`${names.map(quoted).join(',')}\n`)
    for (const record of waiting) putLine(record, to)
    waiting = []
  }

  return {
    get columns() {
      return names
    },
    get waiting() {
      return waiting
    },
    write(record, to) {
      if (names !== undefined) return putLine(record, to)
      waiting.push(record)
      if (shape || 'loss' in record || waiting.length >= PATIENCE) begin(to)
    },
    rest: begin,
  }
}

/** Whether no field has fields of its own: its names are then the columns. */
function isFlat(record: AnyRecord): boolean {
  for (const name in record) if (typeof record[name] === 'object' && record[name] !== null) return false
  return true
}

function putCell(value: unknown, to: TextBytes, quoted: (text: string) => string): void {
  if (value === undefined || value === null) return
  if (typeof value === 'number') to.number(value)
  else to.text(quoted(String(value)))
}

/** How a cell begins that Excel, LibreOffice and Google Sheets run as a formula. */
const FORMULA = /^[=+\-@\t\r]/

function quotedCell(text: string): string {
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}
