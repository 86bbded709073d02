import { describe, expect, it } from 'vitest'
import { cursorAt, type Schema, suggestions } from './completion.ts'
import { meanErrors } from './pictures.ts'
import { columnsOf, Rounds } from './rounds.ts'
import { readRows } from './rows.ts'

describe('cursorAt', () => {
  it.each([
    ['{', [], 'name', ''],
    ['{"ta', [], 'name', 'ta'],
    ['{"task": "reg', ['task'], 'value', 'reg'],
    ['{"a": 1, "b', [], 'name', 'b'],
    ['{"a": {"b": [1, {"c": ', ['a', 'b', 1, 'c'], 'value', ''],
    ['{"a": {"b": [1, {"c": 2}], "d', ['a'], 'name', 'd'],
    ['{"a": [[1, 2], [3', ['a', 1, 0], 'value', '3'],
    ['{"a": "x, \\"{", "', [], 'name', ''],
  ] as const)('reads %s', (text, path, writing, begun) => {
    expect(cursorAt(text)).toEqual({ path, writing, begun })
  })
})

describe('suggestions', () => {
  const schema: Schema = {
    anyOf: [
      { properties: { task: { const: 'regression' }, loss: { enum: ['squared', 'absolute'] } } },
      {
        properties: { task: { const: 'conformal' }, coverage: { type: 'number', description: 'how often' } },
      },
    ],
  }
  const offered = (text: string, document: unknown): string[] =>
    suggestions(schema, cursorAt(text), document).map(({ text }) => text)

  it('offers names that are not there yet, of the alternatives that are still possible', () => {
    expect(offered('{"', {})).toEqual(['task', 'loss', 'coverage'])
    expect(offered('{"task": "conformal", "', { task: 'conformal' })).toEqual(['coverage'])
  })

  it('offers values', () => {
    expect(offered('{"task": "', {})).toEqual(['regression', 'conformal'])
    expect(offered('{"loss": "s', {})).toEqual(['squared'])
  })

  it('offers what stands in a part that is named', () => {
    const kinds: Schema = {
      anyOf: [
        { $ref: '#/$defs/plain' },
        { properties: { kind: { const: 'link' }, of: { $ref: '#/$defs/expert' } } },
      ],
    }
    const named: Schema = {
      properties: { experts: { items: { $ref: '#/$defs/expert' } } },
      $defs: { expert: kinds, plain: { properties: { kind: { const: 'svb' }, scale: { type: 'number' } } } },
    }
    const within = (text: string) => suggestions(named, cursorAt(text), undefined).map(({ text }) => text)
    expect(within('{"experts": [{"kind": "')).toEqual(['svb', 'link'])
    expect(within('{"experts": [{"of": {"kind": "s')).toEqual(['svb'])
  })
})

describe('Rounds', () => {
  const event = (seq: number, covered: boolean) => ({
    model: 'm',
    key: 'a',
    seq,
    op: 'learn',
    body: { round: seq, y: seq, mean: 0, lower: -1, upper: 1, loss: 0, covered, at: 0 },
  })

  it('take an event once, however often it is told', () => {
    const rounds = new Rounds()
    expect([1, 2, 2, 1, 3].map((seq) => rounds.add(event(seq, true)))).toEqual([
      true,
      true,
      false,
      false,
      true,
    ])
    expect(rounds.columns.y).toEqual([1, 2, 3])
  })

  it('roll their coverage over the last 50', () => {
    const rounds = new Rounds()
    for (let seq = 1; seq <= 100; seq++) rounds.add(event(seq, seq > 50))
    expect([rounds.columns.rolling[8], rounds.columns.rolling[49], rounds.columns.rolling[99]]).toEqual([
      null,
      0,
      1,
    ])
  })
})

it('reads rows of CSV, NDJSON and JSON', () => {
  const rows = [
    { a: 1, b: null },
    { a: 2.5, b: 'x' },
  ]
  expect(readRows('a,b\n1,\n2.5,"x"\n')).toEqual(rows)
  expect(readRows(rows.map((row) => JSON.stringify(row)).join('\n'))).toEqual(rows)
  expect(readRows(JSON.stringify(rows))).toEqual(rows)
})

describe('meanErrors', () => {
  it('compares versions by the outcomes that all of them forecast, also across a promotion', () => {
    const round = (n: number, live: number, off: Record<number, number>) => ({
      round: n,
      version: live,
      y: 10,
      mean: 10 + (off[live] as number),
      lower: null,
      upper: null,
      loss: 0,
      covered: null,
      shadows: Object.entries(off)
        .filter(([version]) => Number(version) !== live)
        .map(([version, by]) => ({
          version: Number(version),
          mean: 10 - by,
          lower: null,
          upper: null,
          loss: 0,
        })),
    })
    const rounds = Array.from({ length: 40 }, (_, n) =>
      n < 20 ? round(n, 1, { 1: 9 }) : round(n, n < 30 ? 1 : 2, { 1: 2, 2: 1 }),
    )
    const errors = meanErrors(columnsOf(rounds), [2, 1])
    expect(errors.get(1)?.slice(28)).toEqual([null, ...Array(11).fill(2)])
    expect(errors.get(2)?.at(-1)).toBe(1)
  })
})
