import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normal, seededRng, uniform } from '../../math/rng.ts'
import type { Model } from '../../nouns/model.ts'
import { modelContract } from '../../testing/modelContract.ts'
import { isotonic } from './isotonic.ts'
import { cdfAt, quantileAt, quantileScore } from './quantileForecast.ts'
import { quantileModel, quantiles } from './quantiles.ts'

it('isotonic returns the nearest increasing sequence, and leaves one that is increasing', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 1, maxLength: 12 }),
      (values) => {
        const out = Float64Array.from(values)
        isotonic(out)
        const off = (i: number) => values[i] - out[i]
        for (let i = 1; i < out.length; i++) expect(out[i]).toBeGreaterThanOrEqual(out[i - 1])
        // Of a block the sum is kept, and no part of it that starts the block is below its mean.
        for (let from = 0, to = 1; from < out.length; from = to++) {
          while (to < out.length && out[to] === out[from]) to++
          let sum = 0
          for (let i = from; i < to; i++) {
            sum += off(i)
            expect(sum).toBeGreaterThan(-1e-9)
          }
          expect(Math.abs(sum)).toBeLessThan(1e-9)
        }
      },
    ),
  )
})

describe('quantiles()', () => {
  it('counts outcomes that lie on a quantile apart, and skips one that never came', () => {
    const learner = quantiles({ levels: [0.1, 0.5, 0.9] })
    const rng = seededRng(4)
    for (let t = 0; t < 300; t++) {
      learner.predict(0)
      if (t % 50 === 0) expect(learner.learn(null)).toBeUndefined()
      else learner.learn(Math.round(0.4 * normal(rng)))
    }
    expect(learner.certificates[1].tied).toBeGreaterThan(50)
    for (const { level, rounds, tied, below, excess, most } of learner.certificates) {
      expect(rounds).toBe(294)
      expect(excess).toBeCloseTo((1 - below) * rounds - (1 - level) * (rounds - tied), 9)
      expect(Math.abs(excess)).toBeLessThanOrEqual(most)
    }
    expect(() => learner.learn(null)).toThrow('call predict first')
  })

  const contract = modelContract(quantileModel as unknown as () => Model, {
    input: (rng) => normal(rng),
    outcome: (rng, input) => (input as number) + normal(rng),
  })
  it.each(contract.map(({ promise, check }) => [promise, check] as const))('%s', (_promise, check) => check())

  const levels = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 8 })
  const worlds = fc.constantFrom(
    // Always between the outermost, which drives levels into each other; then far out; at random; in jumps.
    (q: readonly number[]) => (q[0] + q[q.length - 1]) / 2 + 1e-3,
    (q: readonly number[]) => q[q.length - 1] + 1,
    (q: readonly number[], u: number) => q[Math.floor(u * q.length)] + 1e-6 * (u - 0.5),
    (_q: readonly number[], u: number, t: number) => 10 ** (t % 90 < 45 ? 0 : 6) * (u - 0.3),
    (_q: readonly number[], u: number, t: number) => Math.round(3 * u) + t * 0,
  )
  it('never cross, and no level is ever further from exact than its certificate says, whatever the outcomes', () => {
    fc.assert(
      fc.property(levels, worlds, fc.nat(1000), (percents, outcome, seed) => {
        const learner = quantiles({ levels: percents.sort((a, b) => a - b).map((percent) => percent / 100) })
        const rng = seededRng(seed)
        for (let t = 0; t < 400; t++) {
          const { quantiles: q } = learner.predict(0)
          for (let i = 1; i < q.length; i++) expect(q[i]).toBeGreaterThanOrEqual(q[i - 1])
          const y = outcome(q, uniform(rng), t)
          learner.learn(Number.isFinite(y) ? y : normal(rng))
          for (const { excess, most } of learner.certificates)
            expect(Math.abs(excess)).toBeLessThanOrEqual(most)
        }
      }),
      { numRuns: 30 },
    )
  })

  it('keeps hidden levels at most κ out of order, and Σ(above − (1 − level)) = (h − h₁)/κ exactly', () => {
    const learner = quantiles({ levels: [0.4, 0.45, 0.5, 0.55, 0.6] })
    const start = learner.state.hidden.slice()
    const rng = seededRng(3)
    for (let t = 0; t < 3000; t++) {
      const { quantiles: q } = learner.predict(0)
      learner.learn(
        t % 3 ? normal(rng) : Number.isFinite(q[0] + q[4]) ? (q[0] + q[4]) / 2 + 1e-9 * normal(rng) : 0.1,
      )
      const { hidden } = learner.state
      for (let i = 1; i < hidden.length; i++) expect(hidden[i] - hidden[i - 1]).toBeGreaterThan(-0.05)
    }
    learner.certificates.forEach(({ excess }, i) => {
      expect(excess).toBeCloseTo((learner.state.hidden[i] - start[i]) / 0.05, 6)
    })
  })

  it('is near the true quantiles of normal noise, and its score near that of the truth', () => {
    const learner = quantiles({ levels: [0.05, 0.25, 0.5, 0.75, 0.95] })
    const truth = [-1.645, -0.674, 0, 0.674, 1.645]
    const rng = seededRng(1)
    let [own, best] = [0, 0]
    for (let t = 0; t < 3000; t++) {
      const answer = learner.predict(7)
      const y = 7 + normal(rng)
      learner.learn(y)
      if (t < 200) continue
      own += quantileScore(answer, y)
      best += quantileScore({ levels: answer.levels, quantiles: truth.map((q) => 7 + q) }, y)
    }
    expect(own / best).toBeLessThan(1.02)
    for (const { level, below } of learner.certificates) expect(Math.abs(below - level)).toBeLessThan(0.01)
  })

  it('reads as a distribution: quantiles and probabilities between the levels', () => {
    const answer = { levels: [0.1, 0.5, 0.9], quantiles: [0, 10, 30] }
    expect(quantileAt(answer, 0.3)).toBeCloseTo(5)
    expect(cdfAt(answer, 20)).toBeCloseTo(0.7)
    expect(cdfAt(answer, -1)).toBe(0.05)
    expect(cdfAt(answer, 31)).toBe(0.95)
    expect(quantileScore({ levels: [0.5], quantiles: [3] }, 5)).toBe(2)
    expect([0.05, 0.1, 0.5, 0.9, 0.95].map((p) => quantileAt(answer, p))).toEqual([0, 0, 10, 30, 30])
    expect([0, 10, 30].map((y) => cdfAt(answer, y))).toEqual([0.1, 0.5, 0.9])
    const open = { levels: [0.1, 0.5, 0.9], quantiles: [-Infinity, 10, Infinity] }
    expect([0.2, 0.4, 0.6, 0.8].map((p) => quantileAt(open, p))).toEqual([-Infinity, 10, 10, Infinity])
    // Between ends that are infinite, or as far apart as numbers go, it says what it can.
    const closeTo = (p: number): unknown => expect.closeTo(p, 12)
    expect([5, 10, 15].map((y) => cdfAt(open, y))).toEqual([0.3, 0.5, 0.7].map(closeTo))
    expect(cdfAt({ levels: [0.1, 0.9], quantiles: [-Infinity, Infinity] }, 3)).toBe(0.5)
    const far = { levels: [0.1, 0.5, 0.9], quantiles: [-1.7e308, -1e308, 1.7e308] }
    expect([0.5, 0.7, 0.9].map((p) => quantileAt(far, p))).toEqual([
      -1e308,
      expect.closeTo(3.5e307, -293),
      1.7e308,
    ])
    expect(cdfAt(far, 0)).toBe(0.7)
  })

  it('refuses levels out of order, and outcomes that are no numbers, and loses nothing', () => {
    expect(() => quantiles({ levels: [0.5, 0.1] })).toThrow('levels must be increasing')
    expect(() => quantiles({ levels: [1] })).toThrow('levels[0] must be in (0, 1)')
    const learner = quantiles()
    learner.predict(1)
    expect(() => learner.learn(Number.NaN)).toThrow('y must be a finite number')
    expect(learner.learn(2).round).toBe(1)
    expect(() => learner.predict(Number.NaN)).toThrow('forecast must be a finite number')
  })
})
