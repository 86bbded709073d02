import fc from 'fast-check'
import { expect, it } from 'vitest'
import { variance } from '../../math/moments.ts'
import { bestCandidate, createCandidate } from './candidates.ts'
import { insert, observersOf, roundTo } from './observers.ts'

it('rounds as Python does: the decimal expansion decides, and exact halves go to even', () => {
  // round(x, 1) and round(x, 2) of Python 3.11
  const expected: [x: number, digits: number, rounded: number][] = [
    [0.15, 1, 0.1],
    [0.25, 1, 0.2],
    [0.35, 1, 0.3],
    [0.75, 1, 0.8],
    [-0.25, 1, -0.2],
    [-2.75, 1, -2.8],
    [2.675, 2, 2.67],
    [1.005, 2, 1],
    [12.5, 0, 12],
    [1e17, 1, 1e17],
  ]
  for (const [x, digits, rounded] of expected) expect(roundTo(x, digits)).toBe(rounded)
  expect(roundTo(0.123456, Infinity)).toBe(0.123456)
})

it('finds the split of largest variance reduction among all values, as trying every one does', () => {
  const example = fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -50, max: 50 }))
  fc.assert(
    fc.property(fc.array(example, { minLength: 12, maxLength: 60 }), (examples) => {
      const pool = observersOf(4)()
      const all = momentsOf(examples)
      let root = -1
      for (const [x, y] of examples) {
        const made = insert(pool, root, x, y, 1, true)
        if (root < 0) root = made
      }
      const best = createCandidate()
      bestCandidate(pool, root, all, 0, 5, best)
      const merits = examples.map(([cut]) => {
        const below = momentsOf(examples.filter(([x]) => x <= cut))
        const above = momentsOf(examples.filter(([x]) => x > cut))
        if (below[0] < 5 || above[0] < 5) return 0
        return (
          variance(all, 0) -
          (below[0] / all[0]) * variance(below, 0) -
          (above[0] / all[0]) * variance(above, 0)
        )
      })
      expect(Math.abs(best.merit - Math.max(...merits))).toBeLessThan(1e-8)
    }),
  )
})

function momentsOf(examples: readonly (readonly [number, number])[]): Float64Array {
  const ys = examples.map(([, y]) => y)
  const mean = ys.reduce((a, b) => a + b, 0) / (ys.length || 1)
  return Float64Array.of(
    ys.length,
    mean,
    ys.reduce((sum, y) => sum + (y - mean) ** 2, 0),
  )
}
