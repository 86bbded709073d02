import type { ColumnBatch, ColumnHead, Table } from 'credence/stream'
import { columnTable } from 'credence/stream'
import {
  type AsyncBuffer,
  asyncBufferFromFile,
  type FileMetaData,
  parquetMetadataAsync,
  parquetRead,
} from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { UserError } from '../base/failure.ts'
import type { OpenOptions } from './options.ts'
import type { Source } from './source.ts'
import { wholeBuffer } from './wholeBuffer.ts'

/**
 * The columns of a Parquet file, one row group at a time: memory is that of the largest group.
 *
 * A pipe is read to its end first, because the description of a Parquet file is at its end.
 */
export async function parquetTable(
  { name, path }: Source,
  bytes: AsyncIterable<Uint8Array>,
  options: OpenOptions,
): Promise<Table> {
  const file = path === undefined ? await wholeBuffer(bytes) : await asyncBufferFromFile(path)
  const metadata = await parquetMetadataAsync(file).catch((error: Error) => {
    throw new UserError(`${name} is not a whole Parquet file: ${error.message}`)
  })
  const heads = headsOf(metadata)
  const read = (places: readonly number[]): AsyncIterable<ColumnBatch> =>
    rowGroups(
      file,
      metadata,
      places.map((place) => (heads[place] as ColumnHead).name),
      name,
      options.signal,
    )
  return columnTable(heads, read, options)
}

const NUMERIC = new Set(['BOOLEAN', 'INT32', 'INT64', 'FLOAT', 'DOUBLE'])
/** Whole numbers that stand for something else. */
const TIMES = /^(?:DATE|TIME|INTERVAL)/

/** The columns that hold one value in each row; lists and structures are left out. */
function headsOf({ schema }: FileMetaData): ColumnHead[] {
  const heads: ColumnHead[] = []
  let at = 1
  for (let left = schema[0]?.num_children ?? 0; left > 0; left--) {
    const element = schema[at++]
    if (element === undefined) break
    const { num_children = 0, type, name, converted_type = '', logical_type, repetition_type } = element
    if (num_children > 0) {
      at = afterChildren(schema, at, num_children)
      continue
    }
    if (repetition_type === 'REPEATED') continue
    const isTime = TIMES.test(converted_type) || TIMES.test(logical_type?.type ?? '')
    const isNumeric = !isTime && (NUMERIC.has(type ?? '') || converted_type === 'DECIMAL')
    heads.push({ name, isNumeric })
  }
  return heads
}

function afterChildren(schema: FileMetaData['schema'], from: number, children: number): number {
  let at = from
  for (let left = children; left > 0; left--)
    at = afterChildren(schema, at + 1, schema[at]?.num_children ?? 0)
  return at
}

async function* rowGroups(
  file: AsyncBuffer | ArrayBuffer,
  metadata: FileMetaData,
  names: readonly string[],
  source: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<ColumnBatch, void, void> {
  let rowStart = 0
  for (const group of metadata.row_groups) {
    signal?.throwIfAborted()
    const rowEnd = rowStart + Number(group.num_rows)
    const found = new Map<string, ArrayLike<unknown>>()
    await parquetRead({
      file: file as AsyncBuffer,
      metadata,
      columns: [...names],
      rowStart,
      rowEnd,
      compressors,
      onChunk: ({ columnName, columnData }) =>
        found.set(columnName, joined(found.get(columnName), columnData)),
    }).catch((error: Error) => {
      throw new UserError(`${source} cannot be read: ${error.message}`)
    })
    const columns = names.map((name) => found.get(name) ?? [])
    yield { size: rowEnd - rowStart, columns }
    rowStart = rowEnd
  }
}

function joined(before: ArrayLike<unknown> | undefined, more: ArrayLike<unknown>): ArrayLike<unknown> {
  return before === undefined ? more : [...Array.from(before), ...Array.from(more)]
}
