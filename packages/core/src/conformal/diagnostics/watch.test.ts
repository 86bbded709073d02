import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normal, type Rng, seededRng, uniform } from '../../math/rng.ts'
import { conformal } from '../conformal.ts'
import { evidence, evidencePart, evidenceStateOf, takeFactors } from './changeEvidence.ts'
import { betOnRanks } from './rankBets.ts'
import { BLOCKS, RANKS, takeRanks } from './ranks.ts'
import { discoveries, evidenceOf, Watch } from './watch.ts'

describe('watch', () => {
  it('evidence is the mixture over all starts, term by term', () => {
    const factor = fc.double({ min: 0.1, max: 3, noNaN: true })
    const factors = fc.array(fc.tuple(factor, factor), {
      maxLength: 20,
    })
    fc.assert(
      fc.property(factors, (pairs) => {
        const weights = Float64Array.of(0.3, 0.7)
        const state = evidenceStateOf(2)()
        const tail = (s: number) => s ** -0.15
        for (const pair of pairs) takeFactors(state, Float64Array.from(pair), weights)
        let sum = tail(pairs.length + 1)
        pairs.forEach((_, s) => {
          weights.forEach((weight, k) => {
            const product = pairs.slice(s).reduce((all, pair) => all * pair[k], 1)
            sum += weight * (tail(s + 1) - tail(s + 2)) * product
          })
        })
        expect(evidence(state)).toBeCloseTo(sum, 10)
        const parts = [0, 1].map((k) => evidencePart(state, weights, k, k + 1))
        expect(parts[0] + parts[1]).toBeCloseTo(sum, 10)
      }),
    )
  })

  it('ranks lie between those of the smaller and of the equal numbers of their block, ties broken at random', () => {
    const ranks = RANKS()
    const out = new Float64Array(BLOCKS)
    const seen: number[] = []
    const rng = seededRng(1)
    for (let t = 0; t < 300; t++) {
      const score = Math.round(3 * normal(rng))
      takeRanks(ranks, t, score, rng, out)
      const below = seen.filter((s) => s < score).length
      const upTo = seen.filter((s) => s <= score).length + 1
      seen.push(score)
      for (const rank of out) {
        expect(rank).toBeGreaterThanOrEqual(below / seen.length)
        expect(rank).toBeLessThanOrEqual(upTo / seen.length)
      }
    }
  })

  it('ranks are the same however much room a block has at first', () => {
    const [small, large] = [RANKS(), RANKS()]
    large.blocks.splice(0, BLOCKS, new Float64Array(2048), new Float64Array(2048))
    const outs = [new Float64Array(BLOCKS), new Float64Array(BLOCKS)]
    const draw = seededRng(3)
    const rngs = [seededRng(4), seededRng(4)]
    for (let t = 0; t < 5000; t++) {
      const score = Math.round(20 * normal(draw))
      takeRanks(small, t, score, rngs[0], outs[0])
      takeRanks(large, t, score, rngs[1], outs[1])
      expect(outs[0]).toEqual(outs[1])
    }
    expect(small).toEqual(large)
  })

  it('ranks of exchangeable numbers are uniform, with ties as without: every bet is fair', () => {
    const bets = [
      { shift: 0, spread: 1.5, weight: 1, reason: 'a' },
      { shift: 0.8, spread: 1, weight: 1, reason: 'b' },
    ]
    for (const draw of [normal, (rng: Rng) => Math.round(normal(rng))]) {
      const rng = seededRng(5)
      const factors = new Float64Array(BLOCKS * bets.length)
      const sums = new Float64Array(factors.length)
      const out = new Float64Array(BLOCKS)
      const ranks = RANKS()
      const rounds = 20_000
      for (let t = 0; t < rounds; t++) {
        takeRanks(ranks, t, draw(rng), rng, out)
        betOnRanks(bets, out, factors)
        factors.forEach((factor, i) => {
          sums[i] += factor / rounds
        })
      }
      for (const sum of sums) expect(Math.abs(sum - 1)).toBeLessThan(0.03)
    }
  })

  it('alerts when the ranks of one block, or misses, have 1/rate alone: the sum of both blocks is not enough', () => {
    const rate = 0.2
    let [alerts, sums] = [0, 0]
    for (let seed = 1; seed <= 40; seed++) {
      const rng = seededRng(seed)
      const watch = new Watch(0.1, { rate }, true)
      const state = watch.init()
      for (let t = 0; t < 500; t++) {
        const alert = watch.observe(state, (t < 200 ? 1 : 1.7) * normal(rng), t % 10 === 0)
        const { started, round } = state.bets
        // Eight bets a block, each block with 0.475 of what is not bet yet; the last bet is that on misses.
        const waiting = (round + 1) ** -0.15
        const block = (b: number) =>
          started.subarray(8 * b, 8 * b + 8).reduce((a, c) => a + c, 0.475 * waiting)
        const parts = [block(0), block(1), started[16] + 0.05 * waiting]
        expect(alert !== null).toBe(Math.max(...parts) >= 1 / rate)
        if (alert) alerts++
        if (alert) break
        if (evidenceOf(state) >= 1 / rate) sums++
      }
    }
    expect(alerts).toBeGreaterThan(10)
    expect(sums).toBeGreaterThan(10)
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

  it.each([
    ['larger scores', 'spread', (e: number) => 3 * e],
    ['smaller scores', 'spread', (e: number) => e / 4],
    ['higher outcomes', 'level', (e: number) => e + 2],
    ['lower outcomes', 'level', (e: number) => e - 2],
  ])('of errors with a sign it says what changed: %s', (reason, changed, alter) => {
    const rng = seededRng(11)
    const watch = new Watch(0.1, {}, true)
    const state = watch.init()
    for (let t = 0; t < 600; t++) expect(watch.observe(state, normal(rng), t % 10 === 0)).toBeNull()
    let alert = null
    for (let t = 0; t < 100 && !alert; t++) alert = watch.observe(state, alter(normal(rng)), t % 10 === 0)
    expect(alert).toMatchObject({ reason, changed, feature: null })
  })

  it('tells a feature that moved from a relation that changed', () => {
    for (const [moves, reason, feature] of [
      ['feature', 'other features', 1],
      ['relation', 'larger scores', null],
    ] as const) {
      const learner = conformal({ features: true, alerts: { features: true } })
      const rng = seededRng(12)
      let alert = null
      for (let t = 0; t < 900 && !alert; t++) {
        const changed = t >= 500
        const x = [normal(rng), normal(rng) + (changed && moves === 'feature' ? 2 : 0)]
        learner.predict(x[0], { x })
        alert = learner.learn(x[0] + (changed && moves === 'relation' ? 3 : 1) * normal(rng)).alert
        if (!changed) expect(alert).toBeNull()
      }
      expect(alert).toMatchObject({ reason, feature })
      const same = conformal({ features: true, alerts: { features: true } }).restore(learner.save())
      expect(same.evidence).toBe(learner.evidence)
      const broken = structuredClone(learner.state)
      broken.watch?.features[0].ranks.held.fill(9999)
      expect(() => learner.model.init.check(broken, 'state')).toThrow('watch.features[0].ranks.held')
    }
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
