import { closeSync, openSync } from 'node:fs'
import { type FileHandle, open, stat, unlink } from 'node:fs/promises'
import { noRoom, writeAll, writeStandard } from '../base/standard.ts'
import { type Lock, lockFile } from './lock.ts'
import { openPipe } from './openPipe.ts'
import { targetOf } from './targetOf.ts'

/** Where bytes go: a file of its own, or something that only flows, such as a pipe or a device. */
export interface Sink {
  readonly name: string
  /** Whether what was written can be cut and gone on from. */
  readonly isFile: boolean
  /** Appends all of it, or throws. */
  write(bytes: Uint8Array): Promise<void>
  /** Cuts the file at `offset`, and goes on from there. */
  cut(offset: number): Promise<void>
  /** Waits until the bytes are on the disk. */
  sync(): Promise<void>
  /** @param keep whether a file that was not there before shall stay */
  close(keep: boolean): Promise<void>
}

export interface SinkOptions {
  /** Whether a full disk shall leave whole lines. @default true */
  readonly isText?: boolean
  /** Ends the wait for a pipe without a reader. */
  readonly signal?: AbortSignal | undefined
}

/** @param path undefined for standard output */
export async function openSink(
  path: string | undefined,
  { isText = true, signal }: SinkOptions = {},
): Promise<Sink> {
  if (path === undefined) return standardOutput
  const found = await stat(path).catch(() => undefined)
  if (found?.isFIFO()) return flowing(path, await openPipe(path, 'w', signal))
  if (found && !found.isFile()) return flowing(path, openSync(path, 'w'))
  // Not cut on opening: another run may hold it.
  const file = await open(path, found ? 'r+' : 'w')
  try {
    return fileSink(path, file, await lockFile(path), { isNew: found === undefined, isText })
  } catch (error) {
    await file.close()
    throw error
  }
}

function fileSink(
  path: string,
  file: FileHandle,
  lock: Lock,
  { isNew, isText }: { readonly isNew: boolean; readonly isText: boolean },
): Sink {
  let position = 0
  return {
    name: path,
    isFile: true,
    async write(bytes) {
      const start = position
      try {
        for (let done = 0; done < bytes.length; ) {
          const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position)
          done += bytesWritten
          position += bytesWritten
        }
      } catch (error) {
        // What is left are whole lines: half a line would look like data.
        if (isText) position = start + bytes.lastIndexOf(10, position - start - 1) + 1
        await file.truncate(position).catch(() => {})
        const left = isText
          ? `it holds the ${position} bytes that were whole lines`
          : 'what is there is not a whole file'
        throw noRoom(error, `${path}: no room left on its disk; ${left}`)
      }
    },
    async cut(offset) {
      await file.truncate(offset)
      position = offset
    },
    sync: () => file.sync(),
    async close(keep) {
      try {
        await file.sync()
        if (isNew && !keep) await unlink(await targetOf(path))
      } finally {
        await file.close().finally(() => lock.release())
      }
    },
  }
}

function flowing(path: string, descriptor: number): Sink {
  return {
    name: path,
    isFile: false,
    write: (bytes) => writeAll(descriptor, bytes, path),
    async cut() {},
    async sync() {},
    close: async () => closeSync(descriptor),
  }
}

const standardOutput: Sink = {
  name: 'standard output',
  isFile: false,
  write: (bytes) => writeStandard(1, bytes),
  async cut() {},
  async sync() {},
  async close() {},
}
