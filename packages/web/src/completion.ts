/** A JSON Schema, as far as completion reads it. */
export interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly description?: string
  readonly default?: unknown
  /** `#/$defs/NAME`: a part that stands in the whole schema's `$defs`. */
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
}

export interface Suggestion {
  readonly text: string
  readonly about: string
}

/** Where the cursor stands in a JSON text: the path to it, and whether a name or a value is being written. */
export interface Cursor {
  readonly path: readonly (string | number)[]
  readonly writing: 'name' | 'value'
  /** What has been written of it. */
  readonly begun: string
}

/** Reads the text before the cursor; it need not be whole. */
export function cursorAt(before: string): Cursor {
  const path: (string | number)[] = []
  const inside: ('object' | 'array')[] = []
  let name = ''
  let value = false
  let token = ''
  let text = false
  for (let i = 0; i < before.length; i++) {
    const unit = before[i] as string
    if (text) {
      if (unit === '\\') i++
      else if (unit === '"') {
        text = false
        if (inside.at(-1) === 'object' && !value) name = token
      } else token += unit
      continue
    }
    if (unit === '"') {
      text = true
      token = ''
    } else if (unit === ':') {
      value = true
      token = ''
      path.push(name)
    } else if (unit === '{' || unit === '[') {
      inside.push(unit === '{' ? 'object' : 'array')
      if (unit === '[') path.push(0)
      value = false
      token = ''
    } else if (unit === ',' || unit === '}' || unit === ']') {
      if (inside.at(-1) === 'object' && value) path.pop()
      if (unit === ',') {
        if (inside.at(-1) === 'array') path[path.length - 1] = Number(path.at(-1)) + 1
      } else {
        if (inside.pop() === 'array') path.pop()
        // What was closed is a value of what holds it.
        value = inside.at(-1) === 'object'
      }
      if (unit === ',') value = false
      token = ''
    } else if (/\S/.test(unit)) token += unit
  }
  const writing = inside.at(-1) === 'object' && !value ? 'name' : 'value'
  return { path, writing, begun: token }
}

/** What may be written at the cursor. `document` narrows alternatives by the constants it already holds. */
export function suggestions(
  schema: Schema,
  { path, writing, begun }: Cursor,
  document: unknown,
): Suggestion[] {
  const parts = schema.$defs ?? {}
  const found = path.reduce<readonly Placed[]>(
    (at, step) => at.flatMap((place) => stepInto(place, step, parts)),
    expand({ schema, value: document }, parts),
  )
  const texts = new Map<string, string>()
  for (const {
    schema: { properties = {}, enum: choices, const: only, description = '' },
    value,
  } of found) {
    const taken = typeof value === 'object' && value !== null ? Object.keys(value) : []
    if (writing === 'name') {
      for (const [name, property] of Object.entries(properties)) {
        if (!taken.includes(name) || name === begun) texts.set(name, property.description ?? '')
      }
    } else
      for (const choice of choices ?? (only === undefined ? [] : [only]))
        texts.set(String(choice), description)
  }
  return Array.from(texts, ([text, about]) => ({ text, about })).filter(
    ({ text }) => text.startsWith(begun) && text !== begun,
  )
}

interface Placed {
  readonly schema: Schema
  readonly value: unknown
}

type Parts = Readonly<Record<string, Schema>>

function stepInto({ schema, value }: Placed, step: string | number, parts: Parts): readonly Placed[] {
  const next = typeof step === 'number' ? schema.items : schema.properties?.[step]
  const inner =
    typeof value === 'object' && value !== null
      ? (value as Record<string | number, unknown>)[step]
      : undefined
  return next ? expand({ schema: next, value: inner }, parts) : []
}

/** The alternatives that what is written so far allows: those whose constants it does not contradict. */
function expand({ schema: given, value }: Placed, parts: Parts): readonly Placed[] {
  const schema = follow(given, parts)
  const choices = schema.anyOf ?? schema.oneOf
  if (!choices) return [{ schema, value }]
  const possible = choices.filter((choice) =>
    Object.entries(follow(choice, parts).properties ?? {}).every(([name, property]) => {
      const written =
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
      return property.const === undefined || written === undefined || written === property.const
    }),
  )
  return possible.flatMap((choice) => expand({ schema: choice, value }, parts))
}

/** The part that a schema names, or itself. */
function follow(schema: Schema, parts: Parts): Schema {
  const name = schema.$ref?.replace('#/$defs/', '')
  return name === undefined ? schema : follow(parts[name] ?? {}, parts)
}
