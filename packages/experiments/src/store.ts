import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Result } from './experiment.ts'

/**
 * Finished replications on disk, one file each, found again by what decides them.
 *
 * A file appears whole or not at all, so that a run that is stopped leaves only what is finished.
 */
export class Store {
  readonly #folder: string

  /** @param key the digest of experiment, settings, seed and version */
  constructor(out: string, experiment: string, key: string) {
    this.#folder = join(out, experiment, 'replications', key.slice(0, 12))
  }

  async read(part: string, replication: number): Promise<Result | undefined> {
    try {
      return JSON.parse(await readFile(this.#path(part, replication), 'utf8'), revive) as Result
    } catch {
      // Not there, or damaged by what is not ours: either way it is to be run.
      return undefined
    }
  }

  async write(part: string, replication: number, result: Result): Promise<void> {
    await writeWhole(this.#path(part, replication), JSON.stringify(result, plain))
  }

  #path(part: string, replication: number): string {
    return join(this.#folder, `${part.replace(/[^\w.-]/g, '_')}.${replication + 1}.json`)
  }
}

/** Writes beside the file and renames. */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const beside = `${path}.${process.pid}.tmp`
  await writeFile(beside, content)
  await rename(beside, path)
}

const SPECIAL = ['NaN', 'Infinity', '-Infinity']

function plain(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
}

function revive(_key: string, value: unknown): unknown {
  return typeof value === 'string' && SPECIAL.includes(value) ? Number(value) : value
}
