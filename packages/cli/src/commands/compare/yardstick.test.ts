import { expect, it } from 'vitest'
import { comparedPoint, lossBy } from './yardstick.ts'

it('measures absolute errors from the median of a forecast, and squared ones from its mean', () => {
  const record = { t: 2, y: 10, mean: 7, median: 4, sd: 3, lower: 1, upper: 20 }
  expect(lossBy('absolute', record, 0.9)).toBe(6)
  expect(comparedPoint('absolute', record)).toBe(4)
  expect(lossBy('squared', record, 0.9)).toBe(9)
  expect(comparedPoint('squared', record)).toBe(7)
})

it('measures both from the only point that a forecast has', () => {
  const record = { t: 2, y: 10, mean: 7 }
  expect(lossBy('absolute', record, 0.9)).toBe(3)
  expect(lossBy('squared', record, 0.9)).toBe(9)
})
