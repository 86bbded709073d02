import { expect, it } from 'vitest'
import * as anywhere from '../tools/runtimes/vitest.js'

it('what runs golden tests in other runtimes sees a number that is off, and counts what passes', async () => {
  anywhere.it('holds', () => anywhere.expect([1, { a: Float64Array.of(2) }]).toEqual([1, { a: [2] }]))
  anywhere.it('is off', () => anywhere.expect(1e-8).toBeLessThan(1e-9))
  anywhere.it('is longer', () => anywhere.expect([1, 2]).toEqual([1]))
  const { tests, failed, failures } = await anywhere.runAll()
  expect({ tests, failed }).toEqual({ tests: 3, failed: 2 })
  expect(failures[0]).toMatch(/is off.*less than/)
})
