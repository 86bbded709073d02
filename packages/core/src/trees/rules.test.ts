import { describe, expect, it } from 'vitest'
import { meansOf } from '../../test/fixtures/riverFixture.ts'
import { abcStream, DIMENSION } from '../../test/fixtures/riverStream.ts'
import { aggregate } from '../aggregate/aggregate.ts'
import { logDensity, squared } from '../losses/index.ts'
import type { Rule } from '../nouns/panel.ts'
import { annealed } from '../scores/scores.ts'
import { panelContract } from '../testing/index.ts'
import * as trees from './index.ts'

const small = { gracePeriod: 20, significance: 0.05, maxLeaves: 4 }
const kinds = ['mean', 'linear', 'adaptive'] as const
const significances = [0.002, 0.2]
const rates = [0.01, 0.02]

/** Each rule on a grid, and at each of its points alone; small enough to have grown up after 200 rounds. */
const rules: Record<string, [Rule, (k: number) => Rule]> = {
  knn: [
    trees.knn({ weighting: ['mean', 'distance'], window: 40 }),
    (k) => trees.knn({ weighting: k === 0 ? 'mean' : 'distance', window: 40 }),
  ],
  hoeffdingTree: [
    trees.hoeffdingTree({ ...small, leaf: kinds }),
    (k) => trees.hoeffdingTree({ ...small, leaf: kinds[k] }),
  ],
  hoeffdingAdaptiveTree: [
    trees.hoeffdingAdaptiveTree({ ...small, driftSignificance: significances }),
    (k) => trees.hoeffdingAdaptiveTree({ ...small, driftSignificance: significances[k] }),
  ],
  adaptiveRandomForest: [
    trees.adaptiveRandomForest({ ...small, learners: 2, vote: ['mean', 'median'] }),
    (k) => trees.adaptiveRandomForest({ ...small, learners: 2, vote: k === 0 ? 'mean' : 'median' }),
  ],
  linearRegression: [
    trees.linearRegression({ learningRate: rates }),
    (k) => trees.linearRegression({ learningRate: rates[k] }),
  ],
  'onlineBagging of linear regressions': [
    trees.onlineBagging(trees.linearRegression({ learningRate: rates }), { learners: 3 }),
    (k) => trees.onlineBagging(trees.linearRegression({ learningRate: rates[k] }), { learners: 3 }),
  ],
  'onlineBagging of adaptive trees': [
    trees.onlineBagging(trees.hoeffdingAdaptiveTree({ ...small, leaf: kinds }), { learners: 2 }),
    (k) => trees.onlineBagging(trees.hoeffdingAdaptiveTree({ ...small, leaf: kinds[k] }), { learners: 2 }),
  ],
  mondrianForest: [
    trees.mondrianForest({ learners: 2, step: rates, maxNodes: 32 }),
    (k) => trees.mondrianForest({ learners: 2, step: rates[k], maxNodes: 32 }),
  ],
}

describe.each(Object.entries(rules))('%s', (_, [rule, alone]) => {
  for (const loss of [squared, logDensity]) {
    describe(`with ${loss.name} loss`, () => {
      for (const { promise, check } of panelContract(rule, { loss, alone, rounds: 100 })) it(promise, check)
    })
  }

  it('learns the same from the same seed, and the mean does not depend on the loss', () => {
    const rows = abcStream(3).slice(0, 400)
    expect(meansOf(alone(0), rows, 4, logDensity)).toEqual(meansOf(alone(0), rows, 4))
  })

  it('starts at mean 0 and then predicts better than 0 does', () => {
    const rows = abcStream(4).slice(0, 500)
    const means = meansOf(alone(1), rows, 4)
    expect(means[0]).toBe(0)
    const error = (guess: (t: number) => number) =>
      rows.slice(100).reduce((sum, row, t) => sum + (row[DIMENSION] - guess(t + 100)) ** 2, 0)
    expect(error((t) => means[t])).toBeLessThan(0.2 * error(() => 0))
  })
})

const randomised = {
  hoeffdingAdaptiveTree: trees.hoeffdingAdaptiveTree,
  adaptiveRandomForest: trees.adaptiveRandomForest,
  mondrianForest: trees.mondrianForest,
}

it.each(Object.entries(randomised))('%s draws differently from another seed', (_, make) => {
  const rows = abcStream(5).slice(0, 800)
  expect(meansOf(make(), rows, 1)).not.toEqual(meansOf(make(), rows, 2))
})

it('lets them all be experts of one aggregate, with mean and with annealed scores', () => {
  const experts = [
    trees.knn(),
    trees.hoeffdingTree(),
    trees.adaptiveRandomForest({ learners: 3 }),
    trees.mondrianForest({ learners: 3 }),
  ]
  for (const options of [{ loss: squared }, { loss: logDensity, score: annealed }]) {
    const learner = aggregate({ ...options, experts, seed: 1 })
    for (const row of abcStream(6).slice(0, 300)) learner.learn(row.subarray(0, DIMENSION), row[DIMENSION])
    const { mean, variance } = learner.predict(abcStream(7)[0].subarray(0, DIMENSION))
    expect(Number.isFinite(mean)).toBe(true)
    expect(variance).toBeGreaterThan(0)
    const broken = new Float64Array(DIMENSION).fill(Number.NaN)
    expect(() => learner.learn(broken, 1)).toThrow('received NaN')
  }
})

it('lets the adaptive tree forget a regime that the plain tree keeps', () => {
  const rows = abcStream(2).slice(0, 2000)
  const error = (rule: Rule) => {
    const means = meansOf(rule, rows, 1)
    return rows.slice(1200).reduce((sum, row, t) => sum + (row[DIMENSION] - means[1200 + t]) ** 2, 0)
  }
  const leaf = 'mean'
  expect(error(trees.hoeffdingAdaptiveTree({ leaf }))).toBeLessThan(
    0.8 * error(trees.hoeffdingTree({ leaf })),
  )
})

it.each([
  [
    'neighbours',
    () => trees.knn({ neighbours: 0 }),
    'neighbours must be a positive whole number; received 0',
  ],
  [
    'leaf',
    () => trees.hoeffdingTree({ leaf: 'x' as 'mean' }),
    'leaf must be one of "mean", "linear", "adaptive"; received "x"',
  ],
  [
    'weight',
    () => trees.adaptiveRandomForest({ weight: [6, -1] }),
    'weight must be a positive number; received -1',
  ],
  [
    'learners',
    () => trees.onlineBagging(trees.knn(), { learners: 1.5 }),
    'learners must be a positive whole number; received 1.5',
  ],
  ['step', () => trees.mondrianForest({ step: Number.NaN }), 'step must be a positive number; received NaN'],
])('refuses a bad %s at construction', (_, make, message) => {
  expect(make).toThrow(message)
})
