import { describe, expect, it } from 'vitest'
import { MIXTURES } from './shares.ts'
import { Weights } from './weights.ts'

describe('weights of experts', () => {
  it('trust what others found the less, the sooner a memory forgets', () => {
    const steps = 4
    const weights = new Weights(steps, [2])
    const state = weights.init()
    const mixtures = new Float64Array(MIXTURES)
    // The first expert is off by 1, the second by 0.9; others found the first one right.
    const forecasts = [1, 0.9]
    for (let row = 0; row < 12; row++) {
      for (let k = 0; k < steps; k++) weights.learn(state, k, forecasts, 0, 0, mixtures, 0, 0.95, 0)
    }
    const prior = Float64Array.from({ length: 2 * steps }, (_, i) => (i % 2 === 0 ? 2 : 0))
    const paths = Float64Array.from({ length: 2 * steps }, (_, i) => (i % 2 === 0 ? 1 : 0))
    const out = {
      mixtures: new Float64Array(steps * MIXTURES),
      weights: new Float64Array(2 * steps),
      mean: new Float64Array(steps),
    }
    weights.mix(state, paths, new Uint8Array([1, 1]), out, prior)
    const [all, middle, short, without] = out.mixtures
    expect(without).toBeGreaterThan(all)
    expect(all).toBeGreaterThan(middle)
    expect(middle).toBeGreaterThan(short)
    expect(short).toBeGreaterThan(0)
  })

  it('follow what experts show after a long season rather than what they showed in it', () => {
    const steps = 4
    const weights = new Weights(steps, [2])
    const state = weights.init()
    const mixtures = new Float64Array(steps * MIXTURES)
    const learn = (rows: number, forecasts: readonly number[]): void => {
      for (let row = 0; row < rows; row++) {
        for (let k = 0; k < steps; k++) weights.learn(state, k, forecasts, 0, 0, mixtures, 0, 0.5, 0)
      }
    }
    // For a year the first expert is far better; then both have started anew, and the second one is.
    learn(52, [0.5, 1])
    weights.restart(state)
    learn(12, [1, 0.5])
    const paths = Float64Array.from({ length: 2 * steps }, (_, i) => i % 2)
    const out = {
      mixtures: new Float64Array(steps * MIXTURES),
      weights: new Float64Array(2 * steps),
      mean: new Float64Array(steps),
    }
    weights.mix(state, paths, new Uint8Array([1, 1]), out)
    expect(out.mixtures[0]).toBeGreaterThan(0.5)
  })
})
