import { flatten } from './flat.ts'
import type { Lines } from './lines.ts'
import type { TextBytes } from './textBytes.ts'

/** Records that may wait for the first one that has all fields: an outcome that is missing has no loss. */
const PATIENCE = 10_000

type AnyRecord = Readonly<Record<string, unknown>>

/** Records as CSV. The columns are those of the first record that has a loss, and stay the same. */
export function csvLines(known?: readonly string[]): Lines {
  let names = known
  let waiting: AnyRecord[] = []

  function putLine(record: AnyRecord, to: TextBytes): void {
    const columns = names as readonly string[]
    const row = isFlat(record) ? undefined : flatten(record)
    for (let c = 0; c < columns.length; c++) {
      if (c > 0) to.ascii(',')
      const name = columns[c] as string
      putCell(row === undefined ? record[name] : row.get(name), to)
    }
    to.ascii('\n')
  }

  function begin(to: TextBytes): void {
    if (names !== undefined || waiting.length === 0) return
    names = [...new Set(waiting.flatMap((record) => [...flatten(record).keys()]))]
    to.text(`${names.map(quoted).join(',')}\n`)
    for (const record of waiting) putLine(record, to)
    waiting = []
  }

  return {
    get columns() {
      return names
    },
    write(record, to) {
      if (names !== undefined) return putLine(record, to)
      waiting.push(record)
      if ('loss' in record || waiting.length >= PATIENCE) begin(to)
    },
    rest: begin,
  }
}

/** Whether no field has fields of its own: its names are then the columns. */
function isFlat(record: AnyRecord): boolean {
  for (const name in record) if (typeof record[name] === 'object' && record[name] !== null) return false
  return true
}

function putCell(value: unknown, to: TextBytes): void {
  if (value === undefined || value === null) return
  if (typeof value === 'number') to.number(value)
  else to.text(quoted(String(value)))
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}
