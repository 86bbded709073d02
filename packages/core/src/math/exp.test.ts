import fc from 'fast-check'
import { expect, it } from 'vitest'
import { exp } from './exp.ts'

it('exp(x) is Math.exp(x) to the last places', () => {
  fc.assert(
    fc.property(fc.double({ min: -708, max: 709.78, noNaN: true }), (x) => {
      expect(Math.abs(exp(x) / Math.exp(x) - 1)).toBeLessThan(4e-16)
    }),
    { numRuns: 2000 },
  )
  for (let x = -2; x <= 2; x += 1 / 1024) expect(Math.abs(exp(x) / Math.exp(x) - 1)).toBeLessThan(4e-16)
})

it('exp underflows and overflows as Math.exp does', () => {
  for (const x of [-1e-320, -709, -720.5, -740, -745.1, -746, -1e300, -Infinity]) {
    expect(Math.abs(exp(x) - Math.exp(x))).toBeLessThanOrEqual(5e-324)
  }
  for (const x of [0, 709.5, 709.78, 709.782712893384, 710, 1e300, Infinity, Number.NaN])
    expect(exp(x)).toBe(Math.exp(x))
})
