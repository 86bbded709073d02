import { ByteWriter, type ColumnSource, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer'
import type { Sink } from '../files/sink.ts'
import { type Cell, flatten } from './flat.ts'
import type { Output } from './output.ts'

/** Rows in a row group: what is held in memory. */
const GROUP = 50_000

/**
 * Records as Parquet: one column for each field, numbers as doubles, a value that is not there as null.
 *
 * Its description is at the end of the file, so that it cannot be gone on with after a stop.
 */
export function parquetOutput(sink: Sink, number: (value: number) => number): Output {
  const bytes = new ByteWriter()
  let writer: ParquetWriter | undefined
  let names: readonly string[] = []
  let rows: Map<string, Cell>[] = []
  let begun = false

  const send = async (): Promise<void> => {
    const piece = new Uint8Array(bytes.buffer.slice(0, bytes.index))
    bytes.index = 0
    if (piece.length > 0) await sink.write(piece)
  }
  const columnData = (): ColumnSource[] => names.map((name) => columnOf(name, rows, number))
  const writeGroup = async (): Promise<void> => {
    if (!begun) await sink.cut(0)
    begun = true
    if (rows.length === 0) return
    if (!writer) {
      names = [...new Set(rows.flatMap((row) => [...row.keys()]))]
      writer = new ParquetWriter({
        writer: bytes,
        schema: schemaFromColumnData({ columnData: columnData() }),
      })
    }
    await writer.write({ columnData: columnData(), rowGroupSize: GROUP })
    rows = []
    await send()
  }

  return {
    write(record) {
      rows.push(flatten(record))
    },
    async flush() {
      if (rows.length >= GROUP) await writeGroup()
    },
    async left() {
      throw new Error('a Parquet file cannot be gone on with')
    },
    async finish() {
      await writeGroup()
      await writer?.finish()
      await send()
    },
    async close() {
      try {
        // Stopped on the way it is a whole file of the rows so far.
        if (rows.length > 0 || (writer && bytes.index > 0)) await this.finish()
      } finally {
        await sink.close(begun)
      }
    },
  }
}

function columnOf(
  name: string,
  rows: readonly Map<string, Cell>[],
  number: (value: number) => number,
): ColumnSource {
  const data = rows.map((row) => row.get(name) ?? null)
  const first = data.find((cell) => cell !== null)
  if (name === 't') return { name, data: data as number[], type: 'INT32', nullable: false }
  if (typeof first === 'boolean') return { name, data, type: 'BOOLEAN', nullable: true }
  if (typeof first === 'string')
    return {
      name,
      data: data.map((cell) => (cell === null ? null : String(cell))),
      type: 'STRING',
      nullable: true,
    }
  return {
    name,
    data: data.map((cell) => (typeof cell === 'number' ? number(cell) : null)),
    type: 'DOUBLE',
    nullable: true,
  }
}
