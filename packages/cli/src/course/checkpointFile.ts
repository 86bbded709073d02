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

/** The fields of a recipe, each as JSON. */
function fieldsOf(recipe: Recipe): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(recipe).map(([name, value]) => [name, JSON.stringify(value)]))
}

/** Characters up to which the value of a field is shown. */
const SHORT = 60

/** What the saved run had otherwise, where it is known and said in few words. */
function differenceFrom(before: unknown, recipe: Recipe): string {
  const now = fieldsOf(recipe)
  const then = (before ?? {}) as Readonly<Record<string, string>>
  const names = [...new Set([...Object.keys(then), ...Object.keys(now)])].filter(
    (name) => then[name] !== now[name],
  )
  const each = names.map(
    (name) => `${JSON.stringify(name)} was ${shown(then[name])} and is ${shown(now[name])}`,
  )
  return before === undefined || each.length === 0 ? '' : `: ${each.join('; ')}`
}

function shown(value: string | undefined): string {
  if (value === undefined) return 'not given'
  return value.length <= SHORT ? value : 'another'
}

export async function writeCheckpoint(path: string, recipe: Recipe, state: Checkpoint): Promise<void> {
  const description = { recipe: recipeHash(recipe), fields: fieldsOf(recipe), format: FORMAT }
  const bytes = writeSave({ description, state })
  const kept = existsSync(path) ? 'the checkpoint before is still there' : 'there is no checkpoint'
  await writeWhole(path, bytes, `${path}: no room left on its disk; ${kept}`)
}

export async function readCheckpoint(path: string, recipe: Recipe): Promise<Checkpoint> {
  const bytes = await bytesOf(path)
  return inFile(path, () => {
    const { description, state } = readSave(bytes)
    const said = (description ?? {}) as { recipe?: string; fields?: unknown; format?: number }
    const { recipe: hash, fields, format } = said
    if (hash !== recipeHash(recipe))
      throw new UserError(
        `${path} was saved by a run with another recipe or other options${differenceFrom(fields, recipe)}. Give those of that run; or begin again without --resume, and save under another name`,
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
