import { ArgumentError } from 'credence'
import {
  type AnyOptions,
  type Kind,
  type Kinds,
  kinds,
  nearest,
  type Option,
  type Value,
} from 'credence/kinds'
import { bare, kindsOf } from './registry.ts'

export type Noun = keyof Kinds

/** Something written down as one of several kinds: `{ "kind": "fixed-share", "share": 0.001 }`. */
export interface OfKind {
  readonly kind: string
  readonly [option: string]: unknown
}

type Made<N extends Noun> = Kinds[N][number] extends Kind<infer T> ? T : never

/**
 * What a kind that was written down becomes. The library itself refuses what it cannot take.
 *
 * @param supplied options that are known from elsewhere, for kinds that cannot do without them
 */
export function build<N extends Noun>(noun: N, written: unknown, supplied: object = {}): Made<N> {
  const { kind: name, ...given } = expectKind(written)
  const { options, make } = kindOf(noun, name)
  const known = Object.entries(supplied).filter(([option]) => isRequired(options.declared[option]))
  return make(readOptions(options, { ...Object.fromEntries(known), ...given })) as Made<N>
}

function expectKind(written: unknown): OfKind {
  if (typeof written === 'string') return { kind: written }
  if (isObject(written)) return written as OfKind
  throw new ArgumentError(
    `it must be an object with a kind, or the name of one; received ${JSON.stringify(written)}`,
  )
}

function kindOf(noun: Noun, name: unknown): Kind {
  const known = kindsOf(noun)
  const found = known.find(({ kind }) => bare(kind) === bare(String(name)))
  if (found) return found
  const names = known.map(({ kind }) => kind)
  const meant = typeof name === 'string' ? nearest(name, names) : undefined
  throw new ArgumentError(
    `kind must be one of ${names.join(', ')}; received ${JSON.stringify(name)}${meant ? `: did you mean ${JSON.stringify(meant)}?` : ''}`,
    'unknown-name',
  )
}

/** Whether an option has neither a default nor a meaning when it is left out. */
export function isRequired(option: Option | undefined): boolean {
  return option !== undefined && !('default' in option) && option.absent === undefined
}

/** Options as the library takes them: kinds become what they name, the rest stays as it was written. */
export function readOptions({ declared }: AnyOptions, written: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(written).map(([name, value]) => [name, asGiven(declared[name] ?? {}, value)]),
  )
}

/** One option as the library takes it: a value, or as an axis several. */
export function asGiven({ axis, value }: Pick<Option, 'axis' | 'value'>, written: unknown): unknown {
  if (axis && Array.isArray(written) && !axis.resembles(written))
    return written.map((one) => readValue(axis, one))
  return readValue(axis ?? value, written)
}

function readValue(value: Value | undefined, written: unknown): unknown {
  const shape = value?.shape
  switch (shape?.type) {
    case 'number':
      return readNumber(written)
    case 'interval':
      return Array.isArray(written) ? written.map(readNumber) : written
    case 'list':
      return Array.isArray(written) ? written.map((one) => readValue(shape.of, one)) : written
    case 'record':
      return isObject(written) ? readOptions(shape.options, written) : written
    case 'either':
      return readValue(
        shape.of.find((one) => looksLike(one, written)),
        written,
      )
    case 'noun':
      return shape.noun in kinds ? build(shape.noun as Noun, written) : written
    default:
      return written
  }
}

/** JSON has no infinity: it is written as the records write it. */
function readNumber(written: unknown): unknown {
  return written === 'Infinity' || written === '-Infinity' ? Number(written) : written
}

function looksLike(value: Value, written: unknown): boolean {
  if (value.shape.type === 'noun') return isObject(written) && 'kind' in written
  return value.resembles(readNumber(written))
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
