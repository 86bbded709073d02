import { describe, expect, it } from 'vitest'
import { holm, rankLearners, ranksOf, signedRank } from './ranks.ts'

/** Losses of four learners on fourteen data sets; expected numbers by SciPy 1.17. */
const losses = [
  [0.763, 0.768, 0.771, 0.798],
  [0.599, 0.591, 0.59, 0.569],
  [0.954, 0.971, 0.968, 0.967],
  [0.628, 0.661, 0.654, 0.657],
  [0.882, 0.888, 0.886, 0.898],
  [0.936, 0.931, 0.916, 0.931],
  [0.661, 0.668, 0.609, 0.685],
  [0.583, 0.583, 0.563, 0.625],
  [0.775, 0.838, 0.866, 0.875],
  [1, 1, 1, 1],
  [0.94, 0.962, 0.965, 0.962],
  [0.619, 0.666, 0.614, 0.669],
  [0.972, 0.981, 0.975, 0.975],
  [0.957, 0.978, 0.946, 0.97],
].map((row) => row.map((accuracy) => 1 - accuracy))

describe('rankLearners', () => {
  const found = rankLearners(['a', 'b', 'c', 'd'], losses)

  it('has the average ranks and Friedman statistic of SciPy, and a p-value by permutation near its χ²', () => {
    expect(found.ranks.map((rank) => rank.toFixed(4))).toEqual(['3.1429', '2.0000', '2.9286', '1.9286'])
    expect(found.friedman.statistic).toBeCloseTo(10.952380952380956, 9)
    // χ² has 0.012; three standard errors of 9,999 draws are 0.003, and χ² is only a limit.
    expect(Math.abs(found.friedman.p - 0.012)).toBeLessThan(0.005)
  })

  it('has the critical difference of Demšar: q √(k(k+1)/6n)', () => {
    expect(found.criticalDifference).toBeCloseTo(2.569 * Math.sqrt(20 / 84), 12)
  })

  it('says of equal learners that they are equal', () => {
    const { pairs, friedman } = rankLearners(
      ['a', 'b'],
      [
        [1, 1],
        [2, 2],
        [3, 3],
      ],
    )
    expect(friedman.p).toBe(1)
    expect(pairs[0]).toMatchObject({ wins: [0, 0], p: 1, adjusted: 1, probability: [0, 1, 0] })
  })

  it('finds a learner that is better everywhere', () => {
    const rows = Array.from({ length: 12 }, (_, i) => [1 + i, 2 * (1 + i)])
    const { pairs, ranks, friedman } = rankLearners(['a', 'b'], rows)
    expect(ranks).toEqual([1, 2])
    expect(friedman.p).toBeLessThan(0.002)
    expect(pairs[0].p).toBeCloseTo(2 / 2 ** 12, 12)
    expect(pairs[0].probability[0]).toBeGreaterThan(0.99)
  })
})

it('signedRank is exact: that of SciPy, and with ties that of all signs', () => {
  expect(signedRank([1.2, -0.3, 2.2, 0.7, 0.9, -0.1, 1.5, 3.3])).toBeCloseTo(0.0390625, 12)
  // Ranks 2, 2, 2: of eight signs, all three positive and all three negative are as far.
  expect(signedRank([1, 1, 1])).toBeCloseTo(0.25, 12)
  expect(signedRank([0, 0])).toBe(1)
})

it('ranksOf lets equals share, and holm never lets a larger p become smaller', () => {
  expect(ranksOf([3, 1, 1, 2])).toEqual([4, 1.5, 1.5, 3])
  expect(holm([0.01, 0.04, 0.03])).toEqual([0.03, 0.06, 0.06])
})
