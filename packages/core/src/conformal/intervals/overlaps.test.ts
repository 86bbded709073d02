import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normal, seededRng, uniform } from '../../math/rng.ts'
import { conformal } from '../index.ts'

const SIZES = [1, 2, 4, 8]

/** Errors of four stores on seven weekdays: noise grows with the store, and is double on the last two days. */
function play(overlapping: boolean) {
  const rng = seededRng(1)
  const learner = conformal({ overlapping })
  const hits = new Map<string, [number, number]>()
  for (let t = 0; t < 6000; t++) {
    const [store, day] = [Math.floor(4 * uniform(rng)), t % 7]
    const groups = [`store ${store}`, `day ${day}`]
    learner.predict(0, overlapping ? { groups } : {})
    const { covered } = learner.learn(SIZES[store] * (day > 4 ? 2 : 1) * normal(rng))
    for (const group of groups) {
      const own = hits.get(group) ?? [0, 0]
      hits.set(group, [own[0] + 1, own[1] + (covered ? 1 : 0)])
    }
  }
  const errors = [...hits.values()].map(([rounds, covered]) => Math.abs(covered / rounds - 0.9))
  return { learner, worst: Math.max(...errors) }
}

describe('conformal({ overlapping: true })', () => {
  it('covers each store and each weekday as often as asked, where one calibrator for all does not', () => {
    const { learner, worst } = play(true)
    expect(play(false).worst).toBeGreaterThan(0.08)
    expect(worst).toBeLessThan(0.02)
    expect(Math.abs(learner.coverage.given.cumulative - 0.9)).toBeLessThan(0.01)
    expect(learner.overlaps.map(({ group }) => group).sort()).toHaveLength(11)
  })

  it('no group misses more often than its certificate says, whatever the outcomes and the groups', () => {
    const worlds = fc.record({
      seed: fc.nat(1000),
      coverage: fc.constantFrom(0.5, 0.9, 0.95),
      hostile: fc.constantFrom('a', 'b', 'ab'),
    })
    fc.assert(
      fc.property(worlds, ({ seed, coverage, hostile }) => {
        const rng = seededRng(seed)
        const learner = conformal({ coverage, overlapping: true })
        for (let t = 0; t < 1500; t++) {
          const groups = [['a'], ['b'], ['a', 'b'], ['a', 'c'], ['b', 'c', 'd']][Math.floor(5 * uniform(rng))]
          const { upper } = learner.predict(0, { groups })
          const attacked = groups.some((group) => hostile.includes(group))
          learner.learn(attacked && upper < 1e200 ? upper + 1e-3 * (1 + Math.abs(upper)) : normal(rng))
        }
        for (const { misses, mostMisses } of learner.overlaps) expect(misses).toBeLessThanOrEqual(mostMisses)
        const { misses, mostMisses } = learner.coverage.certificate
        expect(misses).toBeLessThanOrEqual(mostMisses as number)
      }),
      { numRuns: 9 },
    )
  })

  it('proves more of groups that do not overlap than of those that do', () => {
    const allowed = (groups: (t: number) => string[], late = 0): number => {
      const learner = conformal({ overlapping: true })
      for (let t = 0; t < 20 + late; t++) {
        if (t < 20) learner.predict(0, { groups: groups(t), id: t })
        if (t >= late) learner.learn({ id: t - late, y: t })
      }
      const { rounds, mostMisses } = learner.overlaps[0]
      return mostMisses - 0.1 * rounds
    }
    // 2G/κ + 1, with 2/κ for each group that a round may be of beside, and one for each outcome that came between.
    expect(allowed((t) => [`${t % 2}`])).toBeCloseTo(121, 9)
    expect(allowed((t) => [`${t % 2}`, 'all'])).toBeCloseTo(141, 9)
    expect(allowed((t) => [`${t % 2}`, 'all', 'more'])).toBeCloseTo(161, 9)
    expect(allowed((t) => [`${t % 2}`], 3)).toBeCloseTo(124, 9)
    expect(conformal({ overlapping: true }).overlaps).toEqual([])
  })

  it('goes on after a save, goes with features, and refuses groups that are no list of names', () => {
    const learner = conformal({ overlapping: true, features: true, coverage: [0.9, 0.5] })
    let other = learner
    const rng = seededRng(2)
    for (let t = 0; t < 120; t++) {
      if (t === 60)
        other = conformal({ overlapping: true, features: true, coverage: [0.9, 0.5] }).restore(learner.save())
      const beside = { x: [normal(rng)], groups: [`g${t % 3}`, 'all'] }
      expect(other.predict(1, beside)).toEqual(learner.predict(1, beside))
      const y = normal(rng)
      if (other !== learner) other.learn(y)
      learner.learn(y)
    }
    const plain = conformal({ overlapping: true })
    expect(() => plain.predict(1)).toThrow('groups must be a list of different texts')
    expect(() => plain.predict(1, { groups: ['a', 'a'] })).toThrow('groups must be a list of different texts')
    expect(() => plain.predict(1, { groups: 'a' as never })).toThrow('[] for none; received "a"')
    expect(plain.predict(1, { groups: [] }).extent).toBe('infinite')
    expect(() => conformal().predict(1, { groups: ['a'] })).toThrow(
      'groups needs conformal({ overlapping: true })',
    )
    const broken = structuredClone(learner.state)
    broken.overlaps?.rounds.push(1)
    expect(() => learner.model.init.check(broken, 'state')).toThrow('does not fit')
  })
})
