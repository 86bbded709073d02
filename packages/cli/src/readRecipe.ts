import { readFile } from 'node:fs/promises'
import { parseRecipe, presets, type Recipe } from '@credence/recipe'
import { UserError } from './failure.ts'
import { suggest } from './suggest.ts'

/** Deeper than any recipe: a file of brackets must not exhaust the stack. */
const DEEPEST = 64

/** Fields of a recipe that can be said at the command line. */
export interface RecipeWishes {
  readonly target?: string
  readonly task?: string
  readonly time?: string
  readonly ahead?: number
  readonly coverage?: number
  readonly memory?: number | boolean
}

/** A recipe from a JSON file, or a preset by its name; what is said at the command line goes before what it says. */
export async function readRecipe(path: string, wishes: RecipeWishes = {}): Promise<Recipe> {
  if (Object.hasOwn(presets, path)) return parse({ preset: path }, wishes)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EISDIR')
      throw new UserError(`the recipe ${JSON.stringify(path)} is a folder: name a file in it`)
    if (error.code !== 'ENOENT') throw error
    throw new UserError(
      `no recipe ${JSON.stringify(path)}, and no preset of that name: ${suggest(path, Object.keys(presets))}`,
    )
  })
  return parse(parseJson(text, path), wishes)
}

function parse(written: unknown, { coverage, ...wishes }: RecipeWishes): Recipe {
  const said = Object.fromEntries(Object.entries(wishes).filter(([, value]) => value !== undefined))
  if (typeof written !== 'object' || written === null || Array.isArray(written)) return parseRecipe(written)
  if (isAuto(written))
    return parseRecipe({ ...written, ...forAuto(wishes), ...(coverage === undefined ? {} : { coverage }) })
  const fields = { ...written, ...said }
  if (coverage === undefined) return parseRecipe(fields)
  // Conformal recipes call it coverage, the others interval.
  const { task } = parseRecipe(fields)
  return parseRecipe({ ...fields, [task === 'conformal' ? 'coverage' : 'interval']: coverage })
}

/** `auto` by its name or by its task. */
function isAuto(written: object): boolean {
  const { preset, task } = written as { preset?: unknown; task?: unknown }
  return preset === 'auto' || task === 'auto'
}

/** What is said at the command line, in the fields of an auto recipe. */
function forAuto({ task, ...wishes }: RecipeWishes): object {
  const said = { ...wishes, ...(task === 'auto' ? {} : { as: task }) }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
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
