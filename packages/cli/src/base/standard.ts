import { fstatSync, write } from 'node:fs'
import { UserError } from './failure.ts'

/**
 * Writes all of it to standard output (1) or standard error (2).
 *
 * Node writes to a file behind a standard stream once and forgets what did not fit; a pipe or a terminal it does right.
 */
export function writeStandard(descriptor: 1 | 2, bytes: Uint8Array): Promise<void> {
  const [name, stream] =
    descriptor === 1 ? ['standard output', process.stdout] : ['standard error', process.stderr]
  if (isRegular(descriptor)) return writeAll(descriptor, bytes, name)
  return new Promise((resolve, reject) => {
    // A reader that has left misses nothing, and the run ends in good order.
    stream.write(bytes, (error) => (error && !isLeft(error) ? reject(error) : resolve()))
  })
}

function isLeft(error: NodeJS.ErrnoException): boolean {
  return error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED'
}

function isRegular(descriptor: number): boolean {
  try {
    const found = fstatSync(descriptor)
    return found.isFile() || found.isCharacterDevice()
  } catch {
    return false
  }
}

/** Writes all bytes to an open descriptor, or throws. */
export async function writeAll(descriptor: number, bytes: Uint8Array, name: string): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    done += await new Promise<number>((resolve, reject) => {
      write(descriptor, bytes, done, bytes.length - done, null, (error, count) =>
        error ? reject(noRoom(error, `${name}: no room left; the last line may be cut`)) : resolve(count),
      )
    })
  }
}

/** A full disk or quota in words; anything else as it is. */
export function noRoom(error: unknown, message: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG' ? new UserError(message) : error
}
