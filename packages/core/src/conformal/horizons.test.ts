import { describe, expect, it } from 'vitest'
import { normal, seededRng } from '../math/rng.ts'
import { conformal, horizons } from './index.ts'

const STEPS = 24
const ROUNDS = 1200

/** An hourly series whose level and noise have a daily season; errors of a path grow with the step. */
function hourly(seed: number): Float64Array {
  const rng = seededRng(seed)
  let drift = 0
  return Float64Array.from({ length: ROUNDS + STEPS + 1 }, (_, t) => {
    drift = 0.9 * drift + 0.4 * normal(rng)
    const hour = (2 * Math.PI * t) / 24
    return 10 * Math.sin(hour) + drift + (1.2 + Math.sin(hour)) * normal(rng)
  })
}

describe('horizons', () => {
  it('every one of 24 steps covers 90 % ± 2 on an hourly series with known seasons', () => {
    const y = hourly(1)
    const intervals = horizons({ steps: STEPS, coverage: 0.9, period: 24 })
    for (let t = 0; t < ROUNDS; t++) {
      const path = Array.from({ length: STEPS }, (_, i) => 10 * Math.sin((2 * Math.PI * (t + i + 1)) / 24))
      intervals.predict(path, { id: t })
      for (let step = 1; step <= Math.min(STEPS, t + 1); step++) {
        intervals.learn({ id: t + 1 - step, step, y: y[t + 1] })
      }
    }
    for (const { step, rounds, coverage } of intervals.stepCoverages) {
      expect(rounds).toBe(ROUNDS - step + 1)
      expect(Math.abs(coverage - 0.9)).toBeLessThan(0.02)
    }
    expect(intervals.lateness.open).toBe((STEPS * (STEPS - 1)) / 2)
  })

  it('widens with the step, where errors grow with it', () => {
    const rng = seededRng(2)
    const intervals = horizons({ steps: 5 })
    for (let t = 0; t < 600; t++) {
      intervals.predict([0, 0, 0, 0, 0], { id: t })
      for (let step = 5; step >= 1; step--) intervals.learn({ id: t, step, y: step * normal(rng) })
    }
    const path = intervals.predict([0, 0, 0, 0, 0], { id: 'last' })
    for (let i = 1; i < 5; i++) {
      expect(path[i].upper - path[i].lower).toBeGreaterThan(path[i - 1].upper - path[i - 1].lower)
    }
  })

  it('covers 80 % or more of a random walk 16 steps ahead from the 30th origin on, where few errors are known', () => {
    let hits = 0
    let count = 0
    for (let seed = 1; seed <= 12; seed++) {
      const rng = seededRng(seed)
      const intervals = horizons({ steps: 16 })
      const walk = [0]
      for (let t = 0; t < 130; t++) walk.push(walk[t] + normal(rng))
      for (let t = 0; t < 110; t++) {
        const path = intervals.predict(new Array(16).fill(walk[t]), { id: t })
        if (t >= 30) {
          count++
          hits += path[15].lower <= walk[t + 16] && walk[t + 16] <= path[15].upper ? 1 : 0
        }
        for (let step = 1; step <= Math.min(16, t + 1); step++) {
          intervals.learn({ id: t + 1 - step, step, y: walk[t + 1] })
        }
      }
    }
    expect(hits / count).toBeGreaterThan(0.8)
    expect(hits / count).toBeLessThan(0.95)
  })

  it('the number 1 and the text 1 are two origins', () => {
    const intervals = horizons({ steps: 2 })
    intervals.predict([1, 2], { id: 1 })
    intervals.predict([3, 4], { id: '1' })
    expect(intervals.learn({ id: '1', step: 2, y: 0 }).y).toBe(0)
    expect(intervals.lateness.open).toBe(3)
    expect(() => intervals.learn({ id: '1', step: 2, y: 0 })).toThrow('"«1», 2 ahead" was already answered')
  })

  it('takes outcomes in any order, and resumes from a save bit for bit', () => {
    const rng = seededRng(3)
    const [a, b] = [horizons({ steps: 3 }), horizons({ steps: 3 })]
    for (let t = 0; t < 60; t++) {
      for (const each of [a, b]) each.predict([t, t, t], { id: t })
      const order = t % 2 ? [3, 1, 2] : [2, 3, 1]
      for (const step of order) {
        const y = t + normal(rng)
        expect(a.learn({ id: t, step, y })).toEqual(b.learn({ id: t, step, y }))
      }
      if (t === 30) b.restore(a.save())
    }
  })

  it.each<[string, (h: ReturnType<typeof horizons>) => unknown, string]>([
    ['a path without an id', (h) => h.predict([1, 2, 3], undefined as never), 'id must be a string'],
    ['a path too short', (h) => h.predict([1], { id: 1 }), 'a path must have 3 forecasts; received 1'],
    ['a forecast that is no number', (h) => h.predict([1, 2, Number.NaN], { id: 1 }), 'finite number'],
    [
      'step 0',
      (h) => h.learn({ id: 0, step: 0, y: 1 }),
      'step must be a whole number from 1 to 3; received 0',
    ],
    ['step 4', (h) => h.learn({ id: 0, step: 4, y: 1 }), 'from 1 to 3; received 4'],
    [
      'an unknown origin',
      (h) => h.learn({ id: 9, step: 1, y: 1 }),
      'no open prediction has the id "9, 1 ahead"',
    ],
    ['an origin used twice', (h) => h.predict([1, 2, 3], { id: 0 }), 'already waiting for its outcome'],
    [
      'an outcome told twice',
      (h) => {
        h.learn({ id: 0, step: 1, y: 1 })
        return h.learn({ id: 0, step: 1, y: 1 })
      },
      'id "0, 1 ahead" was already answered',
    ],
    ['an outcome that is no number', (h) => h.learn({ id: 0, step: 2, y: Infinity }), 'finite number'],
  ])('%s is an error that says so', (_name, mistake, message) => {
    const intervals = horizons({ steps: 3 })
    intervals.predict([1, 2, 3], { id: 0 })
    expect(() => mistake(intervals)).toThrow(message)
    expect(intervals.lateness.open).toBeGreaterThanOrEqual(2)
  })
})

describe('groups', () => {
  /** Sizes 1:50 and noise 1:10: the smallest group is the noisiest. */
  const GROUPS = [
    { group: 'large', share: 50, noise: 1 },
    { group: 'middle', share: 10, noise: 3 },
    { group: 'small', share: 1, noise: 10 },
  ]

  function play(grouped: boolean): Record<string, { rounds: number; coverage: number }> {
    const rng = seededRng(7)
    const intervals = conformal({ groups: grouped })
    const seen = Object.fromEntries(GROUPS.map(({ group }) => [group, { rounds: 0, hits: 0, late: 0 }]))
    for (let t = 0; t < 40_000; t++) {
      const at = t % 61
      const { group, noise } = GROUPS[at < 50 ? 0 : at < 60 ? 1 : 2]
      intervals.predict(0, grouped ? { group } : {})
      const { covered } = intervals.learn(noise * normal(rng))
      seen[group].rounds++
      // From the round on by which the smallest group has had 500 of its own.
      if (t < 61 * 500 * 0.3) continue
      seen[group].late++
      if (covered) seen[group].hits++
    }
    return Object.fromEntries(
      Object.entries(seen).map(([group, { rounds, hits, late }]) => [
        group,
        { rounds, coverage: hits / late },
      ]),
    )
  }

  it('covers each group within 2 % after 500 rounds of its own, where one calibrator for all fails', () => {
    const own = play(true)
    const together = play(false)
    for (const { group } of GROUPS) {
      expect(own[group].rounds).toBeGreaterThan(500)
      expect(Math.abs(own[group].coverage - 0.9)).toBeLessThan(0.02)
    }
    expect(together.small.coverage).toBeLessThan(0.5)
  })

  it('starts a new group from what all know, and reports the worst group first', () => {
    const rng = seededRng(8)
    const intervals = conformal({ groups: true })
    for (let t = 0; t < 300; t++) {
      intervals.predict(0, { group: 'a' })
      intervals.learn(normal(rng))
    }
    const { extent, upper } = intervals.predict(0, { group: 'b' })
    expect(extent).toBe('finite')
    expect(upper).toBeLessThan(4)
    intervals.learn(100)
    expect(intervals.groups[0]).toEqual({ group: 'b', rounds: 1, coverage: 0 })
    expect(JSON.parse(JSON.stringify(intervals.groups))).toHaveLength(2)
    expect(() => conformal({ groups: true }).predict(0)).toThrow('group must be a text')
    expect(() => conformal().predict(0, { group: 'a' })).toThrow('group needs conformal({ groups: true })')
  })
})
