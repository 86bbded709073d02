import { normal, seededRng, uniform } from 'credence/random'
import { describe, expect, it } from 'vitest'
import { observeUnit, summariseUnits, UNITS, unitChanges, unitSentence } from './unitChange.ts'

const rng = seededRng(3)
const rows = (length: number, of: (t: number) => number): number[] => Array.from({ length }, (_, t) => of(t))
const noisy = (level: number): number => level * (1 + 0.2 * normal(rng))

it.each([1000, 100, 1 / 1000, 1 / 60])('finds where a unit changed, and that the factor is %d', (factor) => {
  for (const at of [12, 200, 385]) {
    const [found, ...others] = unitChanges(rows(400, (t) => noisy(t < at ? 50 : 50 * factor)))
    expect(others).toEqual([])
    expect(Math.abs((found?.row ?? 0) - at)).toBeLessThanOrEqual(1)
    expect(Math.abs(Math.log((found?.factor ?? 1) / factor))).toBeLessThan(0.2)
  }
})

it('finds it in values about 0', () => {
  const found = unitChanges(rows(200, (t) => normal(rng) * (t < 100 ? 1 : 1000)))
  expect(found).toHaveLength(1)
  expect(Math.abs((found[0]?.row ?? 0) - 100)).toBeLessThanOrEqual(3)
})

it('finds it where values never vary', () => {
  expect(unitChanges(rows(60, (t) => (t < 30 ? 5 : 5000)))).toEqual([
    { row: 30, factor: expect.closeTo(1000, 6) },
  ])
})

it('finds a unit that returns', () => {
  const found = unitChanges(rows(600, (t) => noisy(t >= 200 && t < 350 ? 5000 : 5)))
  expect(found.map(({ row }) => row)).toEqual([200, 350])
})

describe('finds none', () => {
  const cases: Readonly<Record<string, (t: number) => number>> = {
    'in noise': () => noisy(5),
    'in growth, however long': (t) => noisy(Math.exp(t / 50)),
    'in a season of strong contrast': (t) => noisy(t % 7 < 5 ? 100 : 3),
    'in nights and days': (t) => noisy(t % 24 < 8 ? 1 : 400),
    'where demand is mostly nothing': (t) => (t % 3 === 0 ? 20 * uniform(rng) : 0),
    'in one absurd outcome': (t) => (t === 200 ? 1e6 : noisy(5)),
    'in weeks of strong contrast': (t) => noisy(t % 84 < 60 ? 100 : 3),
    'in steep growth': (t) => noisy(Math.exp(t / 10)),
    'in rare demand of all sizes': (t) => (t % 20 === 0 ? Math.exp(2 * normal(rng)) : 0),
    'in a level that was about 0': (t) => 0.3 * normal(rng) + (t < 200 ? 0 : 10),
    'in a wave that rests near 0': (t) => 0.01 * normal(rng) + (t % 400 < 40 ? 0.02 : 1),
    'in a wave that comes to rest about 0': (t) =>
      t % 400 < 40 ? 0.02 * normal(rng) : 1 + Math.sin(t / 9) / 2,
    'in a walk that passes 0 slowly': (t) => ((t - 200) / 60) ** 3 + 0.03 * normal(rng),
    'in a level that is five times as high': (t) => noisy(t < 200 ? 10 : 50),
    'around 0': () => normal(rng),
    'in a constant': () => 7,
    'in zeros': () => 0,
  }
  it.each(Object.entries(cases))('%s', (_, of) => {
    expect(unitChanges(rows(400, of))).toEqual([])
  })

  it('in walks about 0 of 5,000 rows', () => {
    for (let walk = 0; walk < 20; walk++) {
      let z = 0
      const next = (): number => {
        z = 0.999 * z + normal(rng)
        return z
      }
      expect(unitChanges(rows(5000, next))).toEqual([])
    }
  })

  it('in a few rows', () => {
    for (let length = 0; length < 16; length++)
      expect(unitChanges(rows(length, (t) => 1000 ** t))).toEqual([])
  })
})

it('remembers as much after a million rows as after a hundred, and goes on from what was saved', () => {
  const [whole, half] = [UNITS(), UNITS()]
  const y = rows(3000, (t) => noisy(t < 1200 ? 5 : 5000))
  for (const [row, value] of y.entries()) {
    observeUnit(whole, value, row)
    if (row < 1210) observeUnit(half, value, row)
  }
  expect(summariseUnits(half).map(({ row }) => row)).toEqual([1200])
  const on = structuredClone(half)
  for (const [row, value] of y.entries()) if (row >= 1210) observeUnit(on, value, row)
  expect(on).toEqual(whole)
  expect(whole.y.length + whole.rows.length).toBe(90)
})

it('says it with the place, a round factor, and what to do', () => {
  expect(unitSentence({ row: 1, factor: 1013 }, 'load', '2024-07-19')).toMatch(
    /^from 2024-07-19 on, "load" is about 1,000 times as large as before\. If the unit changed/,
  )
  expect(unitSentence({ row: 1, factor: 1 / 62 }, 'load', 'row 9')).toContain('about 62 times as small')
})
