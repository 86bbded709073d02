import {
  type Table as ArrowTable,
  CompressionType,
  setCompressionCodec,
  Type,
  tableFromIPC,
} from '@uwdata/flechette'
import type { ColumnBatch, Table } from 'credence/stream'
import { columnTable } from 'credence/stream'
import { decompress } from 'fzstd'
import { UserError } from '../base/failure.ts'
import { type ArrowMessage, arrowMessages } from './arrowMessages.ts'
import type { OpenOptions } from './options.ts'
import type { Source } from './source.ts'

const NUMERIC: ReadonlySet<number> = new Set([Type.Int, Type.Float, Type.Decimal, Type.Bool])

/** The columns of an Arrow file or stream (Feather 2), one record batch at a time: memory is that of the largest. */
export async function arrowTable(
  { name }: Source,
  bytes: AsyncIterable<Uint8Array>,
  options: OpenOptions,
): Promise<Table> {
  const messages = arrowMessages(bytes)
  const first = await next(messages, name)
  if (first?.kind !== 'schema') throw new UserError(`${name} is not a whole Arrow file: it has no schema`)
  const heads = decoded([first.bytes], name).schema.fields.map((field) => ({
    name: field.name,
    isNumeric: NUMERIC.has(field.type.typeId),
  }))
  async function* read(places: readonly number[]): AsyncGenerator<ColumnBatch, void, void> {
    const before = [(first as ArrowMessage).bytes]
    for (let message = await next(messages, name); message; message = await next(messages, name)) {
      if (message.kind === 'dictionary') before.push(message.bytes)
      if (message.kind !== 'rows') continue
      const arrow = decoded([...before, message.bytes], name)
      const columns = places.map((place) => arrow.getChildAt(place).toArray() as ArrayLike<unknown>)
      yield { size: arrow.numRows, columns }
    }
  }
  return columnTable(heads, read, options)
}

async function next(
  messages: AsyncGenerator<ArrowMessage, void, void>,
  name: string,
): Promise<ArrowMessage | undefined> {
  try {
    const { value } = await messages.next()
    return value ?? undefined
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error
    throw new UserError(`${name} is not a whole Arrow file: ${(error as Error).message}`)
  }
}

function decoded(messages: readonly Uint8Array[], name: string): ArrowTable {
  setCompressionCodec(CompressionType.ZSTD, { encode: (data) => data, decode: (data) => decompress(data) })
  setCompressionCodec(CompressionType.LZ4_FRAME, { encode: (data) => data, decode: refuseLz4 })
  try {
    // A copy of its own: values are read in place, and must begin at a multiple of eight bytes.
    const whole = new Uint8Array(Buffer.concat(messages))
    return tableFromIPC(whole, { useDate: true, useDecimalInt: false })
  } catch (error) {
    if (error instanceof Lz4)
      throw new UserError(
        `${name} is an Arrow file compressed with LZ4: write it with compression="zstd" or "uncompressed", or as Parquet`,
      )
    throw new UserError(`${name} is not a whole Arrow file: ${(error as Error).message}`)
  }
}

class Lz4 extends Error {}

function refuseLz4(): never {
  throw new Lz4()
}
