import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Recipe } from '@credence/recipe'
import { readSave, writeSave } from 'credence'
import { expect, it } from 'vitest'
import { type Checkpoint, readCheckpoint, writeCheckpoint } from './checkpoint.ts'

it('a checkpoint of another version is refused by its name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'credence-checkpoint-'))
  const path = join(folder, 'c')
  const recipe = { task: 'auto', target: 'y' } as Recipe
  const state = { row: 3, rows: 7, asked: {}, watched: null, session: null } as unknown as Checkpoint
  try {
    await writeCheckpoint(path, recipe, state)
    expect(await readCheckpoint(path, recipe)).toEqual(state)
    const { description } = readSave(await readFile(path))
    const { format: _, ...before } = description as { format: number }
    await writeFile(path, writeSave({ description: before, state }))
    await expect(readCheckpoint(path, recipe)).rejects.toThrow(
      `${path} was saved by another version of credence`,
    )
  } finally {
    await rm(folder, { recursive: true })
  }
})
