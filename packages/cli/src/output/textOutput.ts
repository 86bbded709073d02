import { availableParallelism } from 'node:os'
import { crc32 } from 'node:zlib'
import type { Sink } from '../files/sink.ts'
import type { TextOptions } from './lines.ts'
import { linesOf } from './linesOf.ts'
import type { Left, Output } from './output.ts'
import { RecordPacker } from './packedRecords.ts'
import { TextBytes } from './textBytes.ts'
import { TextThread } from './textThread.ts'

/** How much is gathered before it is worth a write. */
const CHUNK = 1 << 16
/** Room for that and for the record that fills it. */
const CAPACITY = CHUNK + (1 << 12)
/** Records after which a thread makes the text: a run that has ended by then was not worth its start. */
const ALONE = 20_000
/** Writes that may be under way when `flush` returns. */
const UNDER_WAY = 4

/** Records as text. Of a long run another thread makes it; the bytes are the same and in the same order. */
export function textOutput(
  sink: Sink,
  options: TextOptions,
  start: Left = { offset: 0, checksum: 0 },
): Output {
  const lines = linesOf(options)
  const pending = new TextBytes(CAPACITY, options.digits)
  const packer = new RecordPacker()
  let { offset, checksum } = start
  let records = availableParallelism() > 1 ? 0 : Number.NEGATIVE_INFINITY
  let thread: TextThread | undefined
  let begun = false
  let sending = Promise.resolve()
  /** The last writes; all before them are done when the first of these is. */
  const underWay: Promise<void>[] = []

  const send = (task: () => Promise<void>): void => {
    sending = sending.then(task)
    sending.catch(() => {})
    if (underWay.push(sending) > UNDER_WAY) underWay.shift()
  }
  const sendBytes = (made: Uint8Array | Promise<Uint8Array>): void =>
    send(async () => {
      const bytes = await made
      offset += bytes.length
      checksum = crc32(bytes, checksum)
      await sink.write(bytes)
    })
  const push = (): void => {
    if (!begun) send(() => sink.cut(start.offset))
    begun = true
    if (pending.length > 0) sendBytes(pending.take())
    if (!thread || packer.isEmpty) return
    const made = thread.textOf(packer.take())
    made.catch(() => {})
    sendBytes(made)
  }
  /** Whether the record is left to the thread; what is written here already is sent first. */
  const leave = (record: Readonly<Record<string, unknown>>): boolean => {
    if (!thread || pending.length > 0) return false
    if (packer.put(record)) return true
    if (packer.isEmpty) return false
    push()
    return packer.put(record)
  }
  for (const record of start.waiting ?? []) lines.write(record, pending)
  return {
    write(record) {
      if (++records === ALONE) {
        push()
        thread = new TextThread({ ...options, columns: lines.columns })
      }
      if (leave(record)) return
      lines.write(record, pending)
      if (pending.length >= CHUNK) push()
    },
    async flush() {
      push()
      await (thread ? underWay[0] : sending)
    },
    async left() {
      push()
      await sending
      await sink.sync()
      const { columns, waiting } = lines
      return { offset, checksum, ...(columns ? { columns } : { waiting }) }
    },
    finish() {
      lines.rest(pending)
      push()
      return sending
    },
    async close() {
      lines.rest(pending)
      if (pending.length > 0 || !packer.isEmpty) push()
      try {
        await sending
      } finally {
        await thread?.close()
        await sink.close(begun)
      }
    },
  }
}
