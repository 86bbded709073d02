import { readFile } from 'node:fs/promises'
import { parseRecipe, presets, type Recipe } from '@credence/recipe'
import { UserError } from './failure.ts'

/** A recipe from a JSON file, or a preset by its name. */
export async function readRecipe(path: string): Promise<Recipe> {
  if (Object.hasOwn(presets, path)) return parseRecipe({ preset: path })
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new UserError(
      `no recipe ${JSON.stringify(path)}, and no preset of that name (${Object.keys(presets).join(', ')})`,
    )
  })
  return parseRecipe(parseJson(text, path))
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new UserError(`${path} is not JSON: ${(error as Error).message}`)
  }
}
