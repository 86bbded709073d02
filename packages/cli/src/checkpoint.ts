import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import type { Recipe } from '@credence/recipe'
import { ArgumentError, readSave, writeSave } from 'credence'
import { UserError } from './failure.ts'
import { besideOf, writeWhole } from './files/writeWhole.ts'
import type { Left } from './output/output.ts'

/** Where a run stands: how many rows it has taken, how far its output reaches, and what it knows. */
export interface Checkpoint {
  /** Rows read, and their checksum. */
  readonly row: number
  readonly rows: number
  readonly output: Left
  /** Whatever else was asked of the run, and must be asked again. */
  readonly asked: Readonly<Record<string, unknown>>
  /** Its statistics. */
  readonly watched: unknown
  readonly session: unknown
}

/** Of what a checkpoint holds; raised whenever that changes. */
const FORMAT = 2

export function recipeHash(recipe: Recipe): string {
  return createHash('sha256').update(JSON.stringify(recipe)).digest('hex')
}

export async function writeCheckpoint(path: string, recipe: Recipe, state: Checkpoint): Promise<void> {
  const bytes = writeSave({ description: { recipe: recipeHash(recipe), format: FORMAT }, state })
  await writeWhole(path, bytes, `${path}: no room left on its disk; the checkpoint before is still there`)
}

/** Removes what a killed run may have left beside its checkpoint. */
export async function clearBeside(path: string): Promise<void> {
  await rm(besideOf(path), { force: true })
}

export async function readCheckpoint(path: string, recipe: Recipe): Promise<Checkpoint> {
  const bytes = await readFile(path)
  try {
    const { description, state } = readSave(bytes)
    const { recipe: hash, format } = description as { recipe?: string; format?: number }
    if (hash !== recipeHash(recipe)) throw new UserError(`${path} was saved by another recipe`)
    if (format !== FORMAT)
      throw new UserError(
        `${path} was saved by another version of credence: run all rows again, without --resume`,
      )
    return state as Checkpoint
  } catch (error) {
    if (error instanceof ArgumentError) throw new UserError(`${path}: ${error.message}`)
    throw error
  }
}
