import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import type { Recipe } from '@credence/recipe'
import { ArgumentError, readSave, writeSave } from 'credence'
import { UserError } from '../base/failure.ts'
import { isSave } from '../files/isSave.ts'
import { writeWhole } from '../files/writeWhole.ts'
import { CHECKPOINT, type Checkpoint } from './checkpoint.ts'

/** Of what a checkpoint holds; raised whenever that changes. */
const FORMAT = 8

export function recipeHash(recipe: Recipe): string {
  return createHash('sha256').update(JSON.stringify(recipe)).digest('hex')
}

export async function writeCheckpoint(path: string, recipe: Recipe, state: Checkpoint): Promise<void> {
  const bytes = writeSave({ description: { recipe: recipeHash(recipe), format: FORMAT }, state })
  const kept = existsSync(path) ? 'the checkpoint before is still there' : 'there is no checkpoint'
  await writeWhole(path, bytes, `${path}: no room left on its disk; ${kept}`)
}

export async function readCheckpoint(path: string, recipe: Recipe): Promise<Checkpoint> {
  const bytes = await bytesOf(path)
  return inFile(path, () => {
    const { description, state } = readSave(bytes)
    const { recipe: hash, format } = (description ?? {}) as { recipe?: string; format?: number }
    if (hash !== recipeHash(recipe))
      throw new UserError(
        `${path} was saved by a run with another recipe or other options. Give those of that run; or begin again without --resume, and save under another name`,
      )
    if (format !== FORMAT)
      throw new UserError(
        `${path} was saved by another version of credence: run all rows again, without --resume`,
      )
    CHECKPOINT.check(state, '')
    return state as Checkpoint
  })
}

/** What is wrong with what a checkpoint holds is said with its name. */
export async function inFile<T>(path: string, use: () => T | Promise<T>): Promise<T> {
  try {
    return await use()
  } catch (error) {
    if (error instanceof ArgumentError) throw new UserError(`${path}: ${error.message}`)
    throw error
  }
}

/** The bytes of a checkpoint, or what to do where there is none. */
export async function bytesOf(path: string): Promise<Uint8Array> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new UserError(
      `no file ${JSON.stringify(path)}. Check the name; the first time, use --save ${path} instead of --resume ${path}`,
    )
  })
  if (!found.isFile()) throw new UserError(`${JSON.stringify(path)} is no file: --resume needs a checkpoint`)
  const bytes = await readFile(path)
  if (isSave(bytes)) return bytes
  throw new UserError(`${path} is not a checkpoint: --resume needs a file that --save wrote before`)
}
