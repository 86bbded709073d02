import { normal, seededRng } from 'credence'
import { describe, expect, it } from 'vitest'
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

it('batchMeans are means of consecutive rounds', () => {
  expect(batchMeans([1, 3, 5, 7, 9], 2)).toEqual([2, 6])
})

it('slope is that of the least-squares line', () => {
  expect(slope([0, 1, 2], [1, 3, 5])).toBeCloseTo(2, 12)
})
