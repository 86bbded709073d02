import { expect, it } from 'vitest'
import * as credence from '../all.ts'
import { digest } from '../fuzz/digest.ts'

/** What random programs found, each as the smallest program that showed it. */

it.each([
  ['an outcome of 1e160', { at: 1 }, 1e160],
  ['a place between two', { at: 1.5 }, 3],
  ['a row with a column too many', { at: 1, known: [[1, 2]] }, 3],
])('a crowd that refuses %s of a later period is as it was', (_, input, y) => {
  const shops = credence.crowd({ steps: 1, known: 1 })
  shops.learn('north', { at: 0, known: [[1]] }, 3)
  shops.learn('south', { at: 0, known: [[1]] }, 4)
  const before = digest(shops.save())
  expect(() => shops.learn('north', input, y)).toThrow(/must/)
  expect(digest(shops.save())).toBe(before)
  expect(() => shops.learn('new', input, y)).toThrow(/must/)
  expect(digest(shops.save())).toBe(before)
})
