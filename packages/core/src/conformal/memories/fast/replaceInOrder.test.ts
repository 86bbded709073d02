import fc from 'fast-check'
import { expect, it } from 'vitest'
import { replaceInOrder } from './replaceInOrder.ts'

const few = fc.integer({ min: -4, max: 4 })

it.each([1, 2, 7, 32, 33, 60])(
  '%d numbers stay in order whichever is replaced, and no other is touched',
  (n) => {
    fc.assert(
      fc.property(fc.array(few, { minLength: n, maxLength: n }), fc.nat(n - 1), few, (values, at, value) => {
        const sorted = values.map((one) => one + 0).sort((a, b) => a - b)
        // What stands behind the n numbers is not theirs.
        const numbers = Float64Array.from([...sorted, -100, 100])
        replaceInOrder(numbers, n, sorted[at], value)
        const expected = [...sorted.slice(0, at), ...sorted.slice(at + 1), value].sort((a, b) => a - b)
        expect(Array.from(numbers, (one) => one + 0)).toEqual([...expected, -100, 100])
      }),
    )
  },
)

it.each([0, 1, 7, 32, 33, 60])('among %d numbers one more finds its place', (n) => {
  fc.assert(
    fc.property(fc.array(few, { minLength: n, maxLength: n }), few, (values, value) => {
      const sorted = values.map((one) => one + 0).sort((a, b) => a - b)
      const numbers = Float64Array.from([...sorted, Infinity, -100])
      replaceInOrder(numbers, n, Infinity, value)
      const expected = [...sorted, value].sort((a, b) => a - b)
      expect(Array.from(numbers, (one) => one + 0)).toEqual([...expected, -100])
    }),
  )
})
