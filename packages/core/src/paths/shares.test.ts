import { describe, expect, it } from 'vitest'
import { normal, seededRng } from '../math/rng.ts'
import { paths } from './paths.ts'
import { MIXTURES, Shares } from './shares.ts'

describe('shares of the mixtures', () => {
  it('lets the first steps tell which mixture is bad, while a later step has seen little', () => {
    const shares = new Shares(12)
    const state = shares.init()
    // The last mixture is five times as bad at the first steps; a single crisis made it the best at the last.
    for (let t = 0; t < 60; t++) {
      for (let k = 0; k < 4; k++) shares.learn(state, k, (j) => (j === MIXTURES - 1 ? 25 : 1))
    }
    for (let t = 0; t < 8; t++) shares.learn(state, 11, (j) => (j === MIXTURES - 1 ? 1 : 3))
    shares.weigh(state)
    const at = (k: number): number => shares.each[(k + 1) * MIXTURES - 1]
    expect(at(0)).toBeLessThan(0.03)
    expect(at(11)).toBeLessThan(1 / MIXTURES)
  })

  it('follows a steady trend again some years after a crisis, at step 12 too', () => {
    const rng = seededRng(1)
    const learner = paths({ steps: 12, seasons: [12] })
    let level = 1000
    const y = Array.from({ length: 120 }, (_, t) => {
      level += (t >= 26 && t < 46 ? -6 : 2) + 0.3 * normal(rng)
      return level + 0.3 * normal(rng)
    })
    const errors = y.flatMap((outcome, t) => {
      const far = learner.predict({}).steps[11].mean
      learner.learn({}, outcome)
      return t >= 70 && t < 109 ? [Math.abs(far - y[t + 11])] : []
    })
    // The trend moves it by 24 in twelve rows.
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length
    expect(mean).toBeLessThan(15)
  })
})
