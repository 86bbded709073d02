import { expect, it } from 'vitest'
import { account } from './account.ts'
import { createStretch, rowOf } from './roundSums.ts'

it('has no bound below 0 where the weight of the only expert is above 1 by rounding, however small the rate', () => {
  const stretch = createStretch(92, Float64Array.of(2 ** -52))
  Object.assign(stretch, { rounds: 1, own: 1.2, size: 1.2e-269, rate: 1e-269 })
  rowOf(stretch, 'losses')[0] = 1.2
  const { bound, regret } = account(stretch, {
    secondOrder: false,
    sharesEvenly: true,
    bound: () => undefined,
  })
  expect(regret).toBe(0)
  expect(bound).toBeGreaterThanOrEqual(0)
  expect(bound).toBeLessThan(1e-12)
})
