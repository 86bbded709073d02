import fc from 'fast-check'
import { expect, it } from 'vitest'
import { meansOf, riverJson } from '../../test/fixtures/riverFixture.ts'
import { abcStream, DIMENSION, LENGTH } from '../../test/fixtures/riverStream.ts'
import { seededRng } from '../math/rng.ts'
import type { Features } from '../nouns/panel.ts'
import { learnMondrian } from './mondrian/growth.ts'
import { type MondrianTree, mondrianOf, predictMondrian } from './mondrian/tree.ts'
import { mondrianForest } from './mondrianForest.ts'

const growth = { step: 1, maxNodes: 1000, cutAfter: 1, form: 'corrected' } as const

interface Pruning {
  readonly prior: number
  readonly logWeight: number
  readonly mean: number
}

/** Every pruning below a node: its prior 2^−splits considered, its weight, its prediction at x. */
function prunings(tree: MondrianTree, node: number, x: Features): Pruning[] {
  const here = { logWeight: tree.weight[node], mean: tree.moments[3 * node + 1] }
  if (tree.left[node] < 0) return [{ prior: 1, ...here }]
  const [left, right] = [tree.left[node], tree.right[node]]
  const goesLeft = x[tree.feature[node]] <= tree.threshold[node]
  const deeper = prunings(tree, left, x).flatMap((a) =>
    prunings(tree, right, x).map((b) => ({
      prior: (a.prior * b.prior) / 2,
      logWeight: a.logWeight + b.logWeight,
      mean: goesLeft ? a.mean : b.mean,
    })),
  )
  return [{ prior: 0.5, ...here }, ...deeper]
}

it('predicts with the explicit mixture over all prunings of its tree', () => {
  const example = fc.tuple(
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.double({ min: 0, max: 1, noNaN: true }),
  )
  fc.assert(
    fc.property(fc.integer(), fc.array(example, { minLength: 1, maxLength: 6 }), example, (seed, xs, x) => {
      const tree = mondrianOf(2)()
      const rng = seededRng(seed)
      xs.forEach((row, t) => {
        learnMondrian(tree, rng, row, Math.sin(3 * t) * 2, growth)
      })
      const all = prunings(tree, 0, x)
      const weights = all.map(({ prior, logWeight }) => prior * Math.exp(logWeight))
      const total = weights.reduce((a, b) => a + b, 0)
      const expected = all.reduce((sum, { mean }, i) => sum + (weights[i] / total) * mean, 0)
      const out = { mean: 0, spread: 0, residual: 1 }
      predictMondrian(tree, x, out)
      expect(Math.abs(out.mean - expected)).toBeLessThan(1e-10)
      expect(out.residual).toBeGreaterThanOrEqual(0)
    }),
  )
})

it('keeps every example inside the boxes on its way, and stops growing at the node limit', () => {
  const tree = mondrianOf(1)()
  const rng = seededRng(3)
  const xs = Array.from({ length: 200 }, (_, t) => [((t * 37) % 101) / 101])
  for (const x of xs) learnMondrian(tree, rng, x, x[0], { ...growth, maxNodes: 63 })
  expect(tree.used).toBeLessThanOrEqual(63)
  expect(tree.moments[0]).toBe(200)
  for (const x of xs) {
    for (let node = 0; node >= 0; ) {
      expect(tree.lower[node]).toBeLessThanOrEqual(x[0])
      expect(tree.upper[node]).toBeGreaterThanOrEqual(x[0])
      node = tree.left[node] < 0 ? -1 : x[0] <= tree.threshold[node] ? tree.left[node] : tree.right[node]
    }
  }
})

it('cuts a node only when it has seen as many examples as it is told to wait for', () => {
  const grown = (cutAfter: number): MondrianTree => {
    const tree = mondrianOf(1)()
    const rng = seededRng(3)
    for (let t = 0; t < 100; t++) {
      learnMondrian(tree, rng, [((t * 37) % 101) / 101], t % 3, { ...growth, cutAfter })
      // The first cut makes two nodes of the root.
      if (t < cutAfter) expect(tree.used).toBe(1)
    }
    return tree
  }
  expect(grown(10).used).toBeGreaterThan(1)
  expect(grown(10).used).toBeLessThan(grown(1).used / 2)
})

it('in the form of River 0.20 errs on A→B→C as River does, to a tenth in each regime', () => {
  // By River 0.21.0, whose Mondrian trees are those of 0.19.0 and so of 0.20.1; tools/river/equivalence.py.
  const { river, mse } = riverJson<{ river: string; mse: number[][] }>('equivalence-amfShared')
  expect(river).toBe('0.21.0')
  const rule = mondrianForest({ learners: 18, form: 'river-0.20' })
  const rows = abcStream(0)
  const errors = [0, 0, 0]
  meansOf(rule, rows, 1).forEach((mean, t) => {
    errors[Math.floor((3 * t) / LENGTH)] += ((rows[t][DIMENSION] - mean) ** 2 * 3) / LENGTH
  })
  for (const [regime, error] of errors.entries()) {
    const theirs = mse.reduce((sum, one) => sum + one[regime] / mse.length, 0)
    expect(Math.abs(error / theirs - 1), `regime ${regime}`).toBeLessThan(0.1)
  }
})
