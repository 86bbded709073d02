import { expect, it } from 'vitest'
import { aggregate } from '../aggregate/aggregate.ts'
import { logDensity } from '../losses/index.ts'
import { normal, seededRng, uniform } from '../math/rng.ts'
import { fixedShare } from '../meta/index.ts'
import { annealed } from '../scores/scores.ts'
import { gp } from './gp.ts'
import { relevances } from './relevances.ts'

it('changes the scale of one feature at a time', () => {
  expect(relevances({ dimension: 2 })).toEqual([
    [1, 1],
    [0, 1],
    [3, 1],
    [1, 0],
    [1, 3],
  ])
  expect(relevances({ dimension: 3, factors: [0.1] })).toHaveLength(4)
})

it('lets an aggregate learn which features matter', () => {
  const scales = relevances({ dimension: 4, factors: [0, 4] })
  const learner = aggregate({
    experts: gp({ inverseBandwidth: 0.5, noise: 0.3, amplitude: 4, window: 150, scales }),
    loss: logDensity,
    score: annealed,
    meta: fixedShare(),
  })
  const rng = seededRng(8)
  for (let t = 0; t < 300; t++) {
    const x = Array.from({ length: 4 }, () => 2 * uniform(rng) - 1)
    learner.learn(x, 2 * Math.sin(5 * x[2]) + 0.3 * normal(rng))
  }
  const weightWhere = (ask: (scale: readonly number[]) => boolean): number =>
    scales.reduce((total, scale, k) => total + (ask(scale) ? learner.weights[k] : 0), 0)
  expect(weightWhere((scale) => scale[2] === 4)).toBeGreaterThan(0.99)
  expect(weightWhere((scale) => scale[2] === 0)).toBeLessThan(1e-9)
})
