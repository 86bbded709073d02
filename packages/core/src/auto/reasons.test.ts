import { describe, expect, it } from 'vitest'
import { normal, type Rng, seededRng, uniform } from '../math/rng.ts'
import { type Reasons, sharesOfReasons } from '../models/reasons.ts'
import { conjugate } from '../panels/conjugate.ts'
import { svb } from '../panels/svb.ts'
import type { RawRow } from '../rows/rows.ts'
import { auto } from './auto.ts'

/** Streams of which it is known what outcomes come from: the truth is in the formula. */

const experts = [conjugate({ noise: [0.3, 1], priorVariance: [1], forgetting: [0.98, 1] })]

type Made = readonly [row: RawRow, y: number | string]

/** Mean shares of each column over the rows from `from` on. */
function sharesOf(
  make: (t: number, rng: Rng) => Made,
  { rows = 300, from = 150, rules = experts }: { rows?: number; from?: number; rules?: typeof experts } = {},
): Readonly<Record<string, number>> {
  const learner = auto({ experts: rules })
  const rng = seededRng(11)
  const sums = new Map<string, number>()
  for (let t = 0; t < rows; t++) {
    const [row, y] = make(t, rng)
    if (t >= from && t % 5 === 0) {
      for (const { column, effect } of learner.reasons(row).columns)
        sums.set(column, (sums.get(column) ?? 0) + Math.abs(effect))
    }
    learner.learn(row, y)
  }
  const total = [...sums.values()].reduce((sum, value) => sum + value, 0)
  return Object.fromEntries(Array.from(sums, ([column, sum]) => [column, sum / total]))
}

const day = (t: number): string => new Date(Date.UTC(2025, 0, 1 + t)).toISOString().slice(0, 10)

describe('the reasons of a forecast', () => {
  it('are near 0 for columns that do not matter, and follow the size of those that do', () => {
    const { a, b, c, d } = sharesOf((_, rng) => {
      const row = { a: normal(rng), b: normal(rng), c: normal(rng), d: normal(rng) }
      return [row, 3 * row.a + row.b + 0.3 * normal(rng)]
    })
    expect(a).toBeGreaterThan(0.65)
    expect(b).toBeGreaterThan(0.18)
    expect(b).toBeLessThan(0.32)
    expect(c + d).toBeLessThan(0.06)
  })

  it('are shared by two columns that say the same', () => {
    const { a, copy, b } = sharesOf((_, rng) => {
      const [x, y] = [normal(rng), normal(rng)]
      return [{ a: x, copy: x, b: y }, 2 * x + 2 * y + 0.3 * normal(rng)]
    })
    expect(Math.abs(a - copy)).toBeLessThan(0.02)
    expect(a).toBeGreaterThan(0.2)
    expect(b).toBeGreaterThan(0.4)
  })

  it('show when another column begins to matter', () => {
    const make = (t: number, rng: Rng): Made => {
      const row = { a: normal(rng), b: normal(rng) }
      return [row, 3 * (t < 200 ? row.a : row.b) + 0.3 * normal(rng)]
    }
    const [before, after] = [
      sharesOf(make, { rows: 200, from: 100 }),
      sharesOf(make, { rows: 420, from: 350 }),
    ]
    expect(before.a).toBeGreaterThan(0.9)
    expect(after.b).toBeGreaterThan(0.8)
  })

  it('name words and the parts of the calendar', () => {
    const { sky, ...rest } = sharesOf((t, rng) => {
      const word = uniform(rng) < 0.4 ? 'grey' : 'blue'
      const weekend = new Date(Date.UTC(2025, 0, 1 + t)).getUTCDay() % 6 === 0
      const row = { day: day(t), sky: word, noise: normal(rng) }
      return [row, (word === 'grey' ? 6 : 0) + (weekend ? 8 : 0) + 0.3 * normal(rng)]
    })
    expect(sky).toBeGreaterThan(0.25)
    expect(rest['day of the week'] + rest['past outcomes']).toBeGreaterThan(0.4)
    expect(rest.noise).toBeLessThan(0.05)
  })

  it('of a class explain the probability of the one that is forecast', () => {
    const { a, b } = sharesOf(
      (_, rng) => {
        const row = { a: normal(rng), b: normal(rng) }
        return [row, row.a + 0.5 * normal(rng) > 0 ? 'yes' : 'no']
      },
      { rules: [svb({ scale: [0.1, 1] })] as never },
    )
    expect(a).toBeGreaterThan(0.75)
    expect(b).toBeLessThan(0.25)
  })

  it('change nothing, and are the same when asked for twice', () => {
    const learner = auto({ experts })
    const rng = seededRng(2)
    const row = (): { a: number; b: number } => ({ a: normal(rng), b: normal(rng) })
    for (let t = 0; t < 60; t++) {
      const one = row()
      learner.learn(one, one.a)
    }
    const asked = row()
    const save = learner.save()
    const first: Reasons = learner.reasons(asked)
    expect(learner.reasons(asked)).toEqual(first)
    expect(Buffer.compare(learner.save(), save)).toBe(0)
    expect(first.forecast).toBeCloseTo(learner.predict(asked).mean as number, 12)
  })

  it('are none before there is a forecast', () => {
    expect(auto().reasons({ a: 1 }).columns).toEqual([])
  })

  it('are known of rows that were learnt, as far as they are remembered', () => {
    const learner = auto({ experts })
    const rng = seededRng(4)
    for (let t = 0; t < 200; t++) {
      const row = { a: normal(rng), b: normal(rng), c: normal(rng) }
      learner.learn(row, 3 * row.a + row.b + 0.3 * normal(rng))
    }
    const save = learner.save()
    const lately = Array.from({ length: 25 }, (_, i) => learner.pastReasons(i + 1) as Reasons)
    const shares = Object.fromEntries(sharesOfReasons(lately).map(({ column, share }) => [column, share]))
    expect(shares.a).toBeGreaterThan(0.8)
    expect(shares.b).toBeGreaterThan(0.05)
    expect(shares.c).toBeLessThan(0.02)
    expect(Object.values(shares).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12)
    expect([learner.pastReasons(200) === null, learner.pastReasons(201)]).toEqual([false, null])
    expect(() => learner.pastReasons(0)).toThrow('back must be')
    expect(Buffer.compare(learner.save(), save)).toBe(0)
  })

  it('of a row that was learnt are about those of the same row when it comes again', () => {
    const rng = seededRng(5)
    for (const outcome of [(a: number) => 3 * a, (a: number) => (a > 0 ? 'yes' : 'no')]) {
      const learner = auto({ memory: false })
      const row = { a: 0.8, b: -0.3 }
      for (let t = 0; t < 80; t++) {
        const one = { a: normal(rng), b: normal(rng) }
        learner.learn(one, outcome(one.a))
      }
      learner.learn(row, outcome(row.a))
      const [past, again] = [learner.pastReasons(1), learner.reasons(row)]
      expect(past?.label).toBe(again.label)
      expect(past?.forecast).toBeCloseTo(again.forecast, 6)
      expect(past?.columns[0]?.column).toBe('a')
    }
  })
})
