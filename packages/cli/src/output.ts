import { open } from 'node:fs/promises'

/** Lines of JSON to a file or to standard output, with back-pressure and a count of bytes. */
export interface Output {
  /** Bytes written so far, flushed or not. */
  readonly offset: number
  write(record: Record<string, unknown>): void
  /** Waits until everything written has left this process. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** How much is gathered before it is worth a write. */
const CHUNK = 1 << 16

/** @param from where to cut an existing file and go on; absent: a new file */
export async function openOutput(path: string | undefined, from?: number): Promise<Output> {
  if (path === undefined)
    return buffered(
      (text) => writeTo(process.stdout, text),
      async () => {},
      0,
    )
  const file = await open(path, from === undefined ? 'w' : 'r+')
  if (from !== undefined) await file.truncate(from)
  let position = from ?? 0
  return buffered(
    async (text) => {
      position += (await file.write(text, 0, text.length, position)).bytesWritten
    },
    async () => {
      await file.sync()
      await file.close()
    },
    position,
  )
}

function buffered(send: (text: Buffer) => Promise<void>, end: () => Promise<void>, start: number): Output {
  let pending: string[] = []
  let size = 0
  let offset = start
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
    write(record) {
      const line = `${JSON.stringify(record, readable)}\n`
      pending.push(line)
      size += line.length
      offset += Buffer.byteLength(line)
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
