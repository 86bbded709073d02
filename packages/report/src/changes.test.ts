import { normal, seededRng } from 'credence/random'
import { describe, expect, it } from 'vitest'
import { changesOf, changeWatch, observeChange, summariseChanges } from './changes.ts'

/** Normal errors whose spread and level are these from `from` on. */
function found(seed: number, from: number, spread: number, level: number) {
  const watch = changeWatch(0.9)
  const state = changesOf(watch)()
  const rng = seededRng(seed)
  for (let t = 1; t <= 1000; t++) {
    const changed = t >= from
    const y = (changed ? spread : 1) * normal(rng) + (changed ? level : 0)
    observeChange(watch, state, { t, time: Number.NaN, y, mean: 0, missed: Math.abs(y) > 1.645 })
  }
  return summariseChanges(state)
}

describe('the changes of a run', () => {
  it('are none where nothing changes, in at least 17 of 20 runs', () => {
    const quiet = Array.from({ length: 20 }, (_, seed) => found(seed, Infinity, 1, 0))
    expect(quiet.filter((changes) => changes.length === 0).length).toBeGreaterThanOrEqual(17)
  })

  it.each([
    ['larger scores', 3, 0],
    ['smaller scores', 0.2, 0],
    ['higher outcomes', 1, 3],
    ['lower outcomes', 1, -3],
  ])('are found soon and named: %s', (reason, spread, level) => {
    for (const seed of [1, 2, 3]) {
      const [first] = found(seed, 600, spread, level)
      expect(first).toMatchObject({ reason, time: null })
      expect(first?.t).toBeGreaterThanOrEqual(600)
      expect(first?.t).toBeLessThan(660)
    }
  })
})
