import { expect, it } from 'vitest'
import { encode } from '../base/save/plainData.ts'
import { squared } from '../losses/squared.ts'
import { normal, seededRng, uniform } from '../math/rng.ts'
import type { Rule } from '../nouns/panel.ts'
import { createBeliefs } from '../panels/beliefs.ts'
import * as trees from './index.ts'

const ROUNDS = 1_000_000
const MEGABYTE = 2 ** 20

const rules: [name: string, limit: number, rule: Rule][] = [
  ['knn', 1, trees.knn()],
  ['hoeffdingTree', 8, trees.hoeffdingTree()],
  ['hoeffdingAdaptiveTree', 8, trees.hoeffdingAdaptiveTree()],
  ['adaptiveRandomForest', 8, trees.adaptiveRandomForest({ learners: 3 })],
  ['onlineBagging of linear regressions', 1, trees.onlineBagging(trees.linearRegression(), { learners: 3 })],
  ['onlineBagging of trees', 16, trees.onlineBagging(trees.hoeffdingTree(), { learners: 3 })],
  ['mondrianForest', 8, trees.mondrianForest({ learners: 3 })],
]

it.each(rules)('%s holds a million rounds of a changing stream in %i MB', (name, limit, rule) => {
  const rng = seededRng(9)
  const panel = rule.bind({ loss: squared, dimension: 4, seed: 1 })
  const state = panel.init()
  const beliefs = createBeliefs(1)
  const x = new Float64Array(4)
  const sizes: number[] = []
  for (let t = 1; t <= ROUNDS; t++) {
    for (let j = 0; j < 4; j++) x[j] = j === 3 ? 50 * uniform(rng) : uniform(rng)
    const regime = Math.floor(t / 100_000) % 3
    panel.predict(state, x, beliefs)
    panel.update(state, x, 10 * Math.sin(6 * x[regime] * x[2]) + x[3] / 10 + normal(rng), beliefs)
    if (t % (ROUNDS / 4) === 0) sizes.push(encode(state).length)
  }
  console.log(`${name}: ${sizes.map((size) => (size / MEGABYTE).toFixed(2)).join(', ')} MB`)
  expect(Math.max(...sizes)).toBeLessThan(limit * MEGABYTE)
  expect(Number.isFinite(beliefs.mean[0])).toBe(true)
})
