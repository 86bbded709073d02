import { readFile } from 'node:fs/promises'
import { parseRecipe, presets, type Recipe } from '@credence/recipe'
import { UserError } from './failure.ts'
import { suggest } from './suggest.ts'

/** Deeper than any recipe: a file of brackets must not exhaust the stack. */
const DEEPEST = 64

/** A recipe from a JSON file, or a preset by its name. */
export async function readRecipe(path: string): Promise<Recipe> {
  if (Object.hasOwn(presets, path)) return parseRecipe({ preset: path })
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EISDIR')
      throw new UserError(`the recipe ${JSON.stringify(path)} is a folder: name a file in it`)
    if (error.code !== 'ENOENT') throw error
    throw new UserError(
      `no recipe ${JSON.stringify(path)}, and no preset of that name: ${suggest(path, Object.keys(presets))}`,
    )
  })
  return parseRecipe(parseJson(text, path))
}

function parseJson(text: string, path: string): unknown {
  if (text.trim() === '') throw new UserError(`the recipe ${path} is empty`)
  if (depthOf(text) > DEEPEST) throw new UserError(`the recipe ${path} is nested more than ${DEEPEST} deep`)
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new UserError(`${path} is not JSON: ${(error as Error).message}`)
  }
}

/** Most brackets open at once, those in strings included: an upper bound that needs no stack. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (const mark of text) {
    if (mark === '[' || mark === '{') deepest = Math.max(deepest, ++depth)
    else if (mark === ']' || mark === '}') depth--
  }
  return deepest
}
