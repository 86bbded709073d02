import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aggregate } from '../aggregate/aggregate.ts'
import { pinball } from '../losses/pinball.ts'
import { normalCdf, normalQuantile } from '../math/normal.ts'
import { normal, seededRng } from '../math/rng.ts'
import { ewa } from '../meta/ewa.ts'
import { fixedShare } from '../meta/fixedShare.ts'
import { rollingRate } from '../meta/rates.ts'
import { ensure } from '../testing/clause.ts'
import {
  aci,
  BAYES_DTACI_GRID,
  bayesAci,
  bayesDtaci,
  conformal,
  dtaciMeta,
  givenScore,
  universal,
} from './index.ts'

const NONE: number[] = []
const scores = fc.array(fc.double({ min: 0, max: 10, noNaN: true }), { minLength: 1, maxLength: 200 })
const coverages = fc.constantFrom(0.5, 0.8, 0.9, 0.95)
const settings = fc.record({
  learningRate: fc.double({ min: 0.01, max: 2, noNaN: true }),
  spread: fc.double({ min: 0.1, max: 2, noNaN: true }),
  start: fc.double({ min: -5, max: 15, noNaN: true }),
})

describe('one Bayes-ACI expert, whatever the scores', () => {
  it('misses more than α by exactly (ψ_{T+1} − ψ₁)/A in sum, which stays within its bound', () => {
    fc.assert(
      fc.property(scores, coverages, settings, (rs, coverage, { learningRate, spread, start }) => {
        const learner = aggregate({
          experts: bayesAci({ learningRate, spread, start }),
          loss: pinball(coverage),
          dimension: 0,
        })
        const [alpha, step, R] = [1 - coverage, learningRate * spread * spread, Math.max(...rs)]
        let excess = 0
        for (const r of rs) {
          excess += normalCdf((r - learner.predict(NONE).mean) / spread) - alpha
          learner.learn(NONE, r)
        }
        const last = learner.predict(NONE).mean
        expect(Math.abs(excess - (last - start) / step)).toBeLessThan(1e-10 * (1 + Math.abs(last) / step))
        const shift = spread * normalQuantile(alpha)
        const [low, high] = [-step - shift, R + step - shift]
        const outside = Math.max(0, low - start, start - high)
        expect(Math.abs(excess)).toBeLessThanOrEqual(((R + 2 * step + outside) / step) * (1 + 1e-12))
      }),
    )
  })

  it('never leaves [−A − τΦ⁻¹(α), R + A − τΦ⁻¹(α)] once in it', () => {
    fc.assert(
      fc.property(scores, coverages, settings, (rs, coverage, { learningRate, spread, start }) => {
        const [step, R] = [learningRate * spread * spread, 10]
        const shift = spread * normalQuantile(1 - coverage)
        const [low, high] = [-step - shift, R + step - shift]
        const learner = aggregate({
          experts: bayesAci({ learningRate, spread, start: Math.min(high, Math.max(low, start)) }),
          loss: pinball(coverage),
          dimension: 0,
        })
        for (const r of rs) {
          learner.learn(NONE, r)
          const { mean } = learner.predict(NONE)
          ensure(mean >= low - 1e-12 && mean <= high + 1e-12, () => `${mean} left [${low}, ${high}]`)
        }
      }),
    )
  })

  it('becomes ACI as τ → 0 with ητ² held fixed', () => {
    fc.assert(
      fc.property(scores, coverages, fc.double({ min: 0.01, max: 1, noNaN: true }), (rs, coverage, rate) => {
        const spread = 1e-7
        const make = (rule: ReturnType<typeof aci>) =>
          aggregate({ experts: rule, loss: pinball(coverage), dimension: 0 })
        const smooth = make(bayesAci({ learningRate: rate / spread ** 2, spread, start: 0.123 }))
        const sharp = make(aci({ learningRate: rate, start: 0.123 }))
        for (const r of rs) {
          // Where the score is within a few τ of the threshold the two may differ.
          if (Math.abs(r - sharp.predict(NONE).mean) < 1e-5) return
          smooth.learn(NONE, r)
          sharp.learn(NONE, r)
          const gap = Math.abs(smooth.predict(NONE).mean - sharp.predict(NONE).mean)
          ensure(gap < 1e-9, () => `they differ by ${gap}`)
        }
      }),
    )
  })
})

describe('the aggregate, whatever the scores', () => {
  const metas = fc.constantFrom(
    () => fixedShare({ rate: 0.5, share: 0.01 }),
    () => ewa({ rate: 3 }),
    () => fixedShare({ rate: rollingRate({ window: 10 }), share: 0.001 }),
    () => dtaciMeta(),
  )

  it('telescopes: D = ψ̃_{t+1} − ψ̃_t + Σ(ω_t − ω_{t+1})(ψ_{t+1} + τΦ⁻¹(α))/A, to 1e-12', () => {
    fc.assert(
      fc.property(scores, coverages, metas, (rs, coverage, meta) => {
        const grid = { learningRate: [0.05, 0.4, 1], spread: [0.5, 1] }
        const learner = aggregate({
          experts: bayesAci(grid),
          loss: pinball(coverage),
          meta: meta(),
          dimension: 0,
        })
        const taus = learner.settings.map(({ spread }) => spread as number)
        const steps = learner.settings.map(({ learningRate }, k) => (learningRate as number) * taus[k] ** 2)
        const z = normalQuantile(1 - coverage)
        const sum = (f: (k: number) => number): number => taus.reduce((total, _, k) => total + f(k), 0)
        for (const r of rs) {
          const { weights, means } = learner.predict(NONE)
          learner.learn(NONE, r)
          const next = learner.predict(NONE)
          const shifted = (psi: Float64Array, k: number): number => (psi[k] + taus[k] * z) / steps[k]
          const deviation = sum((k) => weights[k] * (normalCdf((r - means[k]) / taus[k]) - (1 - coverage)))
          const telescoped =
            sum((k) => next.weights[k] * shifted(next.means, k)) -
            sum((k) => weights[k] * shifted(means, k)) +
            sum((k) => (weights[k] - next.weights[k]) * shifted(next.means, k))
          const size = 1 + sum((k) => weights[k] * Math.abs(shifted(means, k)))
          ensure(Math.abs(deviation - telescoped) < 1e-12 * size, () => `${deviation}, not ${telescoped}`)
        }
      }),
    )
  })

  it('stays within the bound that the diagnostics report', () => {
    fc.assert(
      fc.property(
        scores,
        coverages,
        fc.constantFrom(0.001, 0.01, 0.1),
        fc.constantFrom(0, 0.001),
        (rs, coverage, rate, share) => {
          const learner = conformal({
            coverage,
            conformity: givenScore,
            scale: 'none',
            method: {
              experts: bayesAci({ learningRate: [0.5, 1], spread: [0.5, 1], start: 3 }),
              meta: fixedShare({ rate, share }),
            },
          })
          for (const r of rs) {
            learner.predict(null)
            learner.learn(r)
          }
          const { error, bound } = learner.coverage.certificate
          expect(error).toBeLessThanOrEqual((bound as number) * (1 + 1e-12))
        },
      ),
    )
  })

  it('has a printed bound below 0.1 where the weights move slowly, and it holds', () => {
    const [alpha, R, T, rate, share] = [0.1, 1, 20_000, 1e-3, 1e-4]
    const learner = conformal({
      coverage: 1 - alpha,
      conformity: givenScore,
      scale: 'none',
      method: {
        experts: bayesAci({ learningRate: [2, 4], spread: 0.5, start: 0.5 }),
        meta: fixedShare({ rate, share }),
      },
    })
    const rng = seededRng(2)
    for (let t = 0; t < T; t++) {
      learner.predict(null)
      // Long stretches of easy and of hard scores.
      learner.learn(Math.min(R, (t % 4000 < 2000 ? 0.1 : 1) * Math.abs(normal(rng))))
    }
    const [least, most, spread] = [0.5, 1, 0.5]
    const C = spread + R + 2 * most
    const printed =
      (R + 2 * least) / (T * least) +
      (((R + most) * C) / least) * rate * Math.exp(rate * C) +
      (2 * (R + most) * share) / least
    expect(printed).toBeLessThan(0.1)
    const { error, bound } = learner.coverage.certificate
    expect(error).toBeLessThan(printed)
    expect(error).toBeLessThan(bound as number)
    expect(bound).toBeLessThan(printed)
  })

  it('says why there is no bound where no theorem applies', () => {
    const levels = conformal({ method: { experts: aci({ learningRate: 0.1, range: [0, 1] }) } })
    levels.predict(0)
    levels.learn(1)
    expect(levels.coverage.certificate).toMatchObject({
      bound: undefined,
      reason: 'no theorem covers how these thresholds move',
    })
    expect(conformal().coverage.certificate.reason).toBe('no rounds yet')
  })
})

describe('heavy tails', () => {
  const streams: Record<string, (t: number) => number> = {
    'scores up to 1e300': (t) => 10 ** ((t * 7) % 301),
    'one score of 1e300 among small ones': (t) => (t % 1000 === 500 ? 1e300 : 1e-3),
    constant: () => 2.5,
    'all zero': () => 0,
    tiny: () => 1e-300,
    growing: (t) => 1.5 ** Math.min(t, 1700),
  }

  it.each(Object.entries(streams))('%s: finite thresholds, weights that sum to 1', (_name, score) => {
    for (const scale of ['none', 'running'] as const) {
      const learner = conformal({ conformity: givenScore, method: bayesDtaci(), scale })
      for (let t = 0; t < 3000; t++) {
        const { threshold } = learner.predict(null)
        ensure(Number.isFinite(threshold), () => `round ${t}: a threshold of ${threshold}`)
        const sum = learner.learn(score(t)).weights.reduce((a, b) => a + b, 0)
        ensure(Math.abs(sum - 1) < 1e-12, () => `round ${t}: weights sum to ${sum}`)
      }
      expect(learner.coverage.randomised.cumulative).toSatisfy(Number.isFinite)
    }
  })

  it('starts from zero, and comes to cover a constant score', () => {
    const learner = conformal({ conformity: givenScore, method: bayesDtaci(), scale: 'running' })
    for (let t = 0; t < 2000; t++) {
      learner.predict(null)
      learner.learn(2.5)
    }
    expect(learner.coverage.deterministic.rolling).toBe(1)
    expect(BAYES_DTACI_GRID.spread).toEqual([0.5, 1])
  })
})

describe('universal portfolios, whatever the scores', () => {
  /** Thresholds, and what each round earned: −ℓ′(θ)θ. */
  function play(rs: readonly number[], coverage: number) {
    const learner = aggregate({ experts: universal(), loss: pinball(coverage), dimension: 0 })
    return rs.map((r) => {
      const threshold = learner.predict(NONE).mean
      learner.learn(NONE, r)
      const missed = r > threshold
      return { threshold, missed, earned: (missed ? coverage : coverage - 1) * threshold }
    })
  }

  it('holds the portfolio of Cover and Ordentlich, an integral over all constant ones', () => {
    const nodes = Array.from({ length: 40 }, (_, i) => (1 + Math.cos((Math.PI * (2 * i + 1)) / 80)) / 2)
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 10, noNaN: true }), { maxLength: 60 }),
        coverages,
        (rs, coverage) => {
          const alpha = 1 - coverage
          // Gauss and Chebyshev's nodes are exact for Beta(½, ½) and polynomials of degree below 80.
          const wealths = nodes.map(() => 1)
          let wealth = 1
          for (const { threshold, missed, earned } of play(rs, coverage)) {
            const held =
              wealths.reduce((sum, w, i) => sum + w * nodes[i], 0) / wealths.reduce((sum, w) => sum + w)
            const expected = (wealth * (held - alpha)) / (alpha * coverage)
            expect(Math.abs(threshold - expected)).toBeLessThan(1e-9 * (1 + Math.abs(expected)))
            for (const [i, b] of nodes.entries()) wealths[i] *= missed ? b / alpha : (1 - b) / coverage
            wealth += earned
          }
        },
      ),
    )
  })

  it('earns at least exp(T·KL(misses/T, α)) / 2√T, so that misses near αT are all that small thresholds allow', () => {
    fc.assert(
      fc.property(scores, coverages, (rs, coverage) => {
        const rounds = play(rs, coverage)
        const wealth = rounds.reduce((sum, { earned }) => sum + earned, 1)
        const rate = rounds.filter(({ missed }) => missed).length / rs.length
        const part = (p: number, q: number) => (p > 0 ? p * Math.log(p / q) : 0)
        const least =
          rs.length * (part(rate, 1 - coverage) + part(1 - rate, coverage)) -
          Math.log(2 * Math.sqrt(rs.length))
        expect(Math.log(wealth)).toBeGreaterThanOrEqual(least - 1e-9)
      }),
    )
  })
})
