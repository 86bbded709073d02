import { normal, seededRng } from 'credence'
import { describe, expect, it } from 'vitest'
import { claim, groupClaims, judge } from './claim.ts'
import { batchMeans, estimate, slope, studentQuantile } from './statistics.ts'

describe('estimate', () => {
  it('has an interval that holds the truth in 95 of 100 samples', () => {
    const rng = seededRng(1)
    let held = 0
    for (let i = 0; i < 4000; i++) {
      const { low, high } = estimate(Array.from({ length: 5 }, () => normal(rng)))
      if (low <= 0 && high >= 0) held++
    }
    // Three standard errors are 0.0103.
    expect(Math.abs(held / 4000 - 0.95)).toBeLessThan(0.0103)
  })

  it('knows no error of a single replication', () => {
    expect(estimate([3])).toEqual({ n: 1, mean: 3, error: Number.NaN, low: Number.NaN, high: Number.NaN })
  })

  it('takes Student’s quantiles from the table, and beyond it from a series that meets it', () => {
    expect(studentQuantile(29)).toBeCloseTo(2.04523, 5)
    expect(studentQuantile(31)).toBeCloseTo(2.03951, 3)
    expect(studentQuantile(120)).toBeCloseTo(1.97993, 4)
  })
})

describe('the verdict', () => {
  it('holds, or is not reproduced, only where the whole interval lies on one side; else it is inconclusive', () => {
    const at = (low: number, mean: number, high: number) => ({ n: 9, mean, error: 1, low, high })
    expect(judge(at(1, 2, 3), 'above', 0)).toBe('holds')
    expect(judge(at(-1, 2, 5), 'above', 0)).toBe('inconclusive')
    expect(judge(at(-4, -2, 1), 'above', 0)).toBe('inconclusive')
    expect(judge(at(-4, -2, -1), 'above', 0)).toBe('not reproduced')
    expect(judge(at(1, 2, 3), 'below', 4)).toBe('holds')
    expect(judge(at(1, 2, 3), 'below', 2.5)).toBe('inconclusive')
    expect(judge(at(1, 2, 3), 'below', 0.5)).toBe('not reproduced')
    expect(judge(at(2, 2, 2), 'below', 2)).toBe('not reproduced')
  })

  it('never holds on a single replication, nor on no number', () => {
    const of = (value: number) => claim({ says: '', measured: '', side: 'above', values: [value] }).verdict
    expect([of(5), of(-5), of(Number.NaN)]).toEqual(['inconclusive', 'inconclusive', 'not reproduced'])
  })
})

it('a sentence has one verdict: in part, where some of its rows hold and others do not', () => {
  const row = (says: string, ...values: number[]) => claim({ says, measured: '', side: 'above', values })
  const groups = groupClaims([row('a', 5, 6, 5), row('b', 5, 6, 5), row('b', -5, -6, -5), row('c', -1, 1)])
  expect(groups.map(({ says, rows, verdict }) => [says, rows.length, verdict])).toEqual([
    ['a', 1, 'holds'],
    ['b', 2, 'in part'],
    ['c', 1, 'inconclusive'],
  ])
})

it('batchMeans are means of consecutive rounds', () => {
  expect(batchMeans([1, 3, 5, 7, 9], 2)).toEqual([2, 6])
})

it('slope is that of the least-squares line', () => {
  expect(slope([0, 1, 2], [1, 3, 5])).toBeCloseTo(2, 12)
})
