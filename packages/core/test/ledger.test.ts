import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Account,
  type AggregateLearner,
  aggregate,
  annealed,
  fixedShare,
  gradient,
  logDensity,
  type MetaLearner,
  mean,
  point,
  rollingRate,
  type Score,
  squared,
} from '../src/doors/index.ts'
import type { RateSchedule } from '../src/doors/meta.ts'
import type { Kept } from './scripted.ts'
import { adversaries, adversary, keep, logWeightsOf, played, script, scripted } from './scripted.ts'

/** What the ledger should say of rounds `from`…`to` (counted from 1), summed anew. */
function byHand(trace: readonly Kept[], from: number, to: number) {
  const rounds = trace.slice(from - 1, to)
  const size = trace[0].losses.length
  const experts = Array.from({ length: size }, (_, k) => k)
  const total = (f: (round: Kept, k: number) => number): number[] =>
    experts.map((k) => rounds.reduce((sum, round) => sum + f(round, k), 0))
  return {
    loss: rounds.reduce((sum, round) => sum + round.own, 0),
    losses: total(({ awake, losses }, k) => awake[k] * losses[k]),
    regrets: total(({ own, awake, losses }, k) => awake[k] * (own - losses[k])),
    weighted: total(({ own, awake, losses, rate }, k) => rate * awake[k] * (own - losses[k])),
    quadratic: total(({ rate, weights, losses }, k) => rate * rate * weights[k] * losses[k] ** 2).reduce(
      (sum, term) => sum + term,
      0,
    ),
  }
}

function close(actual: number, expected: number, scale = Math.abs(expected)): void {
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(1e-9 * Math.max(1, scale))
}

/** The account is that of its rounds, and what it shows as proven is true. */
function expectTrue(account: Account, trace: readonly Kept[], share: number, secondOrder: boolean): void {
  const hand = byHand(trace, account.from, account.to)
  const scale = Math.max(...hand.losses.map(Math.abs), Math.abs(hand.loss))
  close(account.loss, hand.loss)
  hand.losses.forEach((loss, k) => {
    close(account.losses[k], loss)
  })
  close(account.regret, hand.regrets[account.best], scale)
  expect(account.regret).toBeGreaterThanOrEqual(Math.max(...hand.regrets) - 1e-9 * Math.max(1, scale))
  close(account.weightedRegret, hand.weighted[account.best], Math.max(...hand.weighted.map(Math.abs)))
  const { weightedBound, bound, reason } = account
  if (weightedBound !== undefined) {
    const allowance =
      -trace[account.from - 1].logWeights[account.best] - (account.to - account.from) * Math.log1p(-share)
    close(weightedBound, allowance + (secondOrder ? hand.quadratic : 0))
    expect(account.weightedRegret).toBeLessThanOrEqual(weightedBound + 1e-9 * (1 + weightedBound))
  }
  if (bound !== undefined) {
    expect(account.regret).toBeLessThanOrEqual(bound + 1e-9 * (1 + bound))
    expect(reason).toBeUndefined()
  } else expect(reason).toBeTypeOf('string')
}

function started(size: number, score: Score, meta: MetaLearner, prior?: number[]): AggregateLearner {
  const options = { experts: scripted(size), loss: played, score, meta, dimension: 4 * size }
  return aggregate(prior ? { ...options, prior } : options)
}

describe('the ledger', () => {
  it('agrees with sums made by hand since the start, since marks and over trailing rounds, and its bounds are true', () => {
    fc.assert(
      fc.property(
        fc.record({
          size: fc.integer({ min: 1, max: 4 }),
          rounds: fc.integer({ min: 1, max: 700 }),
          seed: fc.nat(1e6),
          kind: fc.constantFrom(...adversaries),
          rolling: fc.boolean(),
          share: fc.constantFrom(0, 0.01, 0.3),
          score: fc.constantFrom(mean, annealed, point),
          marks: fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 4 }),
          lengths: fc.array(fc.integer({ min: 1, max: 800 }), { minLength: 1, maxLength: 5 }),
        }),
        ({ size, rounds, seed, kind, rolling, share, score, marks, lengths }) => {
          const meta = fixedShare({ rate: rolling ? rollingRate({ window: 20 }) : 0.7, share })
          const learner = started(size, score, meta)
          const losses = adversary(kind, size, seed)
          const trace: Kept[] = []
          for (let t = 0; t < rounds; t++) {
            if (marks.includes(t)) learner.mark(`after ${t}`)
            const before = logWeightsOf(learner)
            trace.push(keep(learner.learn(script(losses(t, learner.weights)), 0), before))
          }
          const { ledger } = learner
          expectTrue(ledger.total, trace, share, score.kind !== 'mixed')
          expect(ledger.total).toMatchObject({ from: 1, to: rounds })
          for (const t of marks.filter((t) => t < rounds)) {
            const account = learner.since(`after ${t}`)
            expect(account).toMatchObject({ from: t + 1, to: rounds })
            expectTrue(account, trace, share, score.kind !== 'mixed')
          }
          for (const length of lengths) {
            const account = learner.trailing(length)
            const found = account.to - account.from + 1
            expect(account.to).toBe(rounds)
            expect(found).toBeGreaterThanOrEqual(Math.min(length, rounds))
            expect(found).toBeLessThanOrEqual(Math.max(128, 4 * length))
            expectTrue(account, trace, share, score.kind !== 'mixed')
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('forgets an outlier with the rounds it lies in: later stretches are exact and their bounds hold', () => {
    for (const outlier of [1e8, 1e20, 1e300]) {
      const learner = started(2, mean, fixedShare({ rate: 1, share: 0.05 }))
      learner.learn(script([outlier, outlier]), 0)
      learner.mark('after')
      const trace: Kept[] = []
      const losses = adversary('against the leader', 2, 5)
      for (let t = 0; t < 300; t++) {
        const before = logWeightsOf(learner)
        trace.push(keep(learner.learn(script(losses(t, learner.weights)), 0), before))
      }
      const since = { ...learner.since('after'), from: 1, to: 300 }
      expect(since.bound).toBeDefined()
      expectTrue(since, trace, 0.05, true)
      const last = learner.trailing(100)
      expect(last.from).toBeGreaterThan(1)
      expect(last.bound).toBeDefined()
      expectTrue({ ...last, from: last.from - 1, to: last.to - 1 }, trace, 0.05, true)
    }
  })

  it('keeps O(K log T) numbers', () => {
    const learner = started(3, mean, fixedShare({ share: 0.01 }))
    const sizes: number[] = []
    for (let t = 0; t < 64 * 1024; t++) {
      learner.learn(script([t % 2, 0.5, t % 3]), 0)
      if (Math.log2(t + 1) >= 10 && Number.isInteger(Math.log2(t + 1))) sizes.push(learner.save().length)
    }
    const growth = sizes.slice(1).map((size, i) => size - sizes[i])
    // Each doubling of T adds as much as the doubling before: one level of blocks.
    expect(new Set(growth).size).toBe(1)
  })

  it('names no expert that never woke as the best', () => {
    const learner = aggregate({ experts: scripted(3), loss: squared, score: point })
    for (let t = 0; t < 5; t++) learner.learn(script([{ mean: 0, awake: 0 }, 1, -1]), 0)
    expect(learner.ledger.total.regret).toBe(-5)
    expect(learner.ledger.total.best).not.toBe(0)
  })

  it('says which marks there are', () => {
    const learner = started(1, mean, fixedShare())
    expect(() => learner.since('May')).toThrow('no mark "May" in the ledger; none was made')
    learner.mark('April')
    learner.mark('__proto__')
    expect(() => learner.since('May')).toThrow('there are "April", "__proto__"')
    expect(learner.since('__proto__')).toMatchObject({
      from: 1,
      to: 0,
      regret: 0,
      reason: 'no rounds yet',
    })
    expect(() => learner.trailing(0)).toThrow('length must be a positive whole number; received 0')
  })

  it('replaces a mark of the same name', () => {
    const learner = started(1, mean, fixedShare())
    learner.mark('m')
    learner.learn(script([1]), 0)
    learner.mark('m')
    learner.learn(script([2]), 0)
    expect(learner.since('m')).toMatchObject({ from: 2, to: 2, loss: 2 })
  })
})

describe('no false bound is shown', () => {
  it('for negative losses under mean scores, where the printed bound is really broken', () => {
    const learner = started(2, mean, fixedShare({ rate: 1 }), [1, Math.exp(-10)])
    const { own, weights } = learner.learn(script([0, -100]), 0)
    const printed = weights[1] * 100 ** 2 - Math.log(weights[1])
    expect(own + 100).toBeGreaterThan(9 * printed)
    expect(learner.ledger.total).toMatchObject({ bound: undefined, weightedBound: undefined })
    expect(learner.ledger.total.reason).toMatch(/a loss was negative/)
    learner.mark('later')
    learner.learn(script([1, 2]), 0)
    expect(learner.since('later').bound).toBeDefined()
  })

  it('for a log-density below 0 under mean scores; annealed scores need no such condition', () => {
    const line = { mean: 0, variance: 0.001, noise: 0.1 }
    for (const [score, shown] of [
      [mean, false],
      [annealed, true],
    ] as const) {
      const learner = aggregate({ experts: scripted(2), loss: logDensity, score })
      for (let t = 0; t < 9; t++) learner.learn(script([line, { ...line, mean: 0.2 }]), 0.05 * t)
      expect(learner.ledger.total.loss).toBeLessThan(0)
      expect(learner.ledger.total.bound !== undefined).toBe(shown)
      if (shown) {
        const { regret, bound = 0 } = learner.ledger.total
        expect(regret).toBeLessThanOrEqual(bound)
      }
    }
  })

  it('from a prior below σ/K: the bound pays log(1/ω₁), where the printed log(K/σ) would be false', () => {
    const share = 0.1
    const learner = started(2, annealed, fixedShare({ rate: 1, share }), [1, 1e-30])
    for (let t = 0; t < 1; t++) learner.learn(script([60, 0]), 0)
    const { regret, bound = 0, best } = learner.ledger.total
    const printed = Math.log(2 / share) + 2 * share
    expect(best).toBe(1)
    expect(regret).toBeGreaterThan(printed)
    expect(regret).toBeLessThanOrEqual(bound)
    expect(bound).toBeCloseTo(30 * Math.LN10, 9)
  })

  it('to an expert that started with weight 0', () => {
    const learner = started(2, annealed, fixedShare({ rate: 1, share: 0.1 }), [1, 0])
    for (let t = 0; t < 5; t++) learner.learn(script([9, 0]), 0)
    expect(learner.ledger.total).toMatchObject({ best: 1, bound: undefined, weightedBound: undefined })
    expect(learner.ledger.total.reason).toMatch(/without any weight/)
  })

  it('on the plain regret when the rate changes: the rate-weighted one is bounded', () => {
    const steps: RateSchedule<{ t: number }> = {
      label: 'small, then large',
      init: () => ({ t: 0 }),
      rate: ({ t }) => (t < 20 ? 0.01 : 10),
      update: (state) => {
        state.t++
      },
    }
    const learner = started(2, annealed, fixedShare({ rate: steps }))
    for (let t = 0; t < 20; t++) {
      if (t === 15) learner.mark('before the change')
      learner.learn(script([t < 10 ? 3 : 0, 0]), 0)
    }
    learner.mark('at the change')
    for (let t = 0; t < 5; t++) learner.learn(script([1, 0]), 0)
    const { regret, bound, weightedRegret, weightedBound = 0, reason } = learner.ledger.total
    // log(1/ω)/γ at the last rate would claim this:
    expect(regret).toBeGreaterThan(Math.log(2) / 10)
    expect(bound).toBeUndefined()
    expect(reason).toMatch(/the rate changed/)
    expect(weightedRegret).toBeLessThanOrEqual(weightedBound + 1e-12)
    expect(learner.since('before the change').bound).toBeUndefined()
    // A stretch that starts with the new rate has one rate only.
    expect(learner.since('at the change').bound).toBeDefined()
  })

  it('across late outcomes; a stretch after them has one again', () => {
    const learner = started(2, annealed, fixedShare())
    learner.predict(script([0, 1]), { id: 'a' })
    learner.learn(script([1, 0]), 0)
    expect(learner.ledger.total.bound).toBeDefined()
    learner.learn({ id: 'a', y: 0 })
    expect(learner.ledger.total).toMatchObject({ bound: undefined, weightedBound: undefined })
    expect(learner.ledger.total.reason).toMatch(/late/)
    learner.mark('after')
    learner.learn(script([1, 0]), 0)
    expect(learner.since('after').bound).toBeDefined()
  })

  it('for a meta-learner without a certificate', () => {
    const { share: _, ...uncertified } = fixedShare({ rate: 1, share: 0.1 })
    const learner = started(2, annealed, uncertified)
    for (let t = 0; t < 100; t++) learner.learn(script([1, 0]), 0)
    for (const account of [learner.ledger.total, learner.trailing(10)]) {
      expect(account).toMatchObject({ bound: undefined, weightedBound: undefined })
      expect(account.reason).toMatch(/no certificate/)
    }
  })

  it('across a share of 1; before and after it there is one', () => {
    const learner = started(2, annealed, fixedShare({ share: (t) => (t === 3 ? 1 : 0.1) }))
    for (let t = 0; t < 3; t++) learner.learn(script([1, 0]), 0)
    expect(learner.ledger.total.bound).toBeDefined()
    learner.mark('after')
    for (let t = 0; t < 3; t++) learner.learn(script([1, 0]), 0)
    expect(learner.ledger.total).toMatchObject({
      bound: undefined,
      reason: expect.stringMatching(/share of 1/),
    })
    expect(learner.since('after').bound).toBeCloseTo(Math.LN2 - 2 * Math.log(0.9), 12)
  })

  it('for linearised losses, which are negative as often as not', () => {
    const learner = aggregate({ experts: scripted(2), loss: squared, score: gradient })
    for (let t = 0; t < 9; t++) learner.learn(script([1, -1]), t % 2)
    expect(learner.ledger.total.bound).toBeUndefined()
  })

  it('for losses too large to square', () => {
    const learner = started(2, mean, fixedShare())
    learner.learn(script([1e200, 1e200]), 0)
    expect(learner.ledger.total).toMatchObject({ bound: undefined, weightedBound: undefined })
  })
})

describe('weights', () => {
  const learner = aggregate({
    experts: {
      bind: (context) => ({
        ...scripted(4).bind(context),
        settings: () => [
          { learningRate: 0.1, window: 5 },
          { learningRate: 0.1, window: 9 },
          { learningRate: 0.2, window: 5 },
          { learningRate: 0.2 },
        ],
      }),
    },
    loss: played,
    prior: [1, 2, 3, 4],
    dimension: 16,
  })

  it('add up over one axis of the grid', () => {
    expect(Object.fromEntries(learner.weightsBy('learningRate'))).toEqual({
      0.1: expect.closeTo(0.3, 12),
      0.2: expect.closeTo(0.7, 12),
    })
    const byWindow = learner.weightsBy('window')
    expect([...byWindow.keys()]).toEqual([5, 9, null])
    expect([...byWindow.values()]).toEqual([0.4, 0.2, 0.4].map((weight) => expect.closeTo(weight, 12)))
  })

  it('are not summed over an axis that no expert has', () => {
    expect(() => learner.weightsBy('learningrate')).toThrow(
      'no expert has the setting "learningrate"; there are "learningRate", "window"',
    )
  })

  it('of a history are at most `history` rows, evenly spaced from the first round to near the last', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 400 }), (capacity, rounds) => {
        const options = { experts: scripted(2), loss: played, history: capacity }
        const kept = aggregate(options)
        const seen: number[] = []
        for (let t = 0; t < rounds; t++) seen.push(kept.learn(script([t % 3, 1]), 0).weights[0])
        const { rounds: at = [], rows = [], stride = 0 } = kept.history ?? {}
        expect(at.length).toBeLessThanOrEqual(capacity)
        expect(at.length * 2 * stride).toBeGreaterThanOrEqual(Math.min(rounds, stride))
        at.forEach((round, i) => {
          expect(round).toBe(1 + i * stride)
          expect(rows[i][0]).toBe(seen[round - 1])
        })
        expect(rounds - at[at.length - 1]).toBeLessThan(stride)
      }),
    )
  })

  it('of a history include late rounds', () => {
    const kept = aggregate({ experts: scripted(2), loss: played, history: 10 })
    for (let t = 0; t < 6; t++) {
      if (t % 2) kept.learn({ id: t - 1, y: 0 })
      else {
        kept.predict(script([1, 2]), { id: t })
        kept.learn(script([1, 0]), 0)
      }
    }
    expect(kept.history?.rounds).toEqual([1, 2, 3, 4, 5, 6])
  })
})
