import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ArgumentError } from '../base/errors.ts'
import { columnStatistics } from './columnStatistics.ts'
import { table } from './csvTable.ts'
import { asIs, minmaxFile, type Preparation, standardize, standardizeFile } from './standardize.ts'

function twoPass(values: readonly number[]): { mean: number; sd: number } {
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length
  const rest = values.reduce((sum, x) => sum + (x - mean), 0) / values.length
  const squares = values.reduce((sum, x) => sum + (x - mean - rest) ** 2, 0)
  return { mean: mean + rest, sd: Math.sqrt(squares / values.length) }
}

function prepared<S>(preparation: Preparation<S>, state: S, x: readonly number[]): number[] {
  const out = new Float64Array(preparation.size)
  preparation.apply(state, x, out)
  return [...out]
}

// Squares of what is smaller than 1e-100 may be no number at all.
const value = fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((x) => (Math.abs(x) < 1e-100 ? 0 : x))

describe('standardize', () => {
  it('gives (x − mean) / sd over the rounds before, and 0 while a column has not varied', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 40 }), (column) => {
        const running = standardize({ dimension: 1, reach: null })
        const state = running.init()
        for (const [t, x] of column.entries()) {
          const [z] = prepared(running, state, [x])
          const past = column.slice(0, t)
          if (new Set(past).size < 2) expect(z).toBe(0)
          else {
            const { mean, sd } = twoPass(past)
            // A spread lost in rounding beside the mean has no standard score to compare.
            if (sd > 1e-6 * Math.abs(mean))
              expect(Math.abs(z - (x - mean) / sd)).toBeLessThan(1e-8 * (1 + Math.abs(z)))
            // Farther away a value counts as one at 1000 deviations.
            if (Math.abs(x - mean) > 999 * sd) return
          }
          running.observe(state, [x])
        }
      }),
    )
  })

  it.each([1e160, -1e149, 1e300, 1e20])('one cell of %d does not flatten its column for ever', (cell) => {
    const running = standardize({ dimension: 1 })
    const state = running.init()
    for (let t = 0; t < 1000; t++) running.observe(state, [t % 2])
    running.observe(state, [cell])
    const [low, high] = [0, 1].map((x) => prepared(running, state, [x])[0])
    expect(high - low).toBeGreaterThan(0.05)
  })

  it.each([
    [30, 10],
    [-600, -10],
    [1e6, 0],
    [1e160, 0],
    [-1e40, 0],
  ])('a cell of %d counts as one %d deviations away, and leaves the others as they were', (cell, counted) => {
    const running = standardize({ dimension: 1 })
    const state = running.init()
    for (let t = 0; t < 300; t++) running.observe(state, [Math.sin(t)])
    const [before] = prepared(running, state, [0.5])
    expect(prepared(running, state, [cell])[0]).toBe(counted)
    running.observe(state, [cell])
    // One that is absurd is not learnt at all.
    expect(prepared(running, state, [0.5])[0]).toBeCloseTo(before as number, counted === 0 ? 12 : 0)
    expect(prepared(standardize({ dimension: 1, reach: null }), state, [1e6])[0]).toBeGreaterThan(1e5)
  })

  it('follows a column that hardly moved and then jumps', () => {
    const running = standardize({ dimension: 1 })
    const state = running.init()
    for (let t = 0; t < 1000; t++) running.observe(state, [1e-9 * (t % 2)])
    for (let t = 0; t < 30; t++) running.observe(state, [5 + (t % 3)])
    expect(Math.abs(prepared(running, state, [6])[0])).toBeLessThan(50)
  })

  it('does not see the present: what apply gives at t is the same whatever comes at t and after', () => {
    const running = standardize({ dimension: 2 })
    const state = running.init()
    for (const x of [
      [1, 2],
      [3, 5],
      [4, 4],
    ])
      running.observe(state, x)
    const frozen = structuredClone(state)
    prepared(running, state, [100, -100])
    expect(state).toEqual(frozen)
    const before = prepared(running, frozen, [2, 2])
    running.observe(state, [1e3, 1e3])
    expect(prepared(running, frozen, [2, 2])).toEqual(before)
    expect(prepared(running, state, [2, 2])).not.toEqual(before)
  })

  it('makes a constant column exactly 0 for ever, and keeps a last 1 when asked', () => {
    const running = standardize({ dimension: 2, intercept: true })
    const state = running.init()
    for (let t = 0; t < 1000; t++) {
      expect(prepared(running, state, [0.1, t])[0]).toBe(0)
      expect(prepared(running, state, [0.1, t])[2]).toBe(1)
      running.observe(state, [0.1, t])
    }
  })

  it('lets missing and infinite values through and does not learn from them', () => {
    const running = standardize({ dimension: 2 })
    const state = running.init()
    for (const x of [
      [1, 1],
      [Number.NaN, 2],
      [3, Infinity],
      [5, 3],
    ])
      running.observe(state, x)
    const { mean, sd } = twoPass([1, 3, 5])
    const [a, b] = prepared(running, state, [4, Number.NaN])
    expect(a).toBeCloseTo((4 - mean) / sd, 12)
    expect(b).toBeNaN()
    expect(prepared(running, running.init(), [Number.NaN, Infinity])).toEqual([Number.NaN, Infinity])
  })

  it('resumes from a clone of its state bit for bit', () => {
    const running = standardize({ dimension: 1 })
    const state = running.init()
    for (let t = 0; t < 50; t++) running.observe(state, [Math.sin(t)])
    const copy = structuredClone(state)
    for (let t = 50; t < 100; t++) {
      for (const each of [state, copy]) running.observe(each, [Math.sin(t)])
      expect(prepared(running, copy, [1])).toEqual(prepared(running, state, [1]))
    }
  })

  it('asks for a dimension', () => {
    expect(() => standardize({ dimension: 0 })).toThrow(ArgumentError)
  })
})

describe('columnStatistics', () => {
  it('agrees with two passes to 1e-12, in one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 2, maxLength: 200 }),
        fc.constantFrom(0, 1, 1e3, 1e9, -1e12),
        fc.constantFrom(1, 1 / 3, 1e-3, 1e5),
        async (integers, offset, unit) => {
          const values = integers.map((i) => offset + unit * i)
          const { mean, sd, min, max } = await columnStatistics(values.map((x) => [x]))
          const expected = twoPass(values)
          expect(Math.abs(mean[0] - expected.mean)).toBeLessThanOrEqual(
            1e-12 * Math.max(Math.abs(expected.mean), expected.sd),
          )
          expect(Math.abs(sd[0] - expected.sd)).toBeLessThanOrEqual(1e-12 * expected.sd)
          expect([min[0], max[0]]).toEqual([Math.min(...values), Math.max(...values)])
        },
      ),
      { numRuns: 300 },
    )
  })

  it('survives a first value a million deviations away from the rest', async () => {
    const values = Array.from({ length: 10_000 }, (_, i) => 1e9 + Math.sin(i))
    values[0] = -1e9
    const { sd } = await columnStatistics(values.map((x) => [x]))
    expect(Math.abs(sd[0] / twoPass(values).sd - 1)).toBeLessThan(1e-12)
    values[0] = 1e9
    const rest = await columnStatistics([[1e15], ...values.map((x) => [x])])
    expect(Math.abs(rest.sd[0] / twoPass([1e15, ...values]).sd - 1)).toBeLessThan(1e-12)
  })

  it('is exactly 0 apart for a constant column, skips the missing, and knows an empty column', async () => {
    const { rows, mean, sd, min, max } = await columnStatistics([
      [0.1, 1, Number.NaN],
      [0.1, Number.NaN, Number.NaN],
      [0.1, 3, Number.NaN],
    ])
    expect(rows).toBe(3)
    expect([...mean]).toEqual([0.1, 2, 0])
    expect([...sd]).toEqual([0, 1, 0])
    expect([...min]).toEqual([0.1, 1, 0])
    expect([...max]).toEqual([0.1, 3, 0])
  })

  it('refuses rows of different lengths and columns whose deviation overflows', async () => {
    await expect(columnStatistics([[1, 2], [3]])).rejects.toThrow('row 2 must have 2 columns; received 1')
    await expect(columnStatistics([[1e200], [-1e200]])).rejects.toThrow('too wide')
  })
})

describe('the benchmark’s three preparations of boston', async () => {
  const read = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url))
  const golden = JSON.parse(read('boston.prepared.json').toString())
  const source = gunzipSync(read('boston.csv.gz'))
  const file = () => table(source, { columns: (names) => names.slice(0, -1) })
  const statistics = await columnStatistics(await file())
  const first: number[] = []
  for await (const { values } of await file()) {
    first.push(...values)
    break
  }

  function expectClose(actual: ArrayLike<number>, expected: readonly number[]) {
    expect(actual.length).toBe(expected.length)
    for (const [j, want] of expected.entries()) {
      expect(Math.abs(actual[j] - want)).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(want)))
    }
  }

  it('have the means, deviations, minima and maxima of an independent program', () => {
    expect(statistics.rows).toBe(506)
    for (const name of ['mean', 'sd', 'min', 'max'] as const) expectClose(statistics[name], golden[name])
  })

  it.each([
    ['A', standardizeFile(statistics)],
    ['B', standardizeFile(statistics, { intercept: true })],
    ['C', minmaxFile(statistics, { intercept: true })],
  ])('%s gives its first row', (name, preparation) => {
    expectClose(prepared(preparation, preparation.init(), first), golden.firstRow[name])
  })

  it('leave features alone when asked to', () => {
    expect(prepared(asIs({ dimension: 13, intercept: true }), null, first)).toEqual([...first, 1])
  })
})
