import { crc32 } from 'node:zlib'
import type { Sink } from '../files/sink.ts'
import type { TextOptions } from './lines.ts'
import { linesOf } from './linesOf.ts'
import type { Left, Output } from './output.ts'
import { TextBytes } from './textBytes.ts'

/** How much is gathered before it is worth a write. */
const CHUNK = 1 << 16
/** Room for that and for the record that fills it. */
const CAPACITY = CHUNK + (1 << 12)

/** Records as text. */
export function textOutput(
  sink: Sink,
  options: TextOptions,
  start: Left = { offset: 0, checksum: 0 },
): Output {
  const lines = linesOf(options)
  const pending = new TextBytes(CAPACITY, options.digits)
  let { offset, checksum } = start
  let begun = false
  let sending = Promise.resolve()

  const send = (task: () => Promise<void>): void => {
    sending = sending.then(task)
    sending.catch(() => {})
  }
  const push = (): void => {
    if (!begun) send(() => sink.cut(start.offset))
    begun = true
    if (pending.length === 0) return
    const bytes = pending.take()
    send(async () => {
      offset += bytes.length
      checksum = crc32(bytes, checksum)
      await sink.write(bytes)
    })
  }
  for (const record of start.waiting ?? []) lines.write(record, pending)
  return {
    write(record) {
      lines.write(record, pending)
      if (pending.length >= CHUNK) push()
    },
    flush() {
      push()
      return sending
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
      if (pending.length > 0) push()
      try {
        await sending
      } finally {
        await sink.close(begun)
      }
    },
  }
}
