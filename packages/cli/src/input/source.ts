import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { Socket } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { datasets } from '@credence/datasets'
import { nearest } from 'credence/kinds'
import { UserError } from '../base/failure.ts'
import { openPipe } from '../files/openPipe.ts'

/** Where bytes come from. */
export interface Source {
  readonly name: string
  /** False for what passes only once: standard input, a pipe, a device. */
  readonly again: boolean
  /** The path of a regular file. */
  readonly path?: string
  /** Its length in bytes. */
  readonly size?: number
  read(signal?: AbortSignal): Promise<AsyncIterable<Uint8Array>>
}

/** A path, the name of a shipped data set, or `-` for standard input. */
export async function findSource(data: string): Promise<Source> {
  if (data === '-') return standardInput
  const found = await sourceAt(data)
  if (found) return found
  const shipped = datasets.find(({ name }) => name === data)
  if (shipped) return shippedFile(data, shipped.url)
  if (/^(https?|ftp|s3):\/\//.test(data))
    throw new UserError(
      `${JSON.stringify(data)} is an address: download the file first, or pipe it in: curl ADDRESS | credence run -`,
    )
  const names = datasets.map(({ name }) => name)
  throw new UserError(`no file ${JSON.stringify(data)}${await nearFile(data, names)}`)
}

/** The file, pipe or device at a path; undefined if nothing is there. @param role what it is for, as a folder is refused */
export async function sourceAt(path: string, role?: string): Promise<Source | undefined> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  const name = JSON.stringify(path)
  if (found?.isDirectory())
    throw new UserError(`${role ? `${role} ${name}` : name} is a folder: name a file in it`)
  if (found?.isFile()) return regular(path, path, found.size)
  return found && flowing(path, found.isFIFO())
}

/** What was probably meant by a file that is not there. */
async function nearFile(data: string, shipped: readonly string[]): Promise<string> {
  const meant = nearest(data, [...shipped, ...(await neighbours(data))])
  if (meant !== undefined) return `. Did you mean ${meant}?`
  return data.includes('.')
    ? ': check the name and the folder'
    : `. Shipped data sets are ${shipped.join(', ')}`
}

/** The files beside the one that is not there: a slip of a letter is the commonest reason. */
async function neighbours(path: string): Promise<string[]> {
  const folder = dirname(path)
  const names = await readdir(folder).catch(() => [])
  const near = nearest(basename(path), names)
  return near === undefined ? [] : [folder === '.' && !path.startsWith('./') ? near : join(folder, near)]
}

async function shippedFile(name: string, url: URL): Promise<Source> {
  const path = fileURLToPath(url)
  return regular(name, path, (await stat(path)).size)
}

function regular(name: string, path: string, size: number): Source {
  return { name, again: true, path, size, read: async () => createReadStream(path) }
}

/** A pipe or a device by its path. */
function flowing(path: string, isPipe: boolean): Source {
  return {
    name: path,
    again: false,
    async read(signal) {
      if (!isPipe) return createReadStream(path)
      // A socket waits for a pipe without holding a thread that would keep the process from ending.
      const fd = await openPipe(path, 'r', signal)
      const pipe = new Socket({ fd, readable: true, writable: false })
      endOnAbort(pipe, signal)
      return pipe
    },
  }
}

const standardInput: Source = {
  name: 'standard input',
  again: false,
  async read(signal) {
    endOnAbort(process.stdin, signal)
    return process.stdin
  },
}

/** An idle pipe would otherwise keep the process alive until its writer closes it. */
function endOnAbort(stream: { destroy(): unknown }, signal: AbortSignal | undefined): void {
  if (signal?.aborted) stream.destroy()
  else signal?.addEventListener('abort', () => stream.destroy())
}
