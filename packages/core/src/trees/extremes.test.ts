import { describe, expect, it } from 'vitest'
import { aggregate, squared } from '../doors/index.ts'
import { normal, seededRng } from '../math/rng.ts'
import * as trees from './index.ts'

const rules = {
  adaptiveRandomForest: trees.adaptiveRandomForest(),
  hoeffdingAdaptiveTree: trees.hoeffdingAdaptiveTree(),
  hoeffdingTree: trees.hoeffdingTree(),
  knn: trees.knn(),
  linearRegression: trees.linearRegression(),
  mondrianForest: trees.mondrianForest(),
  onlineBagging: trees.onlineBagging(trees.hoeffdingTree()),
}

describe.each(Object.entries(rules))('%s', (_name, experts) => {
  it.each([1e155, -1e200, 1e308])('keeps its state when y = %d makes a call throw', (y) => {
    const learner = aggregate({ experts, loss: squared })
    const rng = seededRng(3)
    for (let t = 0; t < 150; t++) {
      const x = [normal(rng), normal(rng)]
      const target = t % 40 === 39 ? y : x[0]
      const before = structuredClone(learner.state)
      try {
        learner.learn(x, target)
      } catch (error) {
        expect((error as Error).name).toMatch(/NumericalError|ArgumentError/)
        expect(learner.state).toEqual(before)
      }
    }
  })
})
