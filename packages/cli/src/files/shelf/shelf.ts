import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UserError } from '../../base/failure.ts'
import { memoryOfMachine } from '../../base/memory.ts'
import { noRoom } from '../../base/standard.ts'

/** Bytes that are held in memory: an eighth of the machine, at most 256 MB. Files are read nearly as fast. */
const MEMORY = Math.min(2 ** 28, Math.floor(memoryOfMachine() / 8))
/** Bytes that are gathered before they are put away together. */
const PART = 2 ** 24

const INSTEAD = 'for the rows that do not fit into memory. TMPDIR=FOLDER takes another folder'

export interface ShelfOptions {
  /** Bytes that are held in memory; what comes after them goes to a temporary file. */
  readonly memory?: number
  /** Bytes that lists and groups gather before they put them on the shelf. */
  readonly part?: number
}

/** Bytes that were put on a shelf. */
export interface Block {
  read(from: number, to: number): Uint8Array
}

/**
 * Keeps blocks of bytes: the first in memory, those that are too many in one temporary file.
 *
 * The file has no name any more once it is open. So it is gone when the process is, however that ends.
 */
export class Shelf {
  readonly part: number
  #room: number
  #path: string | undefined
  #file: number | undefined
  #end = 0

  constructor({ memory = MEMORY, part = PART }: ShelfOptions = {}) {
    this.#room = memory
    this.part = part
  }

  /** Bytes that are in the file. */
  get filed(): number {
    return this.#end
  }

  put(bytes: Uint8Array): Block {
    if (bytes.length > this.#room) return this.#write(bytes)
    this.#room -= bytes.length
    return { read: (from, to) => bytes.subarray(from, to) }
  }

  close(): void {
    if (this.#file === undefined || this.#path === undefined) return
    closeSync(this.#file)
    // Where a file that is open cannot lose its name, it has it until now.
    rmSync(this.#path, { force: true })
    this.#file = undefined
  }

  #write(bytes: Uint8Array): Block {
    const start = this.#end
    const file = this.#open()
    try {
      for (let done = 0; done < bytes.length; )
        done += writeSync(file, bytes, done, bytes.length - done, start + done)
    } catch (error) {
      throw noRoom(error, `${tmpdir()}: no room left on its disk ${INSTEAD}`)
    }
    this.#end += bytes.length
    return { read: (from, to) => this.#readAll(start + from, to - from) }
  }

  #open(): number {
    if (this.#file !== undefined) return this.#file
    const path = join(tmpdir(), `credence-rows-${randomUUID()}`)
    try {
      this.#file = openSync(path, 'wx+', 0o600)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      throw new UserError(`${tmpdir()}: no file can be made there (${code}) ${INSTEAD}`)
    }
    this.#path = path
    try {
      rmSync(path)
    } catch {
      // Some systems keep the name of a file that is open: it goes when that is closed.
    }
    return this.#file
  }

  #readAll(at: number, size: number): Uint8Array {
    // Another file may have its number by now.
    if (this.#file === undefined) throw new Error('the shelf is closed')
    const bytes = new Uint8Array(size)
    for (let done = 0; done < size; ) {
      const count = readSync(this.#file, bytes, done, size - done, at + done)
      if (count === 0) throw new Error('a temporary file is shorter than what was written to it')
      done += count
    }
    return bytes
  }
}
