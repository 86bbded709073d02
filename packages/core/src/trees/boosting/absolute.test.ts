import { describe, expect, it } from 'vitest'
import { normal, seededRng } from '../../math/rng.ts'
import { Absolute } from './absolute.ts'
import { Grower } from './grower.ts'
import { predictTrees } from './trees.ts'

describe('absolute errors as the loss of boosted trees', () => {
  it('gives each leaf the median of what is left over, shrunk, and 0 to a leaf without rows', () => {
    const rest = Float64Array.from([1, 2, 10, -4, 5, 6])
    const leaves = new Float64Array(4)
    new Absolute(6, 4).settle(rest, Uint8Array.from([0, 0, 0, 2, 2, 2]), 6, 0.5, leaves)
    ;[1, 0, 2.5, 0].forEach((value, leaf) => {
      expect(leaves[leaf]).toBeCloseTo(value, 2)
    })
  })

  it('is not moved by a few outcomes that are far off, as squared errors are', () => {
    const rng = seededRng(3)
    const count = 400
    const xs = Float64Array.from({ length: count }, (_, i) => i % 2)
    const ys = xs.map((x, i) => 10 * x + 0.1 * normal(rng) + (i % 10 === 1 ? 1000 : 0))
    const rows = { count, next: 0, xs, ys }
    const grown = [undefined, new Absolute(count, 2)].map((loss) => {
      const grower = new Grower(count, 1, { trees: 60, depth: 1, shrinkage: 0.1, leaf: 5, ridge: 0 })
      const growth = grower.start(rows)
      grower.prepare(growth, rows, 1)
      for (let tree = 0; tree < 60; tree++) grower.grow(growth, count, loss)
      return predictTrees(growth.trees, [1])
    })
    expect(grown[0]).toBeGreaterThan(150)
    expect(Math.abs(grown[1] - 10)).toBeLessThan(1)
  })
})
