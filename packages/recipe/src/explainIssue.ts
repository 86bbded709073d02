import { nearest } from 'credence/kinds'
import type * as z from 'zod'

type Issue = z.core.$ZodIssue

/** What is wrong with a recipe, in our own words: the field, what it must be, and what was found. @param fields of its task */
export function explainIssue(issue: Issue, recipe: object, fields: readonly string[]): string {
  const { path } = issue
  const value = path.reduce(
    (at: unknown, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key],
    recipe,
  )
  const where = pathName(path)
  if (issue.code === 'unrecognized_keys') {
    const known = path.length === 0 ? fields : []
    const names = issue.keys.map((key) => `"${key}"`).join(', ')
    return `${where} has no field ${names}${meant(issue.keys[0], known)}`
  }
  if (issue.code === 'custom') {
    const joined = joinTo(issue.message)
    return `${joined.startsWith(': ') ? entryName(path, where) : where}${joined}`
  }
  if (value === undefined) return `${where} is missing${HINTS[where] ?? ''}`
  const known = choices(issue)
  return `${where} must ${requirementOf(issue)}; received ${shorten(JSON.stringify(value))}${meant(value, known)}`
}

const HINTS: Readonly<Record<string, string>> = {
  experts:
    ': say what to learn with, as in "experts": [{ "kind": "svb", "scale": [0.01, 0.1] }], or take a preset: "preset": "svb-ea"',
}

function requirementOf(issue: Issue): string {
  if (issue.code === 'invalid_type') return `be ${TYPES[issue.expected] ?? issue.expected}`
  const known = choices(issue)
  if (known.length > 0) return `be one of ${known.join(', ')}`
  if (issue.code === 'too_small')
    return issue.origin === 'array'
      ? 'not be empty'
      : `be ${issue.inclusive ? 'at least' : 'above'} ${issue.minimum}`
  if (issue.code === 'too_big' && issue.origin === 'array') return `have at most ${items(issue.maximum)}`
  if (issue.code === 'too_big') return `be ${issue.inclusive ? 'at most' : 'below'} ${issue.maximum}`
  if (issue.path[0] === 'forecast')
    return 'be the name of a column, or { "mean", "scale" }, or { "lower", "upper" } with the names of two'
  return 'be as `credence schema` says'
}

function items(count: number | bigint): string {
  return `${count} ${Number(count) === 1 ? 'entry' : 'entries'}`
}

/** All that a field may be, where they can be listed. */
function choices(issue: Issue): readonly string[] {
  if (issue.code === 'invalid_value') return issue.values.map(String)
  return issue.code === 'invalid_union' && issue.discriminator === 'task' ? TASKS : []
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list, in [ ]',
  object: 'an object, in { }',
}

const TASKS = ['regression', 'classification', 'experts', 'conformal', 'auto'] as const

/** Which name was probably meant. */
export function meant(name: unknown, known: readonly string[]): string {
  const near = typeof name === 'string' ? nearest(name, known) : undefined
  return near === undefined ? '' : `; did you mean ${near}?`
}

function pathName(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'the recipe'
  return path
    .map((key, i) => (typeof key === 'number' ? `[${key}]` : `${i ? '.' : ''}${String(key)}`))
    .join('')
}

/** An entry of a list, counted as people count. */
function entryName([list, place, ...more]: readonly PropertyKey[], where: string): string {
  return typeof place === 'number' && more.length === 0 ? `entry ${place + 1} of "${String(list)}"` : where
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

/** The library's own words: of the field itself, of an option inside it, or a sentence. */
function joinTo(message: string): string {
  if (/^[ [.]/.test(message)) return message
  return /^[\w.[\]]+ must /.test(message) ? `.${message}` : `: ${message}`
}
