import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  absolute,
  aggregate,
  annealed,
  fixedShare,
  hinge,
  type Loss,
  logDensity,
  logistic,
  type MetaLearner,
  mean,
  pinball,
  point,
  rollingRate,
  type Score,
  seededRng,
  squared,
} from '../src/doors/index.ts'
import type { Rate, RateSchedule } from '../src/doors/meta.ts'
import { uniform } from '../src/doors/random.ts'
import type { Kept } from './scripted.ts'
import { adversaries, adversary, keep, logWeightsOf, played, script, scripted } from './scripted.ts'

/** Any function of the round as a rate. */
function rateBy(f: (t: number) => number): RateSchedule<{ t: number }> {
  return {
    label: 'a function of t',
    init: () => ({ t: 1 }),
    rate: ({ t }) => f(t),
    update(state) {
      state.t++
    },
  }
}

const rates: Record<string, () => Rate> = {
  'γ = 0.3': () => 0.3,
  'γ = 4': () => 4,
  'γ/√t': () => rateBy((t) => 2 / Math.sqrt(t)),
  'growing γ': () => rateBy((t) => 0.05 * t),
  'jumping γ': () => rateBy((t) => (t % 3 === 0 ? 5 : 0.2)),
  'rolling γ': () => rollingRate({ window: 7 }),
  'rolling γ as DtACI has it': () =>
    rollingRate({ window: 5, start: 2.72, numerator: 'dtaci', moment: 'squared-mean' }),
}
const shares: Record<string, number | ((t: number) => number)> = {
  'no share': 0,
  'share 0.01': 0.01,
  'share ½': 0.5,
  'share 1/(t + 1)': (t) => 1 / (t + 1),
}

const games = fc.record({
  size: fc.integer({ min: 1, max: 5 }),
  rounds: fc.integer({ min: 1, max: 50 }),
  seed: fc.integer({ min: 0, max: 1e6 }),
  rate: fc.constantFrom(...Object.keys(rates)),
  share: fc.constantFrom(...Object.keys(shares)),
  kind: fc.constantFrom(...adversaries),
  prior: fc.constantFrom('equal', 'steep', 'random'),
  sleep: fc.constantFrom('never', 'sometimes', 'partly'),
})
type Game = typeof games extends fc.Arbitrary<infer T> ? T : never

function priorOf({ prior, size }: Game, random: () => number): number[] | undefined {
  if (prior === 'equal') return undefined
  return Array.from({ length: size }, (_, k) => (prior === 'steep' ? 1e-6 ** k : random() + 1e-9))
}

/** Plays a game to its end. Variances are scripted too: annealed and mean losses then differ. */
function play(game: Game, score: Score, meta: MetaLearner, loss: Loss = played): Kept[] {
  const rng = seededRng(game.seed)
  const random = (): number => uniform(rng)
  const prior = priorOf(game, random)
  const learner = aggregate({
    experts: scripted(game.size),
    loss,
    score,
    meta,
    dimension: 4 * game.size,
    ...(prior && { prior }),
  })
  const losses = adversary(game.kind, game.size, game.seed + 1)
  return Array.from({ length: game.rounds }, (_, t) => {
    const awake = Array.from({ length: game.size }, (_, k) => {
      if (game.sleep === 'never' || k === t % game.size) return 1
      return game.sleep === 'partly' ? random() : random() < 0.5 ? 0 : 1
    })
    const logWeights = logWeightsOf(learner)
    const lines = losses(t, learner.weights).map((loss, k) => ({ mean: loss, awake: awake[k] }))
    return keep(learner.learn(script(lines), 0), logWeights)
  })
}

/** The largest excess of Σγa(own − loss) over its bound, over every interval and every expert. */
function worstExcess(trace: readonly Kept[], shareAt: (t: number) => number, quadratic: boolean): number {
  let worst = -Infinity
  for (let from = 0; from < trace.length; from++) {
    const paid = new Float64Array(trace[0].losses.length)
    let allowance = 0
    // A rolling rate may reach 1e10, and γ·own then carries rounding errors of that size.
    let rounding = 0
    for (let t = from; t < trace.length; t++) {
      const { own, rate, losses, awake, weights } = trace[t]
      if (t > from) allowance -= Math.log1p(-shareAt(t))
      if (quadratic) {
        losses.forEach((loss, k) => {
          allowance += rate * rate * weights[k] * loss * loss
        })
      }
      paid.forEach((_, k) => {
        paid[k] += rate * awake[k] * (own - losses[k])
        rounding += 1e-14 * rate * (own + losses[k])
        const bound = allowance - trace[from].logWeights[k]
        worst = Math.max(worst, (paid[k] - bound - rounding) / (1 + bound))
      })
    }
  }
  return worst
}

describe('regret, over every interval, against every expert, whichever sleep, whatever the rate, share and prior', () => {
  const cases = [
    ['annealed', annealed, false, 'Σγ(Λ(q) − Λₖ) ≤ log(1/ωₖ) − Σ log(1 − σ)'],
    ['mean', mean, true, 'Σγ(L(q) − Lₖ) ≤ log(1/ωₖ) − Σ log(1 − σ) + Σγ²ΣωL²'],
    ['point', point, true, 'Σγ(ℓ(q) − ℓₖ) ≤ log(1/ωₖ) − Σ log(1 − σ) + Σγ²Σωℓ²'],
  ] as const
  for (const [name, score, quadratic, theorem] of cases) {
    it(`${theorem} under ${name} scores`, () => {
      fc.assert(
        fc.property(games, (game) => {
          const share = shares[game.share]
          const trace = play(game, score, fixedShare({ rate: rates[game.rate](), share }))
          const shareAt = (t: number): number => (typeof share === 'number' ? share : share(t))
          expect(worstExcess(trace, shareAt, quadratic)).toBeLessThan(1e-9)
        }),
        { numRuns: 300 },
      )
    })
  }

  it('is nearly attained: a bound smaller by a hundredth of a nat would be false', () => {
    const learner = aggregate({ experts: scripted(2), loss: played, score: annealed, dimension: 8 })
    let regret = 0
    for (let t = 0; t < 20; t++) regret += learner.learn(script([0, 5]), 0).own
    expect(regret).toBeGreaterThan(Math.log(2) - 0.01)
    expect(regret).toBeLessThanOrEqual(Math.log(2) + 1e-12)
  })
})

describe('without share and with a constant rate', () => {
  /** −γ⁻¹ log Σ ω₁ exp(−γ·total), in log space. */
  function chained(prior: readonly number[], totals: readonly number[], rate: number): number {
    const terms = totals.map((total, k) => prior[k] - rate * total)
    const peak = Math.max(...terms)
    return -(peak + Math.log(terms.reduce((sum, term) => sum + Math.exp(term - peak), 0))) / rate
  }

  it('annealed losses chain exactly: ΣΛ(q) = −γ⁻¹ log Σ ω₁ exp(−γΣΛₖ), at any gap between experts', () => {
    fc.assert(
      fc.property(
        games,
        fc.constantFrom(1e-3, 0.3, 1, 20),
        fc.constantFrom(1, 100, 1e4),
        (game, rate, scale) => {
          const rng = seededRng(game.seed)
          const prior = priorOf(game, () => uniform(rng)) ?? new Array(game.size).fill(1)
          const learner = aggregate({
            experts: scripted(game.size),
            loss: played,
            score: annealed,
            meta: fixedShare({ rate }),
            prior,
          })
          const losses = adversary(game.kind, game.size, game.seed)
          const totals = new Array<number>(game.size).fill(0)
          const mass = prior.reduce((sum: number, weight: number) => sum + weight, 0)
          const logPrior = prior.map((weight: number) => Math.log(weight / mass))
          let own = 0
          for (let t = 0; t < game.rounds; t++) {
            // A third of the way from the end the last expert alone becomes good: from e^(−large) it carries the mixture.
            const turned = t > (2 * game.rounds) / 3
            const lines = losses(t, [1]).map(
              (loss, k) => scale * (turned ? Number(k < game.size - 1) * 10 : loss),
            )
            own += learner.learn(script(lines), 0).own
            lines.forEach((loss, k) => {
              totals[k] += loss
            })
            const expected = chained(logPrior, totals, rate)
            expect(Math.abs(own - expected)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(expected)))
          }
        },
      ),
    )
  })

  it('an expert whose weight fell to e⁻⁸⁰⁰ comes back when it turns best', () => {
    for (const score of [mean, annealed]) {
      const learner = aggregate({ experts: scripted(2), loss: played, score, meta: fixedShare({ rate: 1 }) })
      for (let t = 0; t < 800; t++) learner.learn(script([0, 1]), 0)
      expect(logWeightsOf(learner)[1]).toBeCloseTo(-800, 8)
      expect(learner.weights[1]).toBe(0)
      for (let t = 0; t < 801; t++) learner.learn(script([1, 0]), 0)
      expect(learner.weights[1]).toBeCloseTo(1 / (1 + Math.exp(-1)), 9)
      for (let t = 0; t < 40; t++) learner.learn(script([1, 0]), 0)
      expect(learner.weights[1]).toBeGreaterThan(1 - 1e-15)
    }
  })

  it('an annealed mixture is carried by an expert of weight e⁻⁸⁰⁰ whose loss is 900 nats better', () => {
    const learner = aggregate({ experts: scripted(2), loss: played, score: annealed })
    learner.learn(script([0, 800]), 0)
    const { own } = learner.learn(script([900, 0]), 0)
    expect(own).toBeCloseTo(800, 9)
  })
})

describe('the point loss of the mean', () => {
  const losses: readonly Loss[] = [squared, absolute, pinball(0.9), hinge, logistic]
  const beliefs = fc.array(
    fc.record({
      mean: fc.double({ min: -20, max: 20, noNaN: true }),
      variance: fc.double({ min: 0, max: 30, noNaN: true }),
      loss: fc.double({ min: 0, max: 5, noNaN: true }),
    }),
    { minLength: 1, maxLength: 4 },
  )

  it('is at most the mixture’s mean loss, and so is the annealed loss', () => {
    fc.assert(
      fc.property(
        beliefs,
        fc.constantFrom(...losses),
        fc.constantFrom(-1, 1),
        fc.double({ min: 0.01, max: 3, noNaN: true }),
        (lines, loss, y, rate) => {
          const prior = lines.map((line) => Math.exp(-line.loss))
          const options = { experts: scripted(lines.length), loss, prior, meta: fixedShare({ rate }) }
          const byMean = aggregate({ ...options, score: mean }).learn(script(lines), y)
          const byAnnealed = aggregate({ ...options, score: annealed }).learn(script(lines), y)
          const slack = 1e-9 * (1 + byMean.own)
          expect(byMean.pointLoss).toBeLessThanOrEqual(byMean.own + slack)
          expect(byAnnealed.own).toBeLessThanOrEqual(byMean.own + slack)
        },
      ),
    )
  })

  it('minus the forecast’s log density is the annealed loss at γ = 1, also where an underflowed weight decides', () => {
    const learner = aggregate({ experts: scripted(2), loss: logDensity, score: annealed })
    const near = { mean: 0, variance: 0.5, noise: 1 }
    const far = { mean: 60, variance: 0.5, noise: 1 }
    for (const y of [0.3, 80, 0, 60, 61, 30]) {
      const forecast = learner.predict(script([near, far]))
      const { own } = learner.learn(script([near, far]), y)
      expect(own).toBeCloseTo(-forecast.logDensity(y), 9)
    }
  })
})
