import { expect, it } from 'vitest'
import { expectRiver, riverFixture } from '../../test/fixtures/riverFixture.ts'
import { squared } from '../losses/squared.ts'
import { createBeliefs } from '../panels/beliefs.ts'
import { adaptiveRandomForest } from './adaptiveRandomForest.ts'

interface Run {
  readonly predictions: number[]
  readonly warnings: number
  readonly drifts: number
}

const all = { learners: 5, features: 'all' } as const

it.each([
  ['median', adaptiveRandomForest(all)],
  ['mean', adaptiveRandomForest({ ...all, vote: 'mean', leaf: 'mean' })],
] as const)(
  'given the same Poisson draws and all features, its %s is that of River 0.20.1, to 1e-6',
  (vote, rule) => {
    const { predictions, warnings, drifts } = riverFixture<Record<string, Run>>('adaptiveRandomForest')[vote]
    expect(warnings).toBeGreaterThan(5)
    expect(drifts).toBeGreaterThan(5)
    expectRiver(rule, predictions)
  },
)

it('lets each leaf watch its own features, all equally likely, none twice', () => {
  const learners = 1000
  const panel = adaptiveRandomForest({ learners, features: 3, weight: 50 }).bind({
    loss: squared,
    dimension: 10,
    seed: 1,
  })
  const state = panel.init()
  const beliefs = createBeliefs(1)
  const x = new Float64Array(10)
  panel.predict(state, x, beliefs)
  panel.update(state, x, 1, beliefs)
  const counts = new Array(10).fill(0)
  for (const { tree } of state.experts[0].members) {
    const features = Array.from(tree.watched.subarray(0, 3))
    expect(new Set(features).size).toBe(3)
    for (const feature of features) counts[feature]++
  }
  // 300 each on average, with standard deviation √(1000·0.3·0.7) = 14.5.
  for (const count of counts) expect(Math.abs(count - 300)).toBeLessThan(65)
})
