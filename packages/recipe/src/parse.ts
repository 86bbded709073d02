import { ArgumentError } from 'credence'
import { explainIssue } from './explainIssue.ts'
import { expandPreset } from './presets.ts'
import { type Recipe, recipeSchema } from './schema.ts'

/** Reads a recipe: expands its preset, checks it, fills in the defaults. Errors say where and what. */
export function parseRecipe(value: unknown): Recipe {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const received = value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value
    throw new ArgumentError(`a recipe must be a JSON object; received ${received}`, 'bad-recipe')
  }
  const { $schema: _, ...written } = value as Record<string, unknown>
  if ('plugins' in written)
    throw new ArgumentError(
      'plugins are programs: only the command line runs them, and only with --plugins',
      'bad-recipe',
    )
  const expanded = expandPreset(written)
  if (expanded.task === undefined) expanded.task = 'regression'
  const result = recipeSchema.safeParse(expanded)
  if (result.success) return result.data
  const fields = fieldsOf(expanded.task)
  throw new ArgumentError(
    result.error.issues.map((issue) => explainIssue(issue, expanded, fields)).join('; '),
    'bad-recipe',
  )
}

/** Names of the fields that recipes of a task have. */
function fieldsOf(task: unknown): string[] {
  const found = recipeSchema.options.find(({ shape }) => shape.task.value === task)
  return Object.keys(found?.shape ?? {})
}
