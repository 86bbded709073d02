import { expect, it } from 'vitest'
import { regretTo } from './logWeights.ts'

it('a regret is the loss that was lost by not following an expert, within ±1e300', () => {
  expect(regretTo(1, 3, 1)).toBe(2)
  expect(regretTo(1, 3, 0.5)).toBe(1)
  expect(regretTo(1, 3, 0)).toBe(0)
  expect(regretTo(-1.7e308, 1.7e308, 1)).toBe(1e300)
  expect(regretTo(1.7e308, -1.7e308, 1)).toBe(-1e300)
})
