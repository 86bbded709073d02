import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { UserError } from './failure.ts'

/** Lines of JSON to a file or to standard output, with back-pressure and a count of bytes. */
export interface Output {
  /** Bytes written so far, flushed or not, and their checksum. */
  readonly offset: number
  readonly checksum: number
  write(record: Record<string, unknown>): void
  /** Waits until everything written has left this process. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** How much is gathered before it is worth a write. */
const CHUNK = 1 << 16

/** Where an output was left: its length in bytes, and their checksum. */
export interface Left {
  readonly offset: number
  readonly checksum: number
}

/** @param left where to cut an existing file and go on; absent: a new file */
export async function openOutput(path: string | undefined, left?: Left): Promise<Output> {
  const start = left ?? { offset: 0, checksum: 0 }
  if (path === undefined)
    return buffered(
      (text) => writeTo(process.stdout, text),
      async () => {},
      start,
    )
  if (left) await expectLeft(path, left)
  const file = await open(path, left ? 'r+' : 'w')
  if (left) await file.truncate(left.offset)
  let position = start.offset
  return buffered(
    async (text) => {
      position += (await file.write(text, 0, text.length, position)).bytesWritten
    },
    async () => {
      await file.sync()
      await file.close()
    },
    start,
  )
}

/** Refuses to go on in a file that does not begin with what was written. */
async function expectLeft(path: string, { offset, checksum }: Left): Promise<void> {
  let size = 0
  let sum = 0
  if (offset > 0) {
    for await (const chunk of createReadStream(path, { end: offset - 1 })) {
      size += (chunk as Buffer).length
      sum = crc32(chunk as Buffer, sum)
    }
  }
  if (size < offset) throw new UserError(`${path} has ${size} bytes; the checkpoint was made after ${offset}`)
  if (sum !== checksum) throw new UserError(`${path} does not hold what the checkpoint's run had written`)
}

function buffered(send: (text: Buffer) => Promise<void>, end: () => Promise<void>, start: Left): Output {
  let pending: string[] = []
  let size = 0
  let { offset, checksum } = start
  let sending = Promise.resolve()
  const push = (): void => {
    if (pending.length === 0) return
    const text = Buffer.from(pending.join(''))
    pending = []
    size = 0
    sending = sending.then(() => send(text))
    sending.catch(() => {})
  }
  return {
    get offset() {
      return offset
    },
    get checksum() {
      return checksum
    },
    write(record) {
      const line = `${JSON.stringify(record, readable)}\n`
      pending.push(line)
      size += line.length
      const bytes = Buffer.from(line)
      offset += bytes.length
      checksum = crc32(bytes, checksum)
      if (size >= CHUNK) push()
    },
    flush() {
      push()
      return sending
    },
    async close() {
      push()
      await sending
      await end()
    },
  }
}

/** JSON has no infinities and no NaN: they are written as text, not as null. */
function readable(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
}

function writeTo(stream: NodeJS.WriteStream, text: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()))
  })
}
