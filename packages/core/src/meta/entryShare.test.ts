import { expect, it } from 'vitest'
import { entryShare } from './entryShare.ts'

it('experts enter with the shares of 1/(i log²(i + 1)), whose sum is finite', () => {
  const first = 1 / (Math.LN2 * Math.LN2)
  const second = 1 / (2 * Math.log(3) * Math.log(3))
  expect(entryShare(1)).toBe(1)
  expect(entryShare(2)).toBeCloseTo(second / (first + second), 14)
  // What is left of the first after all that enter: π₁/Π.
  let left = 1
  for (let i = 2; i <= 1000; i++) left *= 1 - entryShare(i)
  expect(first / left).toBeLessThan(3.4)
  expect(first / left).toBeGreaterThan(3.2)
  expect(() => entryShare(0)).toThrow('i must be a positive whole number; received 0')
})
