import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Ladder } from './ladder.ts'
import { above, aboveNegated, aboveSizes, countBelow, countUpTo, median, medianSize } from './quantiles.ts'
import { createRings, pushNumber } from './rings.ts'

const SIZES = [1, 2, 4, 10, 37]
const numbers = fc.oneof(fc.constantFrom(0, -0, 1, -1, 2.5), fc.double({ noNaN: true, min: -1e6, max: 1e6 }))

/** The quantile as it is defined, of numbers in order. */
function quantile(s: readonly number[], b: number, tail: number): number {
  const n = s.length
  const h = (n + 1) * (1 - b)
  if (h > n) return s[n - 1] + tail * (1 / Math.sqrt((n + 1) * b) - 1)
  if (h <= 1) return s[0]
  const i = Math.floor(h)
  return i >= n ? s[n - 1] : s[i - 1] + (h - i) * (s[i] - s[i - 1])
}

const middle = (s: readonly number[]): number => (s[(s.length - 1) >> 1] + s[s.length >> 1]) / 2
const inOrder = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b)

it('every memory holds the last numbers in order, whether it followed the series or was made anew', () => {
  fc.assert(
    fc.property(fc.array(numbers, { minLength: 1, maxLength: 120 }), fc.array(numbers), (ours, others) => {
      const rings = createRings(2, 37)
      const following = new Ladder(SIZES)
      following.open(rings, 0)
      for (let t = 0; t < ours.length; t++) {
        following.follow(rings, 0, ours[t])
        pushNumber(rings, 0, 37, ours[t])
        if (t < others.length) pushNumber(rings, 1, 37, others[t])
        const made = new Ladder(SIZES)
        made.open(rings, 0)
        SIZES.forEach((size, k) => {
          const expected = inOrder(ours.slice(Math.max(0, t + 1 - size), t + 1)).map((x) => x + 0)
          for (const ladder of [following, made]) {
            const held = Array.from(ladder.sorted[k].subarray(0, ladder.lengths[k]), (x) => x + 0)
            expect(held).toEqual(expected)
          }
        })
      }
    }),
    { numRuns: 60 },
  )
})

it('quantiles and medians of numbers, of negated numbers and of sizes are those of the definition', () => {
  fc.assert(
    fc.property(
      fc.array(numbers, { minLength: 1, maxLength: 60 }),
      fc.double({ min: 0.001, max: 0.999, noNaN: true }),
      numbers,
      (values, b, x) => {
        const s = inOrder(values)
        const sorted = Float64Array.from(s)
        const n = s.length
        const negated = inOrder(values.map((v) => -v))
        const sizes = inOrder(values.map(Math.abs))
        const range = n > 1 ? s[n - 1] - s[0] : Math.abs(s[0])
        const near = (actual: number, expected: number) =>
          expect(Math.abs(actual - expected)).toBeLessThanOrEqual(1e-12 * (1 + Math.abs(expected)))
        near(above(sorted, n, b), quantile(s, b, range))
        near(aboveNegated(sorted, n, b), quantile(negated, b, range))
        near(aboveSizes(sorted, n, b), quantile(sizes, b, sizes[n - 1]))
        near(median(sorted, n), middle(s))
        near(medianSize(sorted, n), middle(sizes))
        expect(countBelow(sorted, n, x)).toBe(s.filter((v) => v < x).length)
        expect(countUpTo(sorted, n, x)).toBe(s.filter((v) => v <= x).length)
      },
    ),
    { numRuns: 300 },
  )
})
