import { rename, rm, writeFile } from 'node:fs/promises'
import { noRoom } from './sink.ts'

/** Writes beside the file and renames: a reader finds the old one whole or the new one whole. */
export async function writeWhole(path: string, content: string | Uint8Array, onFull: string): Promise<void> {
  const beside = besideOf(path)
  try {
    await writeFile(beside, content, { flush: true })
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true })
    throw noRoom(error, onFull)
  }
}

/** The name is always the same, so that a later run finds and removes what a killed one left. */
export function besideOf(path: string): string {
  return `${path}.saving`
}
