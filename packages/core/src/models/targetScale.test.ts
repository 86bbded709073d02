import { expect, it } from 'vitest'
import { fixedTarget, standardizeTarget } from './targetScale.ts'

it('a fixed unit is (y − shift)/scale, whatever was seen, and there and back is where it was', () => {
  const target = fixedTarget(5, 2)
  const state = target.init()
  target.observe(state, 1e9)
  expect([target.shift(state), target.scale(state), target.toUnits(state, 11)]).toEqual([5, 2, 3])
  expect(target.shift(state) + target.scale(state) * target.toUnits(state, 7.5)).toBe(7.5)
  expect(() => fixedTarget(Number.NaN, 1)).toThrow('shift must be')
  expect(() => fixedTarget(0, 0)).toThrow('scale must be')
})

it('standard units follow the mean and the deviation of the outcomes', () => {
  const target = standardizeTarget()
  const state = target.init()
  const outcomes = [3, 7, 1, 9, 5]
  for (const y of outcomes) target.observe(state, y)
  expect(target.shift(state)).toBeCloseTo(5, 12)
  // The deviation of 3, 7, 1, 9, 5 around 5.
  expect(target.scale(state)).toBeCloseTo(Math.sqrt(8), 12)
  expect(target.toUnits(state, 5 + 2 * Math.sqrt(8))).toBeCloseTo(2, 12)
})
