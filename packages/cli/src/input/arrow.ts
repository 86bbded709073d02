import {
  type Table as ArrowTable,
  CompressionType,
  setCompressionCodec,
  Type,
  tableFromIPC,
} from '@uwdata/flechette'
import type { ColumnBatch, Table } from 'credence'
import { columnTable } from 'credence/stream'
import { decompress } from 'fzstd'
import { UserError } from '../failure.ts'
import type { OpenOptions } from './input.ts'
import type { Source } from './source.ts'
import { wholeBuffer } from './wholeBuffer.ts'

const NUMERIC: ReadonlySet<number> = new Set([Type.Int, Type.Float, Type.Decimal, Type.Bool])

/** The columns of an Arrow file or stream (Feather 2). It is held in memory whole, as Arrow means it to be. */
export async function arrowTable(
  { name }: Source,
  bytes: AsyncIterable<Uint8Array>,
  options: OpenOptions,
): Promise<Table> {
  const arrow = decoded(await wholeBuffer(bytes), name)
  const heads = arrow.schema.fields.map((field) => ({
    name: field.name,
    isNumeric: NUMERIC.has(field.type.typeId),
  }))
  async function* read(places: readonly number[]): AsyncGenerator<ColumnBatch, void, void> {
    const columns = places.map((place) => arrow.getChildAt(place).toArray() as ArrayLike<unknown>)
    yield { size: arrow.numRows, columns }
  }
  return columnTable(heads, read, options)
}

function decoded(buffer: ArrayBuffer, name: string): ArrowTable {
  setCompressionCodec(CompressionType.ZSTD, { encode: (data) => data, decode: (data) => decompress(data) })
  try {
    return tableFromIPC(buffer, { useDate: true, useDecimalInt: false })
  } catch (error) {
    const { message } = error as Error
    if (/codec|compress/i.test(message))
      throw new UserError(
        `${name} is an Arrow file compressed with LZ4: write it with compression="zstd" or "uncompressed", or as Parquet`,
      )
    throw new UserError(`${name} is not a whole Arrow file: ${message}`)
  }
}
