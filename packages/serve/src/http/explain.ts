import type { z } from '@hono/zod-openapi'
import { nearest } from 'credence/kinds'

/** What is wrong with a request, in our words: the field, what it must be, and what came. */
export function explain({ issues }: z.ZodError, given: unknown, known: readonly string[] = []): string {
  const first = issues.slice(0, 3).map((issue) => sentence(issue, given, known))
  return first.join('; ') + (issues.length > 3 ? `; and ${issues.length - 3} more` : '')
}

const NOUNS: Readonly<Record<string, string>> = {
  number: 'a number',
  int: 'a whole number',
  string: 'text',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
}

type Issue = z.core.$ZodIssue

function sentence(issue: Issue, given: unknown, known: readonly string[]): string {
  const value = at(given, issue.path)
  const field = issue.path.length > 0 ? JSON.stringify(issue.path.join('.')) : 'the body'
  if (issue.code === 'unrecognized_keys') {
    const [name = ''] = issue.keys
    return `there is no field ${JSON.stringify(name)}; ${hint(name, known)}`
  }
  if (value === undefined) return `${field} is missing`
  return `${field} ${requirement(issue, value)}; received ${shown(value)}`
}

function requirement(issue: Issue, value: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${NOUNS[issue.expected] ?? `of type ${issue.expected}`}`
    case 'invalid_value': {
      const names = issue.values.map(String)
      const meant = typeof value === 'string' ? nearest(value, names) : undefined
      return `must be ${names.join(', ')}${meant === undefined ? '' : ` (did you mean ${meant}?)`}`
    }
    case 'too_small':
      if (issue.origin === 'string') return 'must not be empty'
      return `must ${issue.origin === 'array' ? 'have' : 'be'} at least ${issue.minimum}`
    case 'too_big':
      if (issue.origin === 'string') return `may have ${issue.maximum} characters`
      return issue.origin === 'array'
        ? `may have ${issue.maximum} entries`
        : `must be at most ${issue.maximum}`
    default:
      // The others are our own, and carry our own words.
      return issue.message
  }
}

function hint(name: string, known: readonly string[]): string {
  const meant = nearest(name, known)
  return meant === undefined ? `there are ${known.join(', ')}` : `did you mean ${meant}?`
}

function at(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], given)
}

function shown(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
