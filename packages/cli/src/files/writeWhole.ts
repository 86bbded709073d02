import { randomBytes } from 'node:crypto'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { noRoom } from '../base/standard.ts'
import { targetOf } from './targetOf.ts'

/** Writes beside the file and renames: a reader finds the old one whole or the new one whole. */
export async function writeWhole(path: string, content: string | Uint8Array, onFull: string): Promise<void> {
  const target = await targetOf(path)
  const beside = `${target}.${randomBytes(8).toString('hex')}${SAVING}`
  try {
    await writeFile(beside, content, { flush: true, flag: 'wx' })
    await rename(beside, target)
  } catch (error) {
    await rm(beside, { force: true })
    throw noRoom(error, onFull)
  }
}

const SAVING = '.saving'

/** Whether a path is such as `writeWhole` gives to what it has not finished: no file of the user's has that name. */
export function isBeside(path: string, target: string): boolean {
  if (!path.startsWith(`${target}.`) || !path.endsWith(SAVING)) return false
  return /^[0-9a-f]{16}$/.test(path.slice(target.length + 1, -SAVING.length))
}

/** Removes what killed runs have left beside a file that this run alone writes. */
export async function clearBeside(path: string): Promise<void> {
  const target = await targetOf(path)
  const folder = dirname(target)
  const paths = (await readdir(folder).catch(() => [])).map((name) => join(folder, name))
  for (const found of paths) if (isBeside(found, target)) await rm(found, { force: true })
}
