import { expect, it } from 'vitest'
import { squared } from '../losses/squared.ts'
import { createBeliefs } from './beliefs.ts'
import { conjugate } from './conjugate.ts'
import type { GuidedContext } from './guidedContext.ts'
import { lagged } from './lagged.ts'

const context: GuidedContext = { loss: squared, dimension: 1, seed: 0 }

it('learns how an outcome follows from the three before it and from x', () => {
  const panel = lagged(conjugate({ noise: 0.01, priorVariance: 100 })).bind(context)
  const beliefs = createBeliefs(panel.capacity)
  const state = panel.init()
  const past = [0, 0, 0]
  let error = 0
  for (let t = 0; t < 200; t++) {
    const x = Math.sin(t * t)
    const y = 1.2 * past[0] - 0.5 * past[1] + 0.1 * past[2] + 2 * x
    panel.predict(state, [x], beliefs)
    error = Math.abs(y - beliefs.mean[0])
    panel.update(state, [x], y, beliefs)
    past.unshift(y)
  }
  expect(error).toBeLessThan(1e-3)
})

it('is no expert where x has past outcomes already', () => {
  const withPast: GuidedContext = { ...context, lags: true }
  expect(lagged(conjugate({ noise: 1 })).bind(withPast).capacity).toBe(0)
})
