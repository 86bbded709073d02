import { expect, it } from 'vitest'
import { expectRiver, riverFixture } from '../../test/fixtures/riverFixture.ts'
import { squared } from '../losses/index.ts'
import { createBeliefs } from '../panels/beliefs.ts'
import { panelOf } from '../panels/index.ts'
import { linearRegression } from '../panels/linearRegression.ts'
import { hoeffdingTree } from './hoeffdingTree.ts'
import { onlineBagging } from './onlineBagging.ts'

it.each([
  ['linear', onlineBagging(linearRegression(), { learners: 5 })],
  ['trees', onlineBagging(hoeffdingTree(), { learners: 5 })],
] as const)(
  'given the same Poisson draws, bags %s to the predictions of River 0.20.1, to 1e-6',
  (base, rule) => {
    const predictions = riverFixture<Record<string, number[]>>('bagging')[base]
    expectRiver(rule, predictions)
  },
)

it('does not hear a copy that sleeps, whatever it says', () => {
  let copies = 0
  const sleepy = panelOf([
    {
      init: () => copies++,
      predict: (copy) => (copy === 0 ? { mean: Number.NaN, awake: 0 } : 3),
      update() {},
    },
  ])
  const panel = onlineBagging(sleepy, { learners: 2 }).bind({ loss: squared, dimension: 1, seed: 0 })
  const beliefs = createBeliefs(1)
  panel.predict(panel.init(), [0], beliefs)
  expect(beliefs).toMatchObject({ mean: new Float64Array([3]), awake: new Float64Array([0.5]) })
})
