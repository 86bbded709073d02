import type { Table } from 'credence/stream'
import { ndjsonTable } from 'credence/stream'
import { UserError } from '../base/failure.ts'
import type { OpenOptions } from './options.ts'

/** A file's bytes to rows: objects of numbers, words and nulls, every one with the names of the first. */
export type RowReader = (
  bytes: AsyncIterable<Uint8Array>,
  options: object,
) => AsyncIterable<object> | Iterable<object>

/** What a recipe says of how its data is read. */
export interface WrittenReader {
  readonly kind: string
  readonly [option: string]: unknown
}

const readers = new Map<string, RowReader>()

export function addReader(name: string, reader: unknown, from: string): void {
  if (readers.has(name))
    throw new UserError(`reader ${JSON.stringify(name)} of ${from}: there is one of that name already`)
  if (typeof reader !== 'function')
    throw new UserError(`reader ${JSON.stringify(name)} of ${from} must be a function from bytes to rows`)
  readers.set(name, reader as RowReader)
}

/** The reader that a recipe names, as an object with a kind. */
export function writtenReader(written: object): WrittenReader | undefined {
  const { reader } = written as { reader?: unknown }
  if (reader === undefined) return undefined
  const found = (typeof reader === 'string' ? { kind: reader } : reader) as WrittenReader
  if (readers.has(found?.kind)) return found
  const names = [...readers.keys()]
  throw new UserError(
    `reader must be one that a plugin brings${names.length > 0 ? `: ${names.join(', ')}` : ', and no plugin brings one'}; received ${JSON.stringify(reader)}`,
  )
}

/** The rows of a reader as a table. */
export async function readerTable(
  { kind, ...given }: WrittenReader,
  bytes: AsyncIterable<Uint8Array>,
  options: OpenOptions,
): Promise<Table> {
  const read = readers.get(kind) as RowReader
  async function* lines(): AsyncGenerator<string, void, void> {
    try {
      for await (const row of read(bytes, given)) yield `${JSON.stringify(row)}\n`
    } catch (error) {
      throw new UserError(`reader ${JSON.stringify(kind)}: ${(error as Error).message}`)
    }
  }
  return ndjsonTable(lines(), options)
}
