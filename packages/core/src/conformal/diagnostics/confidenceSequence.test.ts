import { describe, expect, it } from 'vitest'
import { seededRng, uniform } from '../../math/rng.ts'
import { confidenceInterval, createConfidence, observe } from './confidenceSequence.ts'

describe('the confidence sequence', () => {
  it('holds at all rounds at once with probability 1 − error, for coverage that drifts and depends on the past', () => {
    const rng = seededRng(12)
    const [streams, rounds, error] = [400, 1000, 0.2]
    let failures = 0
    for (let i = 0; i < streams; i++) {
      const state = createConfidence()
      let mean = 0
      let run = 0
      let failed = false
      for (let t = 1; t <= rounds; t++) {
        // Misses breed misses, and the level drifts.
        const probability = Math.min(1, 0.1 + 0.05 * Math.sin(t / 100) + 0.1 * Math.min(run, 3))
        const miss = uniform(rng) < probability ? 1 : 0
        run = miss ? run + 1 : 0
        mean += probability
        observe(state, miss)
        // Checked at every early round and then often: the interval is costly to form.
        if (t > 50 && t % 10 !== 0) continue
        const [low, high] = confidenceInterval(state, error)
        if (mean / t < low || mean / t > high) failed = true
      }
      if (failed) failures++
    }
    expect(failures / streams).toBeLessThanOrEqual(error)
  })

  it('shrinks about as 1/√t, and adapts to a small variance', () => {
    const width = (rounds: number, every: number): number => {
      const state = createConfidence()
      for (let t = 1; t <= rounds; t++) observe(state, t % every === 0 ? 1 : 0)
      const [low, high] = confidenceInterval(state)
      expect(low).toBeLessThanOrEqual(1 / every)
      expect(high).toBeGreaterThanOrEqual(1 / every)
      return high - low
    }
    expect(width(10_000, 10)).toBeLessThan(0.03)
    expect(width(1_000_000, 10)).toBeLessThan(0.0035)
    expect(width(10_000, 100)).toBeLessThan(0.5 * width(10_000, 4))
  })

  it('knows nothing at first', () => {
    expect(confidenceInterval(createConfidence())).toEqual([0, 1])
  })
})
