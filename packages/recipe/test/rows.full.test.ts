import { conformal, live } from 'credence'
import { kinds } from 'credence/kinds'
import { normal, seededRng } from 'credence/random'
import { modelContract } from 'credence/testing'
import { describe, expect, it } from 'vitest'
import { inFull } from '../../../test/full.ts'
import { parseRecipe, planRecipe, RowLearner, type RowModel, recordJsonSchema } from '../src/index.ts'
import { build } from '../src/ofKind.ts'

const rng = seededRng(1)
/** Forecast and outcome; errors three times as large in the middle. */
const stream = Array.from({ length: 300 }, (_, t) => {
  const forecast = Math.sin(t / 20)
  return [forecast, forecast + normal(rng) * (t > 100 && t < 200 ? 3 : 1)] as const
})

/** The schemas of a record that have all its fields, and nothing else that must be there. */
function schemasOf(record: object): object[] {
  const { anyOf } = recordJsonSchema() as { anyOf: { properties: object; required: readonly string[] }[] }
  const names = Object.keys(record)
  return anyOf.filter(
    ({ properties, required }) =>
      names.every((field) => field in properties) && required.every((field) => names.includes(field)),
  )
}

describe.each(kinds.method.map(({ kind }) => kind))('the preset %s', (preset) => {
  it('is the method of the library: intervals, losses and weights agree to the last bit', () => {
    const recipe = parseRecipe({ preset, target: 'y', forecast: 'yhat' })
    const session = planRecipe(recipe, ['yhat', 'y']).begin({}, { weights: true })
    const learner = conformal({ method: build('method', preset) })
    for (const [forecast, y] of stream) {
      const { lower, upper, threshold } = learner.predict(forecast)
      const { loss, weights, covered } = learner.learn(y)
      const record = session.step(Float64Array.of(forecast, y))
      expect(record).toMatchObject({ forecast, lower, upper, threshold, y, covered, loss })
      expect((record as { weights?: number[] }).weights).toEqual(Array.from(weights))
    }
  })
})

describe('what stands beside a forecast in a recipe', () => {
  const columns = ['yhat', 'a', 'store', 'day', 'y']
  const rows = stream.map(([forecast, y], t) => [forecast, Math.cos(t), t % 2, t % 7, y] as const)
  const steps = (fields: object) => {
    const recipe = parseRecipe({ task: 'conformal', target: 'y', forecast: 'yhat', ...fields })
    const plan = planRecipe(recipe, columns)
    const session = plan.begin({})
    // A session sees the plan's columns alone.
    const placesOf = (names: readonly string[]) => names.map((name) => columns.indexOf(name))
    const [own, texts] = [placesOf(plan.columns), placesOf(plan.texts)]
    return rows.map((row) =>
      session.step(
        Float64Array.from(own, (j) => row[j]),
        texts.map((j) => String(row[j])),
      ),
    )
  }
  const both = { features: ['a'], groups: ['store', 'day'] }
  it.each([
    ['features', { features: ['a'] }, { features: true }],
    ['one group', { groups: ['store'] }, { groups: true }],
    ['groups that overlap', { groups: ['store', 'day'] }, { overlapping: true }],
    ['features and groups that overlap', both, { features: true, overlapping: true }],
    ['features and one group', { features: ['a'], groups: ['store'] }, { features: true, overlapping: true }],
  ] as const)('%s: intervals are those of the library to the last bit', (_name, fields, options) => {
    const learner = conformal(options)
    steps(fields).forEach((record, t) => {
      const [forecast, a, store, day, y] = rows[t]
      const beside = {
        ...('features' in fields ? { x: [a] } : {}),
        ...('groups' in options ? { group: `store ${store}` } : {}),
        ...('overlapping' in options && 'groups' in fields
          ? { groups: [`store ${store}`, `day ${day}`].slice(0, fields.groups.length) }
          : {}),
      }
      const { lower, upper } = learner.predict(forecast, beside)
      const { covered } = learner.learn(y)
      expect(record).toMatchObject({ forecast, lower, upper, covered })
    })
  })

  it('a missing feature is allowed, a missing group is named', () => {
    const session = (fields: object) =>
      planRecipe(parseRecipe({ task: 'conformal', target: 'y', forecast: 'yhat', ...fields }), columns).begin(
        {},
      )
    const row = Float64Array.of(1, Number.NaN, 1)
    expect(session({ features: ['a'] }).step(row)).toMatchObject({ forecast: 1 })
    expect(() => session({ groups: ['store'] }).step(row, ['n.a.'])).toThrow('the group "store" is missing')
    const grouped = session({ groups: ['store'] })
    for (const cell of ['north', '7', '7.0', ' north ']) grouped.step(Float64Array.of(1, 2), [cell])
    const { groups } = grouped.learner as { readonly groups: readonly { group: string; rounds: number }[] }
    expect(groups.map(({ group, rounds }) => `${group}: ${rounds}`).sort()).toEqual([
      'store 7: 2',
      'store north: 2',
    ])
    expect(() => session({ features: ['y'] })).toThrow('among features or groups')
  })
})

const recipes: Readonly<Record<string, readonly [object, readonly string[]]>> = {
  regression: [{ experts: [{ kind: 'svb', scale: [0.1, 1] }] }, ['x', 'y']],
  'a distribution of y': [
    { experts: [{ kind: 'conjugate', noise: [0.5, 1] }], loss: 'log-density', score: 'annealed' },
    ['x', 'y'],
  ],
  'a distribution of y in units of its past': [
    {
      experts: [{ kind: 'conjugate', noise: [0.5, 1] }],
      loss: 'log-density',
      prepare: { target: 'standardize' },
    },
    ['x', 'y'],
  ],
  classification: [
    { task: 'classification', experts: [{ kind: 'ogd', learningRate: 0.1 }], loss: 'logistic' },
    ['x', 'y'],
  ],
  experts: [
    { task: 'experts', target: 'y', experts: [{ kind: 'external', columns: ['a', 'b'] }] },
    ['a', 'b', 'y'],
  ],
  conformal: [{ task: 'conformal', forecast: 'yhat', coverage: [0.9, 0.5] }, ['yhat', 'y']],
  'conformal with features': [{ task: 'conformal', forecast: 'yhat', features: ['x'] }, ['yhat', 'x', 'y']],
}

describe.each(Object.entries(recipes))('rows of %s', (name, [recipe, columns]) => {
  const plan = planRecipe(parseRecipe(recipe), columns)
  const rows = stream.map(([x, y], t) =>
    Float64Array.from(columns, (column, j) => {
      if (column !== 'y') return j === 0 ? x : x / 2
      if (t % 7 === 3) return Number.NaN
      return name === 'classification' ? Number(y > 0) : y
    }),
  )

  const contract = modelContract(() => plan.model({}) as RowModel<Float64Array>, {
    input: (random) => Float64Array.from(columns.slice(1), () => normal(random)),
    outcome: (random, x) => {
      const y = (x[0] as number) + normal(random)
      return name === 'classification' ? Math.sign(y) : y
    },
    rounds: inFull(60, 44),
  })
  for (const { promise, check } of contract) it(promise, check)

  it('go on from a save at any row as if they had never stopped', () => {
    const whole = new RowLearner(plan.model({}, { experts: true }))
    const records = rows.map((row) => whole.step(row))
    for (const stop of [0, 1, 45, 299]) {
      const first = new RowLearner(plan.model({}, { experts: true }))
      for (const row of rows.slice(0, stop)) first.step(row)
      const second = new RowLearner(plan.model({}, { experts: true })).restore(first.save())
      expect(rows.slice(stop).map((row) => second.step(row))).toEqual(records.slice(stop))
      expect(second.t).toBe(rows.length)
    }
  })

  it('are forecast without changing anything, and learnt late as they were forecast', () => {
    const session = live(plan.model({}))
    const [first, second, ...rest] = rows.filter((row) => !Number.isNaN(row[row.length - 1]))
    const input = (row: Float64Array): Float64Array => row.slice(0, -1)
    const y = (row: Float64Array): number => row[row.length - 1] as number
    for (const row of rest.slice(0, 20)) session.learn(input(row), y(row))
    const before = session.save()
    const plain = session.predict(input(first as Float64Array))
    expect(session.save()).toEqual(before)
    const opened = session.predict(input(first as Float64Array), { id: 'a' })
    expect(opened).toEqual(plain)
    session.learn(input(second as Float64Array), y(second as Float64Array))
    const { y: _, t: __, ...given } = opened
    expect(session.learn({ id: 'a', y: y(first as Float64Array) })).toMatchObject(given)
  })

  it('have only fields that the schema of a record knows', () => {
    const session = new RowLearner(plan.model({}, { experts: true }))
    for (const row of rows.slice(0, inFull(rows.length, 100))) {
      expect(schemasOf(session.step(row))).toHaveLength(1)
    }
  })
})

describe('records of auto', () => {
  it.each([
    ['numbers', ['1.5', '2', '', '3.5', '1']],
    ['classes', ['no', 'yes', '', 'no', 'yes']],
  ])('of %s have only fields that the schema of a record knows', (_, outcomes) => {
    const session = planRecipe(parseRecipe({ preset: 'auto' }), ['x', 'y']).begin({
      first: outcomes.map((y, i) => [String(i), y]),
    })
    for (const [i, y] of outcomes.entries()) {
      expect(schemasOf(session.step(new Float64Array(0), [String(i), y]))).toHaveLength(1)
    }
  })
})

describe('a row without an outcome', () => {
  it.each([
    ['auto', { task: 'auto', target: 'y', as: 'regression' }],
    [
      'a recipe',
      {
        target: 'y',
        experts: [{ kind: 'conjugate' }],
        loss: 'log-density',
        prepare: { target: 'standardize' },
      },
    ],
  ])('in %s has an inner interval of its own, within the outer one', (_name, written) => {
    const plan = planRecipe(parseRecipe(written), ['time', 'y'])
    const session = plan.begin({}, { law: true, inner: true, reasons: 0 })
    const step = (t: number, y: string) => {
      const cells = [String(1_774_915_200 + 86_400 * t), y]
      return session.step(
        Float64Array.from(cells, (cell) => (cell === '' ? Number.NaN : Number(cell))),
        cells,
      )
    }
    const sold = (t: number): string =>
      (100 + 20 * Math.sin((2 * Math.PI * t) / 7) + Math.cos(t * t)).toFixed(2)
    for (let t = 0; t < 60; t++) step(t, sold(t))
    const seen = new Set([String(session.inner)])
    for (let t = 60; t < 64; t++) {
      const { lower, upper } = step(t, '') as { lower: number; upper: number }
      const [from, to] = session.inner as readonly [number, number]
      expect(lower < from && from < to && to < upper).toBe(true)
      expect(session.lawAt).toBeUndefined()
      expect(session.reasons).toBeUndefined()
      seen.add(String(session.inner))
    }
    expect(seen.size).toBe(5)
  })
})

describe('a target in units of its past', () => {
  const recipe = (target: string) => ({
    experts: [{ kind: 'gp', noise: [0.5, 1], window: 50 }],
    loss: 'log-density',
    prepare: { target },
  })
  const coverage = (target: string, unit: number): number => {
    const session = planRecipe(parseRecipe(recipe(target)), ['x', 'y']).begin({})
    const covered = stream.map(([x, y]) => {
      const { lower, upper } = session.step(Float64Array.of(x, unit * y)) as unknown as Interval
      return lower <= unit * y && unit * y <= upper
    })
    return covered.slice(20).filter(Boolean).length / (stream.length - 20)
  }
  interface Interval {
    readonly lower: number
    readonly upper: number
  }

  it('covers alike whatever the unit of y, where an untold unit covers nothing or everything', () => {
    for (const unit of [1e-6, 1, 1e6]) expect(coverage('standardize', unit)).toBe(coverage('standardize', 1))
    expect(coverage('standardize', 1)).toBeGreaterThan(0.75)
    expect(coverage('none', 1e6)).toBeLessThan(0.1)
  })

  it('is refused for classes', () => {
    const classes = { ...recipe('standardize'), task: 'classification', loss: 'logistic' }
    expect(() => planRecipe(parseRecipe(classes), ['x', 'y'])).toThrow('a label has no units')
  })
})
