import { parentPort, workerData } from 'node:worker_threads'
import { linesOf } from './lines.ts'
import { type PackedRecords, unpackRecords } from './packedRecords.ts'
import { TextBytes } from './textBytes.ts'
import type { TextOptions } from './textThread.ts'

/** The thread itself: packed records in, their text out. */
const { format, digits, columns } = workerData as TextOptions
const lines = linesOf(format, columns)
const text = new TextBytes(1 << 19, digits)

parentPort?.on('message', (packed: PackedRecords) => {
  unpackRecords(packed, (record) => lines.write(record, text))
  const bytes = text.take()
  parentPort?.postMessage(bytes, [bytes.buffer as ArrayBuffer])
})
