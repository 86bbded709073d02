import { ArgumentError } from 'credence'
import type * as z from 'zod'
import { expandPreset } from './presets.ts'
import { type Recipe, recipeSchema } from './schema.ts'

/** Reads a recipe: expands its preset, checks it, fills in the defaults. Errors say where and what. */
export function parseRecipe(value: unknown): Recipe {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ArgumentError(
      `a recipe must be a JSON object; received ${Array.isArray(value) ? 'an array' : typeof value}`,
    )
  }
  const { $schema: _, ...written } = value as Record<string, unknown>
  if ('plugins' in written)
    throw new ArgumentError('plugins are programs: only the command line runs them, and only with --plugins')
  const expanded = expandPreset(written)
  if (expanded.task === undefined) expanded.task = 'regression'
  const result = recipeSchema.safeParse(expanded)
  if (result.success) return result.data
  throw new ArgumentError(result.error.issues.map((issue) => describeIssue(issue, expanded)).join('; '))
}

function describeIssue(issue: z.core.$ZodIssue, recipe: unknown): string {
  const value = issue.path.reduce(
    (at: unknown, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key],
    recipe,
  )
  const where = pathName(issue.path)
  if (issue.code === 'unrecognized_keys')
    return `${where} has no field ${issue.keys.map((key) => `"${key}"`).join(', ')}`
  if (issue.code === 'custom') return `${where}${joinTo(issue.message)}`
  if (value === undefined) return `${where} is missing`
  return `${where}: ${issue.message.replace(/, received .*$/, '')}; received ${shorten(JSON.stringify(value))}`
}

function pathName(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'the recipe'
  return path
    .map((key, i) => (typeof key === 'number' ? `[${key}]` : `${i ? '.' : ''}${String(key)}`))
    .join('')
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

/** The library's own words: of the field itself, of an option inside it, or a sentence. */
function joinTo(message: string): string {
  if (/^[ [.]/.test(message)) return message
  return /^[\w.[\]]+ must /.test(message) ? `.${message}` : `: ${message}`
}
