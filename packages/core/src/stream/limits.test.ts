import { describe, expect, it } from 'vitest'
import { adaptiveRandomForest, boostedTrees, knn, mondrianForest, onlineBagging } from '../doors/baselines.ts'
import { dtaci, horizons, pidMethod, saocpMethod } from '../doors/conformal.ts'
import { gp, relevances } from '../doors/gp.ts'
import { aggregate, conformal, dyadic, external, grid, squared, svb } from '../doors/index.ts'
import { rollingRate } from '../doors/meta.ts'
import { bestConvex, bestExpert, bestLinear, bestSequence, shiftingBound } from '../doors/oracles.ts'
import { delayed, growing } from '../doors/panels.ts'
import { bytes, csv, ndjson, ndjsonTable, recogniseCsv, standardize, table } from '../doors/stream.ts'
import { holderStream, regimes, scaleShift, uncertaintyToy } from '../doors/synthetic.ts'

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

it.each<[string, () => unknown, string]>([
  ['knn', () => knn({ window: 1e9 }), 'window must be at most 1000000; received 1000000000'],
  ['a grid of knn', () => knn({ window: [10, 1e9] }), 'window must be at most 1000000'],
  ['neighbours', () => knn({ neighbours: 1e9 }), 'neighbours must be at most 1000000'],
  ['a forest', () => adaptiveRandomForest({ learners: 1e9 }), 'learners must be at most 10000'],
  ['a Mondrian forest', () => mondrianForest({ learners: 1e9 }), 'learners must be at most 10000'],
  ['bagging', () => onlineBagging(knn(), { learners: 1e9 }), 'learners must be at most 10000'],
  ['boosted trees', () => boostedTrees({ trees: 1e9 }), 'trees must be at most 10000'],
  ['gp', () => gp({ noise: 1, window: 1e9 }), 'window must be at most 10000; received 1000000000'],
  ['delayed', () => delayed(knn(), { rounds: 1e9 }), 'rounds must be at most 1000000'],
  [
    'growing',
    () => growing((scale) => svb({ scale }), { start: 1, capacity: 1e9 }),
    'capacity must be at most 10000',
  ],
  ['external', () => external({ columns: 1e9 }), 'columns must be at most 1000000'],
  ['pid', () => pidMethod({ window: 1e9 }), 'window must be at most 1000000'],
  ['saocp', () => saocpMethod({ lifetime: 1e9 }), 'lifetime must be at most 10000'],
  ['dtaci', () => dtaci({ memory: 1e9 }), 'memory must be at most 1000000'],
  ['conformal', () => conformal({ window: 1e9 }), 'window must be at most 1000000'],
  ['horizons', () => horizons({ steps: 1e9 }), 'steps must be at most 10000'],
  ['a rate', () => rollingRate({ window: 1e9 }), 'window must be at most 1000000'],
  ['relevances', () => relevances({ dimension: 1e9 }), 'dimension must be at most 1000'],
])('more than there can be room for is refused by %s', (_, call, message) => {
  expect(call).toThrow(message)
})

it('so is a window that is too long for so many features', () => {
  expect(() => aggregate({ experts: knn({ window: 1e6 }), loss: squared, dimension: 1000 })).toThrow(
    'an expert can keep 134217728 numbers at most; received 1000000 rounds × 1000 features',
  )
})

it('powers of two need whole exponents that do not fall', () => {
  expect(dyadic(-2, 1)).toEqual([0.25, 0.5, 1, 2])
  expect(dyadic(1023, 1023)).toEqual([8.98846567431158e307])
  expect(() => dyadic(3, 1)).toThrow('to must be at least from, 3; received 1')
  expect(() => dyadic(0.5, 2)).toThrow('from must be a whole number from -1074 to 1023; received 0.5')
  expect(() => dyadic(0, 1024)).toThrow('to must be a whole number from -1074 to 1023; received 1024')
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
