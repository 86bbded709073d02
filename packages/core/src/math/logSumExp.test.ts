import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { logAddExp, logSumExp, logWeightedSumExp } from './logSumExp.ts'

const value = fc.double({ min: -700, max: 700, noNaN: true })

describe('logSumExp', () => {
  it('is the logarithm of the sum of exponentials, wherever that can be formed', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 20 }), (values) => {
        const direct = Math.log(values.reduce((sum, v) => sum + Math.exp(v), 0))
        expect(Math.abs(logSumExp(values) - direct)).toBeLessThanOrEqual(
          1e-13 * Math.max(1, Math.abs(direct)),
        )
      }),
    )
  })

  it('moves with its arguments, far beyond the range of exp', () => {
    expect(logSumExp([-1e5, -1e5])).toBe(-1e5 + Math.LN2)
    expect(logSumExp([1e300, 0])).toBe(1e300)
    expect(logSumExp(Float64Array.of(-745000, -745001))).toBeCloseTo(-745000 + Math.log1p(Math.exp(-1)), 9)
  })

  it('keeps a term that vanishes beside 1', () => {
    expect(logSumExp([0, -50])).toBe(Math.exp(-50))
    expect(logAddExp(-50, 0)).toBe(Math.exp(-50))
  })

  it('is −∞ for nothing and for impossibilities, ∞ if one term is, NaN if one is', () => {
    expect(logSumExp([])).toBe(-Infinity)
    expect(logSumExp([-Infinity, -Infinity])).toBe(-Infinity)
    expect(logSumExp([-Infinity, 3])).toBe(3)
    expect(logSumExp([-Infinity, 0, Infinity])).toBe(Infinity)
    expect(logSumExp([NaN, -Infinity])).toBeNaN()
    expect(logSumExp([0, NaN])).toBeNaN()
  })
})

describe('logAddExp', () => {
  it('is logSumExp of two', () => {
    const any = fc.double({ noNaN: true })
    fc.assert(
      fc.property(any, any, (a, b) => {
        expect(logAddExp(a, b)).toBeCloseTo(logSumExp([a, b]), 12)
        expect(logAddExp(a, b)).toBe(logAddExp(b, a))
      }),
    )
  })

  it('adds infinities without subtracting them', () => {
    expect(logAddExp(-Infinity, -Infinity)).toBe(-Infinity)
    expect(logAddExp(Infinity, Infinity)).toBe(Infinity)
    expect(logAddExp(Infinity, -Infinity)).toBe(Infinity)
    expect(logAddExp(NaN, 0)).toBeNaN()
  })
})

describe('logWeightedSumExp', () => {
  it('is logSumExp of the sums', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value), { maxLength: 20 }), (pairs) => {
        const sums = pairs.map(([w, v]) => w + v)
        const [weights, values] = [pairs.map(([w]) => w), pairs.map(([, v]) => v)]
        expect(logWeightedSumExp(weights, values)).toBe(logSumExp(sums))
      }),
    )
  })

  it('ignores an expert of weight zero, and is −∞ when all are', () => {
    expect(logWeightedSumExp([-Infinity, 0], [500, -2])).toBe(-2)
    expect(logWeightedSumExp([-Infinity, -Infinity], [1, 2])).toBe(-Infinity)
  })
})
