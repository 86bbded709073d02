import {
  AGGREGATE,
  CONFORMAL,
  EXTERNAL,
  type Kind,
  kinds,
  LEVEL,
  type Option,
  type Value,
} from 'credence/kinds'
import { describe, expect, it } from 'vitest'
import { abouts, written } from '../../../tools/abouts.js'
import { parseRecipe, recipeJsonSchema } from '../src/index.ts'
import { aboutOf } from '../src/jsonSchema.ts'
import { build, isRequired, type Noun, readOptions } from '../src/ofKind.ts'

/** Core and recipe must say the same of every option: how it is reached, its default, what is refused. */

type Written = Record<string, unknown>

interface Schema {
  readonly $defs: Readonly<Record<string, { readonly anyOf: readonly TaskSchema[] }>>
  readonly anyOf: readonly TaskSchema[]
}

interface TaskSchema {
  readonly properties?: Readonly<
    Record<
      string,
      {
        readonly const?: unknown
        readonly properties?: object
        readonly items?: unknown
        readonly prefixItems?: readonly TaskSchema[]
      }
    >
  >
}

const schema = recipeJsonSchema() as Schema

const all = (Object.entries(kinds) as [Noun, readonly Kind[]][]).flatMap(([noun, known]) =>
  known.flatMap((kind) =>
    Object.entries(kind.options.declared).map(([name, option]) => ({
      noun,
      kind,
      name,
      option,
      label: `${name} of ${kind.kind}, a ${noun}`,
    })),
  ),
)

const samples: Readonly<Record<string, unknown>> = {
  expert: 'linear-regression',
  meta: 'ewa',
  kernel: { kind: 'matern32', inverseBandwidth: 1 },
}

/** Some value that is allowed, as it is written. */
function sample(value: Value): unknown {
  const { shape } = value
  switch (shape.type) {
    case 'number': {
      const least = Math.max(shape.above ?? -Infinity, shape.atLeast ?? -Infinity)
      const most = Math.min(shape.below ?? Infinity, shape.atMost ?? Infinity)
      if (most < Infinity) return shape.whole ? most : (least + most) / 2
      return least > -Infinity ? least + 1 : 1
    }
    case 'choice':
      return shape.of[0]
    case 'list':
      return Array.from({ length: Math.max(1, shape.least) }, (_, i) => (i === 0 ? sample(shape.of) : 0.7))
    case 'interval':
      return [0, 'Infinity']
    case 'record':
      return needed(shape.options.declared)
    case 'either':
      return sample(shape.of[0] as Value)
    case 'noun':
      return samples[shape.noun]
    case 'boolean':
      return true
    default:
      return shape.type
  }
}

function needed(declared: Readonly<Record<string, Option>>): Written {
  const required = Object.entries(declared).filter(([, option]) => isRequired(option))
  return Object.fromEntries(
    required.map(([name, { axis, value }]) => [name, sample((axis ?? value) as Value)]),
  )
}

/** What the kind cannot do without; linear rules want one of two rates. */
function base({ kind, options }: Kind, name: string): Written {
  const rate =
    'scale' in options.declared &&
    'learningRate' in options.declared &&
    name !== 'scale' &&
    name !== 'learningRate'
  return { ...(rate && kind !== 'sf-ogd' ? { scale: 1 } : {}), ...needed(options.declared) }
}

function refusal(make: () => unknown): string {
  try {
    make()
  } catch (error) {
    return (error as Error).message
  }
  return 'nothing was refused'
}

/** A sentence as JSON writes it; one that is missing is a mistake. */
function sentence(about: string): string {
  expect(about).toMatch(/\.$/)
  return JSON.stringify(about).slice(1, -1)
}

/** A recipe in which this kind stands. */
function recipeWith(noun: Noun, written: unknown): Written {
  const expert = { kind: 'ogd', learningRate: 0.1 }
  if (noun === 'expert') return { experts: [written] }
  if (noun === 'threshold') return { task: 'conformal', experts: [written] }
  if (noun === 'method') return { task: 'conformal', method: written }
  if (noun === 'rate') return { experts: [expert], meta: { kind: 'ewa', rate: written } }
  if (noun === 'kernel') return { experts: [{ kind: 'gp', noise: 1, kernel: written }] }
  if (noun === 'schedule') return { experts: [{ kind: 'ogd', learningRate: written }] }
  return { experts: [expert], [noun]: written }
}

describe.each(all)('$label', ({ noun, kind, name, option }) => {
  const value = (option.axis ?? option.value) as Value
  const given = base(kind, name)

  it('can be written in a recipe, and is in its schema', () => {
    const written = { ...given, [name]: sample(value) }
    expect(() => parseRecipe(recipeWith(noun, { kind: kind.kind, ...written }))).not.toThrow()
    const found = schema.$defs[noun]?.anyOf.find(({ properties }) => properties?.kind?.const === kind.kind)
    expect(Object.keys(found?.properties ?? {})).toContain(name)
    expect(JSON.stringify(found?.properties?.[name])).toContain(
      sentence(option.about ?? aboutOf(kind.options.name, name)),
    )
  })

  it('means the same left out as with its default', () => {
    if (!('default' in option)) return
    const explicit = JSON.parse(
      JSON.stringify(option.default, (_, each) => (Math.abs(each) === Infinity ? String(each) : each)),
    )
    const describeMade = (written: Written): unknown =>
      seen(build(noun, { kind: kind.kind, ...given, ...written }))
    expect(describeMade({ [name]: explicit })).toEqual(describeMade({}))
  })

  it('is refused in the words of the library', () => {
    const written = { ...given, [name]: value.shape.type === 'text' ? 7 : { nonsense: 'x' } }
    const inCore = refusal(() => kind.make(readOptions(kind.options, written)))
    const inRecipe = refusal(() => parseRecipe(recipeWith(noun, { kind: kind.kind, ...written })))
    expect(inCore).not.toBe('nothing was refused')
    expect(inRecipe).toContain(inCore)
  })
})

/** What can be seen of something that was built: its description, or its settings; functions by their source. */
function seen(made: unknown): unknown {
  const { description, settings, label } = made as Record<string, unknown>
  return JSON.stringify(description ?? settings ?? label ?? made, (_, each) =>
    typeof each === 'function' ? String(each) : each,
  )
}

describe('the frame of a recipe', () => {
  const fields = (task: string): readonly string[] =>
    Object.keys(schema.anyOf.find(({ properties }) => properties?.task?.const === task)?.properties ?? {})

  it.each(['regression', 'classification', 'experts'])('%s takes every option of an aggregate', (task) => {
    // The dimension is that of the columns, and forecasts of others know no horizon.
    const elsewhere = task === 'experts' ? ['dimension', 'horizon'] : ['dimension']
    expect(Object.keys(AGGREGATE.declared).filter((name) => !fields(task).includes(name))).toEqual(elsewhere)
  })

  it('conformal takes every option of the library but those that need more than the forecast', () => {
    expect(Object.keys(CONFORMAL.declared).filter((name) => !fields('conformal').includes(name))).toEqual([
      'overlapping',
      'warmStart',
    ])
  })

  it('writes down every option of external experts and of levels', () => {
    const text = JSON.stringify(schema)
    for (const { name: of, declared } of [EXTERNAL, LEVEL]) {
      // Columns of a file have names, and so words of their own.
      const shared = Object.keys(declared).filter((name) => name !== 'columns' && name !== 'awake')
      for (const name of shared) expect(text).toContain(sentence(aboutOf(of, name)))
    }
  })

  it('has the sentences that stand in the doc comments now; `npm run abouts` copies them', () => {
    expect(written()).toBe(abouts())
  })
})
