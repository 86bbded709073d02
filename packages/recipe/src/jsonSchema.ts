import { type AnyOptions, type Kind, kinds, type NumberShape, type Option, type Value } from 'credence/kinds'
import { ABOUTS } from './generated/abouts.ts'
import { isRequired, type Noun } from './ofKind.ts'

/** JSON Schemas made of the library's declarations of its options, for editors and the documentation of a service. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

/**
 * Every noun that has kinds, by its name: what `$ref` refers to.
 *
 * @param supplied options that need not be written, as they are known from elsewhere
 */
export function nounSchemas(supplied: readonly string[]): Readonly<Record<Noun, JsonSchema>> {
  const nouns = Object.keys(kinds) as Noun[]
  return Object.fromEntries(nouns.map((noun) => [noun, nounSchema(noun, supplied)])) as Record<
    Noun,
    JsonSchema
  >
}

function nounSchema(noun: Noun, supplied: readonly string[]): JsonSchema {
  const known: readonly Kind[] = kinds[noun]
  const plain = known.filter(({ options }) => !Object.values(options.declared).some(isRequired))
  const names = { enum: plain.map(({ kind }) => kind), description: 'a kind with its defaults' }
  return {
    anyOf: [
      ...(plain.length > 0 ? [names] : []),
      ...known.map(({ kind, options }) => recordSchema(options, { kind: { const: kind } }, supplied)),
    ],
  }
}

function recordSchema(
  { name: of, declared }: AnyOptions,
  first: JsonSchema = {},
  supplied: readonly string[] = [],
): JsonSchema {
  const options = Object.entries(declared).filter(([, option]) => !inCode(option.axis ?? option.value))
  const required = options.filter(([name, option]) => isRequired(option) && !supplied.includes(name))
  return {
    type: 'object',
    properties: {
      ...first,
      ...Object.fromEntries(options.map(([name, option]) => [name, optionSchema(option, of, name)])),
    },
    required: [...Object.keys(first), ...required.map(([name]) => name)],
    additionalProperties: false,
  }
}

/** The sentence about an option. */
export function aboutOf(of: string, name: string): string {
  return ABOUTS[of]?.[name] ?? ''
}

/**
 * One option: what it may be, and the sentence about it.
 *
 * @param of the options that it belongs to
 */
export function optionSchema(option: Option, of: string, name: string): JsonSchema {
  const { about = aboutOf(of, name), axis, value, default: usual, absent } = option
  const description = absent === undefined ? about : `${about} Left out: ${absent}.`
  const schema = axis
    ? { anyOf: [valueSchema(axis), { type: 'array', items: valueSchema(axis), minItems: 1 }] }
    : valueSchema(value as Value)
  return { ...schema, description, ...(isJson(usual) ? { default: usual } : {}) }
}

function valueSchema({ shape }: Value): JsonSchema {
  switch (shape.type) {
    case 'number':
      return numberSchema(shape)
    case 'interval':
      return {
        type: 'array',
        items: numberSchema({ type: 'number', infinite: true }),
        minItems: 2,
        maxItems: 2,
      }
    case 'choice':
      return { enum: shape.of }
    case 'list':
      return { type: 'array', items: valueSchema(shape.of), minItems: shape.least }
    case 'record':
      return recordSchema(shape.options)
    case 'either':
      return { anyOf: shape.of.filter((one) => !inCode(one)).map(valueSchema) }
    case 'noun':
      return { $ref: `#/$defs/${shape.noun}` }
    default:
      return { type: shape.type === 'text' ? 'string' : shape.type }
  }
}

function numberSchema({ whole, above, atLeast, below, atMost, infinite }: NumberShape): JsonSchema {
  const bounds = {
    ...(above === undefined ? {} : { exclusiveMinimum: above }),
    ...(atLeast === undefined ? {} : { minimum: atLeast }),
    ...(below === undefined ? {} : { exclusiveMaximum: below }),
    ...(atMost === undefined ? {} : { maximum: atMost }),
  }
  const finite = { type: whole ? 'integer' : 'number', ...bounds }
  return infinite ? { anyOf: [finite, { enum: ['Infinity', '-Infinity'] }] } : finite
}

/** What cannot be written down: functions, and objects that are no kind of anything. */
function inCode(value: Value | undefined): boolean {
  const { shape } = value as Value
  return shape.type === 'code' || (shape.type === 'noun' && !(shape.noun in kinds))
}

/** Whether a default can be written in JSON. */
function isJson(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(isJson)
  return value !== undefined && typeof value !== 'object' && typeof value !== 'function'
}
