import type { TextBytes } from './textBytes.ts'

/** How records become text. */
export interface TextOptions {
  readonly format: 'csv' | 'spreadsheet' | 'ndjson'
  readonly digits: number | undefined
  /** Of a CSV whose header is already there. */
  readonly columns: readonly string[] | undefined
  /** A record that has all fields which records may have, where that is known before the first. */
  readonly shape?: object | undefined
}

/** Records as lines of text. */
export interface Lines {
  /** The columns, where lines have a fixed set of them and it is known by now. */
  readonly columns: readonly string[] | undefined
  /** Records that were taken and not written, because the columns are not known yet. */
  readonly waiting: readonly Readonly<Record<string, unknown>>[]
  /** Writes what a record adds to the output; it may be nothing yet. */
  write(record: Readonly<Record<string, unknown>>, to: TextBytes): void
  /** Writes what is still held back: nothing follows. */
  rest(to: TextBytes): void
}
