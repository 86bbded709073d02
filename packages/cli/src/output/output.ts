import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { UserError } from '../failure.ts'
import { openSink, type Sink } from '../files/sink.ts'
import { jsonLine } from './jsonLine.ts'

/** Lines of JSON to a file or to standard output, with back-pressure and a count of bytes. */
export interface Output {
  write(record: Readonly<Record<string, unknown>>): void
  /** Waits until everything written has left this process. */
  flush(): Promise<void>
  /** Where a later run would go on: after all that was written, which is then on the disk. */
  left(): Promise<Left>
  /** An output to which nothing was written, flushed or left is as it was before. */
  close(): Promise<void>
}

/** Where an output was left: its length in bytes, and their checksum. */
export interface Left {
  readonly offset: number
  readonly checksum: number
}

/** How much is gathered before it is worth a write. */
const CHUNK = 1 << 16

/** @param left where to cut an existing file and go on; absent: from its beginning */
export async function openOutput(path: string | undefined, left?: Left): Promise<Output> {
  if (path !== undefined && left) await expectLeft(path, left)
  const sink = await openSink(path)
  return buffered(sink, left ?? { offset: 0, checksum: 0 })
}

/** Refuses to go on in a file that does not begin with what was written. */
export async function expectLeft(path: string, { offset, checksum }: Left): Promise<void> {
  const found = await stat(path)
  if (!found.isFile()) throw new UserError(`${path} is no file: only a file can be gone on with`)
  if (found.size < offset)
    throw new UserError(`${path} has ${found.size} bytes; the checkpoint was made after ${offset}`)
  let sum = 0
  if (offset > 0) {
    for await (const chunk of createReadStream(path, { end: offset - 1 })) sum = crc32(chunk as Buffer, sum)
  }
  if (sum !== checksum) throw new UserError(`${path} does not hold what the checkpoint's run had written`)
}

function buffered(sink: Sink, start: Left): Output {
  let pending: string[] = []
  let size = 0
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
    const bytes = Buffer.from(pending.join(''))
    pending = []
    size = 0
    offset += bytes.length
    checksum = crc32(bytes, checksum)
    send(() => sink.write(bytes))
  }
  return {
    write(record) {
      const line = jsonLine(record)
      pending.push(line)
      size += line.length
      if (size >= CHUNK) push()
    },
    flush() {
      push()
      return sending
    },
    async left() {
      push()
      await sending
      await sink.sync()
      return { offset, checksum }
    },
    async close() {
      if (pending.length > 0) push()
      try {
        await sending
      } finally {
        await sink.close(begun)
      }
    },
  }
}
