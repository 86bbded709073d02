import fc from 'fast-check'
import { expect, it } from 'vitest'
import { seededRng, uniform } from '../../../math/rng.ts'
import { Ladder } from './ladder.ts'
import { above, aboveNegated, aboveSizes, countBelow, countUpTo, median, medianSize } from './quantiles.ts'
import { createRings, pushNumber, ringShape, ringsOf, type SortedRings } from './sortedRings.ts'

/** With bits for memories of 33, 40 and 90, and with none; longer than stamps can tell apart by themselves. */
const LADDERS = [
  [1, 2, 4, 10, 33, 40, 90, 300],
  [3, 10, 30],
]
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

it.each(LADDERS)(
  'every memory holds the last numbers in order, whether it followed the series or was picked out (%#)',
  (...sizes) => {
    const shape = ringShape(sizes)
    fc.assert(
      fc.property(fc.array(numbers, { minLength: 1, maxLength: 50 }), fc.nat(), (ours, seed) => {
        const rings = createRings(2, shape)
        const ladder = new Ladder(sizes)
        const follower = new Ladder(sizes)
        follower.open(rings, 1)
        const rng = seededRng(seed)
        const past: number[] = []
        for (let t = 0; t < 2 * shape.size + 20; t++) {
          // Ties, by chance from a few numbers, among others.
          const value = t % 3 === 0 ? ours[Math.floor(uniform(rng) * ours.length)] : uniform(rng) - 0.5
          past.push(value)
          follower.follow(rings, 1, value)
          pushNumber(rings, shape, 1, value)
          if (t % 5 === 0) pushNumber(rings, shape, 0, value)
          if (t % 7 !== 0) continue
          ladder.open(rings, 1)
          if (t % 91 === 0) follower.close()
          follower.open(rings, 1)
          sizes.forEach((size, k) => {
            const expected = inOrder(past.slice(-size)).map((x) => x + 0)
            for (const { sorted, starts, lengths } of [ladder, follower]) {
              const held = sorted[k].subarray(starts[k], starts[k] + lengths[k])
              expect(Array.from(held, (x) => x + 0)).toEqual(expected)
            }
          })
        }
        ringsOf(rings.counts.length, shape).check(rings, 'rings')
      }),
      { numRuns: 8 },
    )
  },
)

it('rings out of order, or whose stamps and bits contradict each other, are refused', () => {
  const shape = ringShape(LADDERS[0])
  const made = (): SortedRings => {
    const rings = createRings(1, shape)
    for (let t = 0; t < 400; t++) pushNumber(rings, shape, 0, (t * 7919) % 1000)
    return rings
  }
  const harms: readonly ((rings: SortedRings) => void)[] = [
    ({ values }) => values.reverse(),
    ({ values }) => values.fill(Number.NaN),
    ({ stamps }) => stamps.fill(3),
    ({ young }) => young.fill(-1),
    ({ young }) => young.fill(0),
    ({ counts }) => counts.fill(2.5),
    ({ counts }) => counts.fill(401),
  ]
  expect(() => ringsOf(1, shape).check(made(), 'rings')).not.toThrow()
  for (const harm of harms) {
    const rings = made()
    harm(rings)
    expect(() => ringsOf(rings.counts.length, shape).check(rings, 'rings')).toThrow('the save does not fit')
  }
})

it('sizes that stamps cannot tell apart are refused', () => {
  expect(() => ringShape([10, 400])).toThrow('sizes must not be further than 256 apart')
})

it('quantiles and medians of numbers, of negated numbers and of sizes are those of the definition', () => {
  fc.assert(
    fc.property(
      fc.array(numbers, { minLength: 1, maxLength: 60 }),
      fc.double({ min: 0.001, max: 0.999, noNaN: true }),
      numbers,
      (values, b, x) => {
        const s = inOrder(values)
        const sorted = Float64Array.from([9, -9, 0, ...s])
        const n = s.length
        const negated = inOrder(values.map((v) => -v))
        const sizes = inOrder(values.map(Math.abs))
        const range = n > 1 ? s[n - 1] - s[0] : Math.abs(s[0])
        const near = (actual: number, expected: number) =>
          expect(Math.abs(actual - expected)).toBeLessThanOrEqual(1e-12 * (1 + Math.abs(expected)))
        near(above(sorted, 3, n, b), quantile(s, b, range))
        near(aboveNegated(sorted, 3, n, b), quantile(negated, b, range))
        near(aboveSizes(sorted, 3, n, b), quantile(sizes, b, sizes[n - 1]))
        near(median(sorted, 3, n), middle(s))
        near(medianSize(sorted, 3, n), middle(sizes))
        expect(countBelow(sorted, 3, n, x)).toBe(s.filter((v) => v < x).length)
        expect(countUpTo(sorted, 3, n, x)).toBe(s.filter((v) => v <= x).length)
      },
    ),
    { numRuns: 300 },
  )
})
