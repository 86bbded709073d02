import { parentPort, workerData } from 'node:worker_threads'
import type { TextOptions } from './lines.ts'
import { linesOf } from './linesOf.ts'
import { type PackedRecords, unpackRecords } from './packedRecords.ts'
import { TextBytes } from './textBytes.ts'

/** The thread itself: packed records in, their text out. */
const options = workerData as TextOptions
const lines = linesOf(options)
const text = new TextBytes(1 << 19, options.digits)

parentPort?.on('message', (packed: PackedRecords) => {
  unpackRecords(packed, (record) => lines.write(record, text))
  const bytes = text.take()
  parentPort?.postMessage(bytes, [bytes.buffer as ArrayBuffer])
})
