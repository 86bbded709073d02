import { expect, it } from 'vitest'
import { exp } from './exp.ts'
import { ceilingPowerOfTwo, powerOfTwo } from './powers.ts'

it('powers of two are exact from the least to the greatest', () => {
  expect([0, 1, 10, -1, -3].map(powerOfTwo)).toEqual([1, 2, 1024, 0.5, 0.125])
  expect(powerOfTwo(-1074)).toBe(5e-324)
  expect(powerOfTwo(-1075)).toBe(0)
  expect(powerOfTwo(1023)).toBe(8.98846567431158e307)
  expect(powerOfTwo(1024)).toBe(Infinity)
  expect(powerOfTwo(-Infinity)).toBe(0)
})

it('the ceiling is a power of two, and half of it lies below', () => {
  for (const x of [5e-324, 1e-300, 0.3, 0.5, 0.50001, 1, 3, 4, 1e300]) {
    const ceiling = ceilingPowerOfTwo(x)
    expect(ceiling).toBeGreaterThanOrEqual(x)
    expect(ceiling / 2).toBeLessThan(x)
  }
  expect(ceilingPowerOfTwo(4)).toBe(4)
})

it('exp of a sixty-fourth of log 2 is the correctly rounded root', () => {
  // 2^(1/64), 2^(33/64) and 2^(63/64) with 17 digits, by mpmath.
  expect(exp(Math.LN2 / 64)).toBeCloseTo(1.0108892860517005, 15)
  expect(exp((33 * Math.LN2) / 64)).toBeCloseTo(1.42961333839197, 15)
  expect(exp((63 * Math.LN2) / 64)).toBeCloseTo(1.978456026387951, 15)
})
