import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { UserError } from '../base/failure.ts'
import { openSink } from '../files/sink.ts'
import { formatOf, isClosed } from './format.ts'
import type { Left, Output } from './output.ts'
import { rounded } from './textBytes.ts'
import { textOutput } from './textOutput.ts'

export interface OutputOptions {
  /** Absent: standard output. */
  readonly path?: string | undefined
  /** @default by the path's ending, else ndjson */
  readonly format?: string | undefined
  /** Significant digits. @default all */
  readonly digits?: number | undefined
  /** A record that has all fields which records may have, where that is known before the first. */
  readonly shape?: object | undefined
  /** Where to cut an existing file and go on. @default from its beginning */
  readonly left?: Left | undefined
  /** Ends the wait for a pipe without a reader. */
  readonly signal?: AbortSignal | undefined
}

export async function openOutput({
  path,
  format,
  digits,
  shape,
  left,
  signal,
}: OutputOptions): Promise<Output> {
  const kind = formatOf(path, format)
  if (path !== undefined && left) await expectLeft(path, left)
  const sink = await openSink(path, { isText: !isClosed(kind), signal })
  if (!isClosed(kind)) return textOutput(sink, { format: kind, digits, columns: left?.columns, shape }, left)
  const number = (value: number): number => (digits === undefined ? value : rounded(value, digits))
  if (kind === 'xlsx') {
    const { workbookOutput } = await import('./workbookOutput.ts')
    return workbookOutput(sink, number)
  }
  const { parquetOutput } = await import('./parquetOutput.ts')
  return parquetOutput(sink, number)
}

/** Refuses to go on in a file that does not begin with what was written. */
export async function expectLeft(path: string, { offset, checksum }: Left): Promise<void> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new UserError(
      `output ${JSON.stringify(path)} is not there: --resume goes on in what the saved run wrote`,
    )
  })
  if (!found.isFile()) throw new UserError(`${path} is no file: only a file can be gone on with`)
  if (found.size < offset)
    throw new UserError(`${path} has ${found.size} bytes; the checkpoint was made after ${offset}`)
  let sum = 0
  if (offset > 0) {
    for await (const chunk of createReadStream(path, { end: offset - 1 })) sum = crc32(chunk as Buffer, sum)
  }
  if (sum !== checksum) throw new UserError(`${path} does not hold what the checkpoint's run had written`)
}
