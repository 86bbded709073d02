import { describe, expect, it } from 'vitest'
import { abcStream, DIMENSION } from '../../test/fixtures/riverStream.ts'
import { createBeliefs } from '../beliefs.ts'
import { logDensity } from '../losses/logDensity.ts'
import { squared } from '../losses/squared.ts'
import type { Rule } from '../panel.ts'
import {
  adaptiveRandomForest,
  hoeffdingAdaptiveTree,
  hoeffdingTree,
  knn,
  linearRegression,
  mondrianForest,
  onlineBagging,
} from './index.ts'

const eager = { gracePeriod: 30, significance: 0.01 }
const rows = [...abcStream(0).slice(0, 400), ...abcStream(1).slice(2000, 2400)]

/** Each rule at two settings, and at each of the two alone. */
const rules: [name: string, both: Rule, alone: Rule[]][] = [
  [
    'knn',
    knn({ neighbours: [3, 7], window: 50 }),
    [3, 7].map((neighbours) => knn({ neighbours, window: 50 })),
  ],
  [
    'hoeffdingTree',
    hoeffdingTree({ ...eager, leaf: ['mean', 'adaptive'] }),
    (['mean', 'adaptive'] as const).map((leaf) => hoeffdingTree({ ...eager, leaf })),
  ],
  [
    'hoeffdingAdaptiveTree',
    hoeffdingAdaptiveTree({ ...eager, driftSignificance: [0.002, 0.2] }),
    [0.002, 0.2].map((driftSignificance) => hoeffdingAdaptiveTree({ ...eager, driftSignificance })),
  ],
  [
    'adaptiveRandomForest',
    adaptiveRandomForest({ learners: [2, 3], vote: 'mean' }),
    [2, 3].map((learners) => adaptiveRandomForest({ learners, vote: 'mean' })),
  ],
  [
    'onlineBagging of linear regressions',
    onlineBagging(linearRegression({ learningRate: [0.01, 0.02] }), { learners: 3 }),
    [0.01, 0.02].map((learningRate) => onlineBagging(linearRegression({ learningRate }), { learners: 3 })),
  ],
  [
    'onlineBagging of adaptive trees',
    onlineBagging(hoeffdingAdaptiveTree({ ...eager, digits: [1, 2] }), { learners: 3 }),
    [1, 2].map((digits) => onlineBagging(hoeffdingAdaptiveTree({ ...eager, digits }), { learners: 3 })),
  ],
  [
    'mondrianForest',
    mondrianForest({ learners: 3, step: [0.1, 1] }),
    [0.1, 1].map((step) => mondrianForest({ learners: 3, step })),
  ],
]

function play(rule: Rule, seed: number, loss = squared) {
  const panel = rule.bind({ loss, dimension: DIMENSION, seed })
  const state = panel.init()
  const beliefs = createBeliefs(panel.capacity)
  const trace = rows.map((row) => {
    panel.predict(state, row, beliefs)
    const seen = [beliefs.mean, beliefs.variance, beliefs.noise].map((values) => Array.from(values))
    panel.update(state, row, row[DIMENSION], beliefs)
    return seen
  })
  return { panel, state, trace }
}

describe.each(rules)('%s', (_, both, alone) => {
  const { trace } = play(both, 5)

  it('at K settings is K panels of one, bit for bit', () => {
    alone.forEach((rule, k) => {
      const mine = trace.map((seen) => seen.map((values) => [values[k]]))
      expect(play(rule, 5).trace).toEqual(mine)
    })
  })

  it('starts at mean 0 with a variance, and then has finite beliefs that use the data', () => {
    expect(trace[0][0]).toEqual([0, 0])
    for (const [mean, variance] of trace) {
      expect(mean.every(Number.isFinite)).toBe(true)
      expect(variance.every((v) => v >= 0 && v < Infinity)).toBe(true)
    }
    expect(Math.min(...trace[0][1])).toBeGreaterThan(0)
    const errors = rows.map((row, t) => (row[DIMENSION] - trace[t][0][1]) ** 2)
    const average = (from: number, to: number) =>
      errors.slice(from, to).reduce((a, b) => a + b, 0) / (to - from)
    expect(average(200, 400)).toBeLessThan(20)
  })

  it('gives a loss with a noise model a positive noise, and its mean is the same', () => {
    const noisy = play(both, 5, logDensity).trace
    expect(noisy.map(([mean]) => mean)).toEqual(trace.map(([mean]) => mean))
    expect(noisy.every(([, , noise]) => noise.every((s) => s > 0))).toBe(true)
  })

  it('resumes from a clone of its state bit for bit', () => {
    const { panel, state } = play(both, 5)
    const copy = structuredClone(state)
    const [a, b] = [createBeliefs(2), createBeliefs(2)]
    for (const row of rows.slice(0, 300)) {
      panel.predict(state, row, a)
      panel.update(state, row, row[DIMENSION], a)
    }
    const other = both.bind({ loss: squared, dimension: DIMENSION, seed: 5 })
    for (const row of rows.slice(0, 300)) {
      other.predict(copy, row, b)
      other.update(copy, row, row[DIMENSION], b)
    }
    expect(copy).toEqual(state)
    expect(b).toEqual(a)
  })
})

it('lets the adaptive tree forget a regime that the plain tree keeps', () => {
  const error = (rule: Rule) => {
    const stream = abcStream(2)
    const panel = rule.bind({ loss: squared, dimension: DIMENSION, seed: 1 })
    const state = panel.init()
    const beliefs = createBeliefs(1)
    const squares = stream.map((row) => {
      panel.predict(state, row, beliefs)
      const square = (row[DIMENSION] - beliefs.mean[0]) ** 2
      panel.update(state, row, row[DIMENSION], beliefs)
      return square
    })
    return squares.slice(1200, 2000).reduce((a, b) => a + b, 0) / 800
  }
  const options = { leaf: 'mean' } as const
  expect(error(hoeffdingAdaptiveTree(options))).toBeLessThan(0.8 * error(hoeffdingTree(options)))
})

it.each([
  ['neighbours', () => knn({ neighbours: 0 }), 'neighbours must be a positive whole number; received 0'],
  [
    'leaf',
    () => hoeffdingTree({ leaf: 'x' as 'mean' }),
    "leaf must be 'mean', 'linear' or 'adaptive'; received \"x\"",
  ],
  [
    'weight',
    () => adaptiveRandomForest({ weight: [6, -1] }),
    'weight must be a positive number; received -1',
  ],
  [
    'learners',
    () => onlineBagging(knn(), { learners: 1.5 }),
    'learners must be a positive whole number; received 1.5',
  ],
  ['step', () => mondrianForest({ step: Number.NaN }), 'step must be a positive number; received NaN'],
])('refuses a bad %s at construction', (_, make, message) => {
  expect(make).toThrow(message)
})
