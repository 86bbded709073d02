import { describe, expect, it } from 'vitest'
import { bestConvex, bestExpert, bestLinear, bestSequence, shiftingBound } from '../doors/oracles.ts'
import { bytes, csv, ndjson, ndjsonTable, recogniseCsv, standardize, table } from '../doors/stream.ts'
import { holderStream, regimes, scaleShift, uncertaintyToy } from '../doors/synthetic.ts'
import { grid, squared, svb } from '../index.ts'

const hindsight = { forecasts: [[1, 2]], outcomes: [1], loss: squared }
const bound = { switches: 0, rounds: 3, experts: 2, rate: 1, share: 0 }

describe('an option that does not exist is refused by', () => {
  const calls: Readonly<Record<string, (options: object) => unknown>> = {
    csv: (options) => csv('a', options),
    table: (options) => table('a\n1', options),
    recogniseCsv: (options) => recogniseCsv('a', options),
    bytes: (options) => bytes('a', options).next(),
    ndjson: (options) => ndjson('{}', options),
    ndjsonTable: (options) => ndjsonTable('{}', options),
    standardize: (options) => standardize({ dimension: 1, ...options }),
    regimes,
    scaleShift,
    uncertaintyToy,
    holderStream: (options) => holderStream({ smoothness: 0.5, ...options }),
    bestExpert: (options) => bestExpert({ ...hindsight, ...options }),
    bestConvex: (options) => bestConvex({ ...hindsight, ...options }),
    bestLinear: (options) => bestLinear({ ...hindsight, ...options }),
    bestSequence: (options) => bestSequence({ ...hindsight, switches: 0, ...options }),
    shiftingBound: (options) => shiftingBound({ ...bound, ...options }),
  }

  it.each(Object.entries(calls))('%s', async (_name, call) => {
    await call({})
    await expect((async () => call({ sed: 2 }))()).rejects.toThrow('has no option "sed"')
  })
})

it('reads 80,000 columns in a time that grows with their number, and says which is missing in one line', async () => {
  const names = Array.from({ length: 80_000 }, (_, j) => `c${j}`)
  const file = await table(`${names.join(',')}\n${names.map((_, j) => j).join(',')}\n`, { columns: names })
  for await (const { values } of file) expect(values[79_999]).toBe(79_999)
  const wrong = table(`${names.join(',')}\n`, { columns: ['d'] })
  await expect(wrong).rejects.toThrow(/^column 'd' is not there; the columns are c0, .*, c99, …$/)
})

it('a grid of 1000³ experts is refused before it is built', () => {
  const axis = Array.from({ length: 1000 }, (_, i) => i + 1)
  expect(() => grid({ a: axis, b: axis, c: axis })).toThrow(
    'a grid must have at most 1000000 points; received 1000 × 1000 × 1000 = 1000000000',
  )
  expect(() => svb({ scale: axis, learningRate: axis, noise: axis })).toThrow('a grid must have at most')
})

it('JSON of any depth is refused with a line, not with an overflow', async () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  await expect(ndjsonTable(deep)).rejects.toThrow('line 1')
  const object = ndjsonTable(`{"a":${deep}}`, { columns: ['a'] })
  await expect(
    (async () => {
      for await (const _ of await object);
    })(),
  ).rejects.toThrow(/line 1/)
})

it('a text cell of any depth is refused with its line and column, or passed over if bad rows are', async () => {
  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`
  const lines = `{"a":1,"b":[[2]]}\n{"a":3,"b":${deep}}\n{"a":4,"b":{"c":5}}\n`
  const read = async (onBadRow?: (error: Error) => void) => {
    const texts: string[] = []
    for await (const row of await ndjsonTable(lines, { text: ['b'], onBadRow })) texts.push(row.texts[0])
    return texts
  }
  await expect(read()).rejects.toThrow("line 2: 'b' is nested deeper than 200 levels")
  const errors: string[] = []
  expect(await read(({ message }) => errors.push(message))).toEqual(['[[2]]', '{"c":5}'])
  expect(errors).toHaveLength(1)
})
