import { createHash } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import type { Recipe } from '@credence/recipe'
import { ArgumentError, readSave, writeSave } from 'credence'
import { UserError } from './failure.ts'

/** Where a run stands: how many rows it has taken, how far its output reaches, and what it knows. */
export interface Checkpoint {
  readonly row: number
  /** Checksum of those rows. */
  readonly rows: number
  /** Bytes of output so far, and their checksum. */
  readonly offset: number
  readonly output: number
  /** Whether every expert is reported. */
  readonly experts: boolean
  readonly session: unknown
}

export function recipeHash(recipe: Recipe): string {
  return createHash('sha256').update(JSON.stringify(recipe)).digest('hex')
}

/** Writes beside the file and renames: whoever reads it finds the old one whole or the new one whole. */
export async function writeCheckpoint(path: string, recipe: Recipe, state: Checkpoint): Promise<void> {
  const beside = `${path}.${process.pid}.tmp`
  try {
    await writeFile(beside, writeSave({ description: { recipe: recipeHash(recipe) }, state }), {
      flush: true,
    })
    await rename(beside, path)
  } finally {
    await rm(beside, { force: true })
  }
}

export async function readCheckpoint(path: string, recipe: Recipe): Promise<Checkpoint> {
  const bytes = await readFile(path)
  try {
    const { description, state } = readSave(bytes)
    if ((description as { recipe?: string }).recipe !== recipeHash(recipe)) {
      throw new UserError(`${path} was saved by another recipe`)
    }
    return state as Checkpoint
  } catch (error) {
    if (error instanceof ArgumentError) throw new UserError(`${path}: ${error.message}`)
    throw error
  }
}
