import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Adversary, adversaries, play, playRound, regret, weightsOf } from '../../test/games.ts'
import { metaContract } from '../testing/index.ts'
import {
  adaHedge,
  adaNormalHedge,
  boa,
  calibrated,
  cbce,
  ewa,
  exponentiatedGradient,
  fixedShare,
  followTheLeader,
  type MetaLearner,
  mixingPast,
  mlewa,
  mlpol,
  mlprod,
  simplexOgd,
  softBayes,
  squint,
  variableShare,
} from './index.ts'
import { project } from './simplexOgd.ts'

/** What every rule promises, and the regret bounds of those that have one. */

const RULES: Record<string, MetaLearner> = {
  ewa: ewa({ rate: 0.7 }),
  'EWA, rate 1e9': ewa({ rate: 1e9 }),
  'fixed share': fixedShare({ rate: 0.7, share: 0.01 }),
  'fixed share, rate 1e9': fixedShare({ rate: 1e9, share: 0.01 }),
  'variable share': variableShare({ rate: 0.7, share: 0.1 }),
  'BOA, second-order': boa(),
  'BOA, doubling': boa({ form: 'doubling' }),
  'BOA, known range': boa({ range: 2 }),
  MLpol: mlpol(),
  'MLpol, known range': mlpol({ range: 2 }),
  MLprod: mlprod(),
  'MLprod, known range': mlprod({ range: 1e301 }),
  MLewa: mlewa(),
  'gradient descent on the simplex': simplexOgd(),
  'follow the leader': followTheLeader(),
  AdaHedge: adaHedge(),
  Squint: squint(),
  'Squint, known range': squint({ range: 2 }),
  AdaNormalHedge: adaNormalHedge(),
  'AdaNormalHedge, known range': adaNormalHedge({ range: 2 }),
  'mixing a uniform past, share 0.1': mixingPast({ share: 0.1, past: 'uniform' }),
  'mixing a decaying past, share 0.1': mixingPast({ share: 0.1 }),
  'soft-Bayes': softBayes(),
  'soft-Bayes, rate 0.3': softBayes({ rate: 0.3 }),
  'exponentiated gradient': exponentiatedGradient(),
  'exponentiated gradient, rate 0.3': exponentiatedGradient({ rate: 0.3 }),
  'CBCE over AdaHedge': cbce(),
  'CBCE over fixed share': cbce({ base: fixedShare({ rate: 2, share: 0.01 }) as MetaLearner }),
  'calibrated EWA': calibrated(),
  'calibrated fixed share': calibrated({ share: [0.001, 0.1] }),
}

describe.each(Object.entries(RULES))('%s', (name, rule) => {
  for (const { promise, check } of metaContract(rule, { rounds: 100 })) it(promise, check)

  it('keeps an expert when all that are awake lose 1e300 more than the learner', () => {
    const state = rule.init(3)
    for (let t = 0; t < 50; t++) {
      const weights = new Float64Array(3)
      const awake = Float64Array.of(1, 1, 0)
      rule.weigh(state, awake, weights)
      expect(sum(weights)).toBeCloseTo(1, 12)
      rule.update(state, {
        losses: Float64Array.of(1e300, 2e300, 0),
        awake,
        weights,
        own: 0,
        ownFor: () => 0,
      })
    }
    expect(sum(weigh(rule, state, 3))).toBeCloseTo(1, 12)
  })

  it('survives regrets that overflow', () => {
    const state = rule.init(2, Float64Array.of(0.99, 0.01))
    for (let t = 0; t < 20; t++) {
      expect(sum(weigh(rule, state, 2))).toBeCloseTo(1, 12)
      const weights = weigh(rule, state, 2)
      const losses = Float64Array.of(t % 2 ? 1e308 : -1e308, t % 2 ? -1e308 : 1e308)
      rule.update(state, { losses, awake: Float64Array.of(1, 1), weights, own: 1e308, ownFor: () => 1e308 })
    }
  })

  it('gives no weight to an expert that sleeps for ever, and all of it to the others', () => {
    fc.assert(
      fc.property(adversaries(3, 20), (adversary) => {
        const linear = summarise(rule, 4, 20, (weights, t) => [
          ...adversary(weights.subarray(0, 3), t),
          Number.NaN,
        ]).weights
        expect(linear[3]).toBe(0)
        expect(sum(linear)).toBeCloseTo(1, 12)
      }),
      { numRuns: 10 },
    )
  })

  it('keeps all weight where the prior put it, though rounding makes regrets of nothing', () => {
    const state = rule.init(3, Float64Array.of(0, 1, 0))
    for (let t = 0; t < 30; t++) {
      const awake = Float64Array.of(1, 1, t % 3 === 0 ? 0 : 1)
      const losses = Float64Array.of(t % 2, 0.3, awake[2] * 0.1)
      const weights = new Float64Array(3)
      rule.weigh(state, awake, weights)
      expect(sum(weights)).toBeCloseTo(1, 12)
      // Shares give to all, and gradient descent adds where others multiply.
      if (!/share|gradient/.test(name)) expect(weights[1]).toBeCloseTo(1, 12)
      const own = 0.3 * (1 + 2 ** -52)
      rule.update(state, { losses, awake, weights, own, ownFor: () => own })
    }
  })

  // Rules with a share change weights in every round, and so does soft-Bayes as its rate falls.
  if (!/share|soft-Bayes$/.test(name)) {
    it('changes no weight in a round in which all lose alike', () => {
      const state = rule.init(3)
      const rounds = [
        [0.1, 0.5, 0.9],
        [0.4, 0.4, 0.4],
        [0.4, 0.4, 0.4],
      ]
      const seen = rounds.map((losses) => {
        const before = weigh(rule, state, 3)
        playRound(rule, state, losses)
        return before
      })
      const last = weigh(rule, state, 3)
      for (let k = 0; k < 3; k++) expect(last[k]).toBeCloseTo(seen[2][k], 12)
    })
  }
})

describe('exponential weights', () => {
  it.each([
    ['ewa', ewa()],
    ['fixed share', fixedShare({ share: 1e-9 })],
    ['variable share', variableShare({ share: 1e-9 })],
  ])('of two experts under %s do not change between them when a third loses 1e20', (_name, rule) => {
    const state = rule.init(3)
    for (let t = 0; t < 10; t++) playRound(rule, state, [0, 1, 0])
    const before = weigh(rule, state, 3)
    playRound(rule, state, [0, 0, 1e20])
    const after = weigh(rule, state, 3)
    expect(after[1] / after[0]).toBeCloseTo(before[1] / before[0], 7)
    expect(after[2]).toBeLessThan(1e-8)
  })
})

const doomed = (rule: MetaLearner): Float64Array => {
  const state = rule.init(3)
  for (let t = 0; t < 30; t++) playRound(rule, state, [t % 2, Number.NaN, (t + 1) % 2])
  return weigh(rule, state, 3)
}

describe('an expert that was asleep', () => {
  it.each(Object.entries(RULES))('comes back with a weight under %s', (name, rule) => {
    const weights = doomed(rule)
    expect(sum(weights)).toBeCloseTo(1, 12)
    // The first three know a weight of exactly 0, and at a rate of 1e9 all others are.
    if (/leader|MLpol|simplex|EWA, rate 1e9/.test(name)) expect(weights[1]).toBeGreaterThanOrEqual(0)
    else expect(weights[1]).toBeGreaterThan(1e-6)
  })

  it('keeps its state bit for bit under the rules with a rate of each expert’s own', () => {
    for (const rule of [boa(), boa({ form: 'doubling' }), mlewa()]) {
      const state = rule.init(2) as unknown as Record<string, Float64Array>
      playRound(rule, state, [0.2, 0.7])
      const before = Object.values(structuredClone(state)).map((values) => values[1])
      for (let t = 0; t < 9; t++) playRound(rule, state, [t, Number.NaN])
      expect(Object.values(state).map((values) => values[1])).toEqual(before)
    }
  })
})

describe('regret to the best expert, losses in [0, 1], whatever the adversary', () => {
  const K = 4
  const T = 60
  const regretOf = (rule: MetaLearner, adversary: Adversary): Summary => summarise(rule, K, T, adversary)

  it('is at most √(T log K / 2) for EWA at the rate √(8 log K / T)', () => {
    const rule = ewa({ rate: Math.sqrt((8 * Math.log(K)) / T) })
    holds((adversary) => {
      const { regrets } = regretOf(rule, adversary)
      expect(Math.max(...regrets)).toBeLessThanOrEqual(Math.sqrt((T * Math.log(K)) / 2) + 1e-9)
    })
  })

  it('is at most log K / η + ηT/8 for EWA at any rate', () => {
    fc.assert(
      fc.property(adversaries(K, T), fc.double({ min: 0.01, max: 5, noNaN: true }), (adversary, rate) => {
        const { regrets } = regretOf(ewa({ rate }), adversary)
        expect(Math.max(...regrets)).toBeLessThanOrEqual(Math.log(K) / rate + (rate * T) / 8 + 1e-9)
      }),
    )
  })

  it.each([
    ['MLprod', mlprod({ range: 1 })],
    ['BOA', boa({ range: 1 })],
  ])('is second-order for %s: C/√log K · √(1 + Σr²) + 2C', (_name, rule) => {
    // Gaillard, Stoltz and van Erven (2014), corollary 4; the proof covers BOA, whose factors are smaller.
    const C = 3 * Math.log(K) + Math.log(1 + (K / (2 * Math.E)) * (1 + Math.log(T + 1)))
    holds((adversary) => {
      const { regrets, squares } = regretOf(rule, adversary)
      regrets.forEach((regret, k) => {
        expect(regret).toBeLessThanOrEqual((C / Math.sqrt(Math.log(K))) * Math.sqrt(1 + squares[k]) + 2 * C)
      })
    })
  })

  it('is second-order for MLpol: √(K(1 + log(1 + T))(1 + Σr²))', () => {
    holds((adversary) => {
      const { regrets, squares } = regretOf(mlpol({ range: 1 }), adversary)
      regrets.forEach((regret, k) => {
        expect(regret).toBeLessThanOrEqual(Math.sqrt(K * (1 + Math.log(1 + T)) * (1 + squares[k])) + 1e-9)
      })
    })
  })

  it('is at most 2B√T for gradient descent on the simplex, once the largest gradient B was seen', () => {
    // Zinkevich (2003): D²/2η_T + ½ Σ η_t B² with D² = 2 and η_t = 1/(B√t).
    holds((adversary) => {
      const fixed: Adversary = (weights, t) => (t === 0 ? [1, 1, 1, 1] : adversary(weights, t))
      const { regrets } = regretOf(simplexOgd(), fixed)
      expect(Math.max(...regrets)).toBeLessThanOrEqual(2 * Math.sqrt(K) * Math.sqrt(T) + 1e-9)
    })
  })

  it('grows with T for follow the leader, which no bound protects', () => {
    const { regrets } = regretOf(followTheLeader(), (weights, t) =>
      t === 0 ? [0.5, 0, 0, 0] : Array.from(weights, (weight) => (weight === Math.max(...weights) ? 1 : 0)),
    )
    expect(Math.max(...regrets)).toBeGreaterThan(0.4 * T)
  })
})

it('project finds the nearest point of the simplex, also where values tie or are huge', () => {
  const value = fc.oneof(
    fc.double({ min: -2, max: 2, noNaN: true }),
    fc.constantFrom(0, 0.1, 1 / 3, 0.2, 1, -1 / 3),
  )
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 6 }), (values) => {
      const projected = Float64Array.from(values)
      project(projected)
      expect(sum(projected)).toBeCloseTo(1, 9)
      // Nearest: whoever has weight is one common step down, and nobody without would rise above 0 by it.
      const held = projected.findIndex((weight) => weight > 0)
      const step = values[held] - projected[held]
      projected.forEach((weight, k) => {
        expect(weight).toBeCloseTo(Math.max(0, values[k] - step), 9)
      })
    }),
    { numRuns: 2000 },
  )
  const huge = Float64Array.of(1e300, -1e300, 1e300)
  project(huge)
  expect([...huge]).toEqual([0.5, 0, 0.5])
})

it('variable share leaves a perfect expert its weight', () => {
  const rule = variableShare({ rate: 1, share: 0.3 })
  const state = rule.init(3)
  for (let t = 0; t < 200; t++) playRound(rule, state, [0, 1, 1])
  expect(weigh(rule, state, 3)[0]).toBeGreaterThan(1 - 1e-9)
  const fixed = fixedShare({ rate: 1, share: 0.3 })
  const other = fixed.init(3)
  for (let t = 0; t < 200; t++) playRound(fixed, other, [0, 1, 1])
  expect(weigh(fixed, other, 3)[0]).toBeLessThan(0.9)
})

it('calibrated follows the rate that did best, and finds one far outside the grid it started with', () => {
  for (const scale of [1e-5, 1, 1e5]) {
    const rule = calibrated({ rate: [1] })
    const state = rule.init(2)
    for (let t = 0; t < 300; t++) playRound(rule, state, [0, scale])
    expect(weigh(rule, state, 2)[0]).toBeGreaterThan(0.9)
    expect(state.runs.length).toBeLessThan(200)
  }
})

it('calibrated stops growing before a rate overflows', () => {
  const rule = calibrated({ rate: [1e99, 1e-99] })
  const state = rule.init(2)
  for (let t = 0; t < 50; t++) playRound(rule, state, [0, 1e-290])
  for (let t = 0; t < 50; t++) playRound(rule, state, [1e290 * (t % 2), 1e290 * ((t + 1) % 2)])
  expect(state.runs.every(({ rate }) => rate > 1e-101 && rate < 1e101)).toBe(true)
})

function holds(check: (adversary: Adversary) => void): void {
  fc.assert(
    fc.property(adversaries(4, 60), (adversary) => {
      check(adversary)
    }),
  )
}

function weigh(rule: MetaLearner, state: unknown, size: number): Float64Array {
  const weights = new Float64Array(size)
  rule.weigh(state, new Float64Array(size).fill(1), weights)
  return weights
}

interface Summary {
  readonly regrets: number[]
  readonly squares: number[]
  readonly weights: Float64Array
}

function summarise(rule: MetaLearner, size: number, rounds: number, adversary: Adversary): Summary {
  const game = play(rule, size, rounds, adversary)
  const experts = Array.from({ length: size }, (_, k) => k)
  const square = (own: number, loss: number): number => (Number.isNaN(loss) ? 0 : (own - loss) * (own - loss))
  return {
    regrets: experts.map((k) => regret(game, k)),
    squares: experts.map((k) => game.own.reduce((all, own, t) => all + square(own, game.losses[t][k]), 0)),
    weights: weightsOf(
      rule,
      game.state,
      Float64Array.from(game.losses[rounds - 1], (loss) => (Number.isNaN(loss) ? 0 : 1)),
    ),
  }
}

function sum(values: ArrayLike<number>): number {
  let total = 0
  for (let k = 0; k < values.length; k++) total += values[k]
  return total
}
