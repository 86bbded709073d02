import { csvLines } from './csvLines.ts'
import { jsonLines } from './jsonLines.ts'
import type { Lines, TextOptions } from './lines.ts'

export function linesOf({ format, columns, shape }: TextOptions): Lines {
  return format === 'ndjson' ? jsonLines() : csvLines(columns, shape, format === 'spreadsheet')
}
