import { parseRecipe, type Recipe } from '@credence/recipe'
import { UserError } from './failure.ts'
import { readRecipe } from './readRecipe.ts'

/** What may be said of `auto` at the shell; `target` of any recipe. */
export interface AutoFlags {
  readonly target?: string
  readonly task?: string
  readonly time?: string
  readonly ahead?: number
  readonly coverage?: number
  readonly memory?: 'on' | 'off'
}

/** The recipe named, or `auto`, with what was said at the shell in its fields. */
export async function recipeFor(path: string | undefined, flags: AutoFlags): Promise<Recipe> {
  const { target, task, time, ahead, coverage, memory } = flags
  const said = { as: task, time, ahead, coverage, memory: memory === undefined ? undefined : memory === 'on' }
  const fields = Object.entries(said).filter(([, value]) => value !== undefined)
  const aim = target === undefined ? {} : { target }
  const recipe = path === undefined ? parseRecipe({ preset: 'auto' }) : await readRecipe(path)
  if (recipe.task === 'auto') return parseRecipe({ ...recipe, ...Object.fromEntries(fields), ...aim })
  for (const [name] of fields) {
    const flag = name === 'as' ? 'task' : name
    throw new UserError(`--${flag} is for auto alone: leave the recipe out, or write it into ${path}`)
  }
  return target === undefined ? recipe : parseRecipe({ ...recipe, ...aim })
}
