import { expect, it } from 'vitest'
import { setsOf } from '../../test/setsOf.ts'

it('sets of classes hold the right one as often as promised, and are no larger than they must be', () => {
  const { held, size } = setsOf(1500)
  expect(held).toBeGreaterThan(0.885)
  expect(held).toBeLessThan(0.93)
  expect(size).toBeLessThan(2.5)
})
