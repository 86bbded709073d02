import { describe, expect, it } from 'vitest'
import { enterLogShare, enterShare, leaveLogShare, leaveShare } from './slots.ts'

const share = (logWeights: Float64Array): number[] => {
  const weights = Array.from(logWeights, Math.exp)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => weight / total)
}

describe.each([
  ['weights', enterShare, leaveShare, (values: number[]) => Float64Array.from(values), Array.from],
  [
    'log-weights',
    enterLogShare,
    leaveLogShare,
    (values: number[]) => Float64Array.from(values, (value) => Math.log(value) - 900),
    share,
  ],
] as const)('a slot among %s', (_what, enter, leave, make, sharesOf) => {
  it('a newcomer gets its share, whatever its slot held before; the others keep their proportions', () => {
    const weights = make([0.5, 0.3, 0.2])
    enter(weights, 1, 0.25)
    const [a, b, c] = sharesOf(weights)
    expect(b).toBeCloseTo(0.25, 12)
    expect(a / c).toBeCloseTo(2.5, 12)
    expect(a + b + c).toBeCloseTo(1, 12)
  })

  it('alone, or with all that there is, it has everything', () => {
    const alone = make([0, 0, 0])
    enter(alone, 2, 0.25)
    expect(sharesOf(alone)).toEqual([0, 0, 1])
    const all = make([0.5, 0.3, 0.2])
    enter(all, 0, 1)
    expect(sharesOf(all)).toEqual([1, 0, 0])
  })

  it('who leaves leaves its weight to the others in proportion', () => {
    const weights = make([0.5, 0.3, 0.2])
    leave(weights, 0)
    const [a, b, c] = sharesOf(weights)
    expect(a).toBe(0)
    expect(b).toBeCloseTo(0.6, 12)
    expect(c).toBeCloseTo(0.4, 12)
  })
})

it('log-weights are measured from the largest that is left, beside which a share can be seen', () => {
  const logWeights = Float64Array.of(0, -1e6, -1e6 - 1)
  leaveLogShare(logWeights, 0)
  expect(Array.from(logWeights)).toEqual([-Infinity, 0, -1])
})
