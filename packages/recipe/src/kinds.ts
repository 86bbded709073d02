import * as z from 'zod'

/** One way to write something down: its name, its parameters, and what it becomes. */
export interface Kind<Built> {
  readonly schema: z.ZodObject
  readonly name: string
  build(parameters: object): Built
}

export function kind<Built, Shape extends z.ZodRawShape>(
  name: string,
  shape: Shape,
  build: (parameters: z.output<z.ZodObject<Shape, z.core.$strict>>) => Built,
): Kind<Built> {
  return {
    name,
    schema: z.strictObject({ kind: z.literal(name), ...shape }),
    build: build as (parameters: object) => Built,
  }
}

/** Something written down as one of several kinds: validated, but not built yet. */
export interface OfKind {
  readonly kind: string
  readonly [parameter: string]: unknown
}

export function schemaOf(kinds: readonly Kind<unknown>[]): z.ZodType<OfKind> {
  const [first, ...rest] = kinds.map(({ schema }) => schema)
  return z.discriminatedUnion('kind', [first as z.ZodObject, ...rest]) as unknown as z.ZodType<OfKind>
}

/** Builds what was validated by the schema of the same kinds. */
export function buildKind<Built>(kinds: readonly Kind<Built>[], recipe: OfKind): Built {
  const { kind: name, ...parameters } = recipe
  const found = kinds.find((known) => known.name === name)
  if (!found) throw new Error(`no kind ${name}`)
  return found.build(parameters)
}
