import { ArgumentError } from 'credence'
import type { Batch, NumberStyle, Table } from 'credence/stream'
import type { FileWishes, OpenOptions } from './options.ts'
import { readerTable, type WrittenReader } from './readers.ts'
import { type Findings, recognise } from './recognise.ts'
import { findSource } from './source.ts'

/** Where rows come from: a file that can be read again, or something that passes only once. */
export interface Input {
  readonly name: string
  readonly again: boolean
  /** Bytes of a file as it lies on the disk, for the time that is left. */
  readonly size: number | undefined
  /** Bytes read of it so far by the table opened last. */
  readonly position: number
  /** What was found in it that the user should know. */
  readonly notes: ReadonlySet<string>
  /** How numbers are written in the table opened last; undefined where they are no text. */
  readonly numbers: NumberStyle | undefined
  open(options?: OpenOptions): Promise<Table>
}

/**
 * A path, the name of a shipped data set, or `-` for standard input.
 *
 * @param reader of a plugin, where the recipe names one; else the first bytes show what it is
 */
export async function findInput(
  data: string,
  wishes: FileWishes = {},
  reader?: WrittenReader,
): Promise<Input> {
  const source = await findSource(data)
  const count = { bytes: 0 }
  const notes = new Set<string>()
  let numbers: NumberStyle | undefined
  const found: Findings = {
    note: (text) => notes.add(text),
    style: (style) => {
      numbers = style
    },
  }
  return {
    name: source.name,
    again: source.again,
    size: source.size,
    notes,
    get numbers() {
      return numbers
    },
    get position() {
      return count.bytes
    },
    async open(options = {}) {
      count.bytes = 0
      const bytes = counted(await source.read(options.signal), count, options.signal)
      return inFile(source.name, () =>
        reader ? readerTable(reader, bytes, options) : recognise(bytes, source, wishes, options, found),
      )
    },
  }
}

/** A table whose bad rows are refused with the name of its file. */
async function inFile(name: string, open: () => Promise<Table>): Promise<Table> {
  const named = (error: unknown): unknown =>
    error instanceof ArgumentError && error.code === 'bad-row'
      ? new ArgumentError(`${name}, ${error.message}`, error.code)
      : error
  const table = await open().catch((error: unknown) => {
    throw named(error)
  })
  return {
    ...table,
    async *batches(): AsyncGenerator<Batch, void, void> {
      try {
        yield* table.batches()
      } catch (error) {
        throw named(error)
      }
    },
  }
}

/** Counts the bytes. A stream that a signal closed has not ended, and its error is the signal's. */
async function* counted(
  source: AsyncIterable<Uint8Array>,
  count: { bytes: number },
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, void> {
  try {
    for await (const piece of source) {
      count.bytes += piece.length
      yield piece
    }
  } catch (error) {
    throw signal?.aborted ? signal.reason : error
  }
  signal?.throwIfAborted()
}
