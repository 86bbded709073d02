import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normal, seededRng, uniform } from '../../math/rng.ts'
import { createEvidence, evidence, takeFactor } from './changeEvidence.ts'
import { createRanks, takeRank } from './ranks.ts'
import { discoveries, evidenceOf, Watch } from './watch.ts'

describe('watch', () => {
  it('evidence is the mixture over all starts, term by term', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0.1, max: 3, noNaN: true }), { maxLength: 20 }), (factors) => {
        const state = createEvidence()
        const tail = (s: number) => Math.LN2 / Math.log(s + 1)
        for (const factor of factors) takeFactor(state, factor)
        let sum = tail(factors.length + 1)
        factors.forEach((_, s) => {
          const product = factors.slice(s).reduce((a, b) => a * b, 1)
          sum += (tail(s + 1) - tail(s + 2)) * product
        })
        expect(evidence(state)).toBeCloseTo(sum, 10)
      }),
    )
  })

  it('ranks count those at least and at most as large, ties on both sides', () => {
    const ranks = createRanks()
    const out = { atLeast: 0, atMost: 0 }
    const seen: number[] = []
    const rng = seededRng(1)
    for (let t = 0; t < 300; t++) {
      const score = Math.round(3 * normal(rng))
      takeRank(ranks, score, out)
      seen.push(score)
      expect(out.atLeast).toBe(seen.filter((s) => s >= score).length / seen.length)
      expect(out.atMost).toBe(seen.filter((s) => s <= score).length / seen.length)
    }
  })

  it('alerts on a scale that triples, says why, and starts anew', () => {
    const rng = seededRng(2)
    const watch = new Watch(0.1, { rate: 0.01 })
    const state = watch.init()
    for (let t = 0; t < 1000; t++) expect(watch.observe(state, Math.abs(normal(rng)), false)).toBeNull()
    let alert = null
    for (let t = 0; t < 200 && !alert; t++) alert = watch.observe(state, 3 * Math.abs(normal(rng)), false)
    expect(alert?.reason).toBe('larger scores')
    expect(alert?.evidence).toBeGreaterThanOrEqual(100)
    expect(alert?.round).toBeLessThan(1100)
    const atAlert = alert?.evidence as number
    for (let t = 0; t < 20; t++) {
      expect(watch.observe(state, 3 * Math.abs(normal(rng)), false)).toBeNull()
    }
    // The same change, and more of it: many series are judged by how strong it gets.
    expect(evidenceOf(state)).toBeGreaterThan(10 * atAlert)
    for (let t = 0; t < 2000; t++) {
      expect(watch.observe(state, 3 * Math.abs(normal(rng)), false)).toBeNull()
    }
    expect(evidenceOf(state)).toBeLessThan(2)
    expect(state.peak).toBe(0)
    let again = null
    for (let t = 0; t < 200 && !again; t++) again = watch.observe(state, 9 * Math.abs(normal(rng)), false)
    expect(again?.reason).toBe('larger scores')
  })

  it('of a hundred series the three that changed are named, and no other', () => {
    const rng = seededRng(7)
    const watch = new Watch(0.1, { rate: 0.01 })
    const all = Array.from({ length: 100 }, () => watch.init())
    const named = new Set<number>()
    for (let t = 0; t < 700; t++) {
      all.forEach((state, i) => {
        const scale = t >= 600 && i < 3 ? 5 : 1
        watch.observe(state, scale * Math.abs(normal(rng)), uniform(rng) < 0.1)
      })
      if (t % 10 === 9) for (const i of discoveries(all.map(evidenceOf), 0.1)) named.add(i)
    }
    expect([...named].sort()).toEqual([0, 1, 2])
  })

  it.each([0, 1, -1, Number.NaN, '0.1'])('a rate of %j is refused', (rate) => {
    expect(() => discoveries([1], rate as number)).toThrow('rate must be')
  })

  it('alerts on a run of misses alone', () => {
    const rng = seededRng(3)
    const watch = new Watch(0.1)
    const state = watch.init()
    let alert = null
    for (let t = 0; t < 400; t++) watch.observe(state, uniform(rng), uniform(rng) < 0.1)
    for (let t = 0; t < 60 && !alert; t++) alert = watch.observe(state, uniform(rng), true)
    expect(alert?.reason).toBe('too many misses')
  })

  it('keeps the false discovery rate: e-BH finds what is far above N/(k·rate) and nothing else', () => {
    expect(discoveries([1, 1, 1, 1], 0.1)).toEqual([])
    expect(discoveries([40, 90, 40, 40], 0.1)).toEqual([1, 0, 2, 3])
    expect(discoveries([1, 39, 1, 1], 0.1)).toEqual([])
    expect(discoveries([1, 40, 1, 1], 0.1)).toEqual([1])
    expect(discoveries([25, 1, 30, 1], 0.1)).toEqual([2, 0])
  })
})
