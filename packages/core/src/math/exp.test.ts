import fc from 'fast-check'
import { expect, it } from 'vitest'
import { expDown } from './expDown.ts'

it('expDown(x) is Math.exp(x) to the last place, for x ≤ 0', () => {
  fc.assert(
    fc.property(fc.double({ min: -708, max: 0, noNaN: true }), (x) => {
      expect(Math.abs(expDown(x) / Math.exp(x) - 1)).toBeLessThan(4e-16)
    }),
    { numRuns: 2000 },
  )
})

it('expDown underflows as Math.exp does', () => {
  for (const x of [0, -1e-320, -709, -720.5, -740, -746, -1e300, -Infinity]) {
    expect(Math.abs(expDown(x) - Math.exp(x))).toBeLessThanOrEqual(5e-324)
  }
  expect(expDown(0)).toBe(1)
  expect(expDown(Number.NaN)).toBeNaN()
})
