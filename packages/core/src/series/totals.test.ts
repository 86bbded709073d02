import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inDecimals, reconcile, sumOf, type TreeForecast, totalsOf } from './totals.ts'

/** All, two regions, and stores in each. */
const PARENTS = [-1, 0, 0, 1, 1, 2, 2, 2]
const LEAVES = [3, 4, 5, 6, 7]

const tree = fc
  .tuple(
    fc.array(fc.double({ min: -1000, max: 1000, noNaN: true }), { minLength: 8, maxLength: 8 }),
    fc.array(fc.double({ min: 0.01, max: 100, noNaN: true }), { minLength: 8, maxLength: 8 }),
  )
  .map(([means, variances]): TreeForecast[] =>
    PARENTS.map((parent, i) => ({ parent, mean: means[i], variance: variances[i] })),
  )

/** The same least squares over the leaves, by its normal equations and Gaussian elimination. */
function leastSquares(nodes: readonly TreeForecast[]): number[] {
  const under = nodes.map((_, i) =>
    LEAVES.map((leaf) => {
      let at = leaf
      while (at > i) at = PARENTS[at]
      return at === i ? 1 : 0
    }),
  )
  const size = LEAVES.length
  const a = LEAVES.map((_, r) => [
    ...LEAVES.map((__, c) =>
      nodes.reduce((sum, { variance }, i) => sum + (under[i][r] * under[i][c]) / variance, 0),
    ),
    nodes.reduce((sum, { mean, variance }, i) => sum + (under[i][r] * mean) / variance, 0),
  ])
  for (let p = 0; p < size; p++) {
    for (let r = 0; r < size; r++) {
      if (r === p) continue
      const factor = a[r][p] / a[p][p]
      for (let c = p; c <= size; c++) a[r][c] -= factor * a[p][c]
    }
  }
  const leaves = a.map((row, r) => row[size] / row[r])
  return under.map((row) => row.reduce((sum: number, one, l) => sum + one * leaves[l], 0))
}

describe('reconciled forecasts', () => {
  it('are the weighted least squares among all that add up', () => {
    fc.assert(
      fc.property(tree, (nodes) => {
        const expected = leastSquares(nodes)
        reconcile(nodes).forEach((mean, i) => {
          expect(mean).toBeCloseTo(expected[i], 6)
        })
      }),
    )
  })

  it('leave what is sure, and never go below 0 where that cannot be', () => {
    const [all, a, b] = reconcile([
      { parent: -1, mean: 10, variance: 0 },
      { parent: 0, mean: 1, variance: 9, positive: true },
      { parent: 0, mean: 30, variance: 1, positive: true },
    ])
    expect([all, a, b]).toEqual([10, 0, 10])
  })

  it('add up to the last digit in decimals', () => {
    fc.assert(
      fc.property(tree, (nodes) => {
        const means = inDecimals([...reconcile(nodes)], PARENTS)
        for (const sum of [0, 1, 2]) {
          const parts = means.filter((_, i) => PARENTS[i] === sum)
          const scaled = parts.reduce((all, mean) => all + Math.round(mean * 1e6), 0)
          expect(Math.round(means[sum] * 1e6)).toBe(scaled)
          expect(String(means[sum])).toMatch(/^-?\d+(\.\d{1,6})?(e-\d)?$/)
        }
      }),
    )
  })
})

describe('sums of series', () => {
  it('are of all, and of each first cell', () => {
    const keys = [
      ['north', 'a'],
      ['north', 'b'],
      ['south', 'a'],
    ]
    expect(totalsOf(keys)).toEqual([
      { cells: [], members: [0, 1, 2] },
      { cells: ['north'], members: [0, 1] },
      { cells: ['south'], members: [2] },
    ])
  })

  it('count a series from its first outcome to its last, and are not known at a gap', () => {
    const whole = { times: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], y: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1] }
    const late = { times: [4, 5, 7, 8, 9, 10], y: [10, 10, 10, 10, 10, Number.NaN] }
    expect(sumOf([whole, late])).toEqual({
      times: [1, 2, 3, 4, 5, 7, 8, 9, 10],
      y: [1, 1, 1, 11, 11, 11, 11, 11, 1],
    })
  })

  it('take a missing row for nothing where hardly any time has all rows', () => {
    const days = Array.from({ length: 80 }, (_, t) => t)
    const shops = Array.from({ length: 8 }, (_, s) => {
      const times = days.filter((t) => t % 8 !== s)
      return { times, y: times.map(() => 1) }
    })
    const { times, y } = sumOf(shops)
    expect(times).toEqual(days)
    expect(new Set(y)).toEqual(new Set([7]))
  })

  it('take a missing row for nothing where most rows are missing', () => {
    const often = { times: [1, 2, 3, 4, 5, 6], y: [2, 2, 2, 2, 2, 2] }
    const seldom = { times: [1, 6], y: [5, 5] }
    expect(sumOf([often, seldom]).y).toEqual([7, 2, 2, 2, 2, 7])
  })
})
