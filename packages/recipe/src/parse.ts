import { ArgumentError } from 'credence'
import { nearest } from 'credence/kinds'
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
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => `"${key}"`).join(', ')
    return `${where} has no field ${names}${issue.path.length > 0 ? '' : meantField(issue.keys, recipe)}`
  }
  if (issue.code === 'invalid_union' && issue.path.join() === 'task') {
    return `task must be one of ${TASKS.join(', ')}; received ${JSON.stringify(value)}${didYouMean(String(value), TASKS)}`
  }
  if (issue.code === 'custom') return `${where}${joinTo(issue.message)}`
  if (value === undefined) return `${where} is missing`
  return `${where}: ${issue.message.replace(/, received .*$/, '')}; received ${shorten(JSON.stringify(value))}`
}

const TASKS = recipeSchema.options.map((task) => [...task.shape.task.values][0] as string)

/** What a misspelt field of a recipe of this task was probably meant to be. */
function meantField([name = '']: readonly string[], recipe: unknown): string {
  const { task } = recipe as { readonly task: never }
  const known = recipeSchema.options.find(({ shape }) => shape.task.values.has(task))
  return didYouMean(name, Object.keys(known?.shape ?? {}))
}

function didYouMean(name: string, known: readonly string[]): string {
  const meant = nearest(name, known)
  return meant === undefined ? '' : `; did you mean ${meant}?`
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
