import { csvLines } from './csvLines.ts'
import { jsonLines } from './jsonLines.ts'
import type { TextBytes } from './textBytes.ts'

/** Records as lines of text. */
export interface Lines {
  /** The columns, where lines have a fixed set of them and it is known by now. */
  readonly columns: readonly string[] | undefined
  /** Writes what a record adds to the output; it may be nothing yet. */
  write(record: Readonly<Record<string, unknown>>, to: TextBytes): void
  /** Writes what is still held back: called before anything counts as written. */
  rest(to: TextBytes): void
}

/** @param columns of a CSV whose header is already there */
export function linesOf(format: 'csv' | 'ndjson', columns: readonly string[] | undefined): Lines {
  return format === 'csv' ? csvLines(columns) : jsonLines()
}
