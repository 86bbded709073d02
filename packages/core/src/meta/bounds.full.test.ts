import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inFull } from '../../../../test/full.ts'
import { type Adversary, adversaries, type Game, type Own, play, regret } from '../../test/games.ts'
import { seededRng, uniform } from '../math/xoroshiro.ts'
import type { MetaLearner } from '../nouns/metaLearner.ts'
import { adaHedge } from './adaHedge.ts'
import { adaNormalHedge } from './adaNormalHedge.ts'
import { type CbceState, cbce } from './cbce.ts'
import { exponentiatedGradient } from './exponentiatedGradient.ts'
import { mixingPast } from './mixingPast.ts'
import { softBayes } from './softBayes.ts'
import { squint } from './squint.ts'

/** What the rules promise of their regret, whatever the adversary does with losses in [0, 1]. */

const K = 4
const T = 60
const LOG_K = Math.log(K)

function holds(check: (adversary: Adversary) => void, asleep = 0): void {
  fc.assert(
    fc.property(adversaries(K, T, asleep), (adversary) => {
      check(adversary)
    }),
    { numRuns: inFull(100, 30) },
  )
}

describe('regret to the best expert', () => {
  it('is at most √(T log K) + ⁴⁄₃ log K + 2 under AdaHedge', () => {
    holds((adversary) => {
      const game = play(adaHedge(), K, T, adversary)
      const limit = Math.sqrt(T * LOG_K) + (4 / 3) * LOG_K + 2
      for (let k = 0; k < K; k++) expect(regret(game, k)).toBeLessThanOrEqual(limit + 1e-9)
    })
  })

  it('is at most 2√(L(T − L)/T · log K) + ¹⁶⁄₃ log K + 2 under AdaHedge, L the loss of the best', () => {
    holds((adversary) => {
      const game = play(adaHedge(), K, T, adversary)
      const totals = Array.from({ length: K }, (_, k) => game.losses.reduce((sum, row) => sum + row[k], 0))
      const least = Math.min(...totals)
      const limit = 2 * Math.sqrt(((least * (T - least)) / T) * LOG_K) + (16 / 3) * LOG_K + 2
      for (let k = 0; k < K; k++) expect(regret(game, k)).toBeLessThanOrEqual(limit + 1e-9)
    })
  })

  it('is second-order under Squint: √2V(1 + √2C) + 5C', () => {
    const cost = Math.log(1 + K * (0.5 + Math.log(T + 1)))
    holds((adversary) => {
      const game = play(squint({ range: 1 }), K, T, adversary)
      for (let k = 0; k < K; k++) {
        const limit = Math.sqrt(2 * squares(game, k)) * (1 + Math.sqrt(2 * cost)) + 5 * cost
        expect(regret(game, k)).toBeLessThanOrEqual(limit + 1e-9)
      }
    })
  })

  it('is first-order under AdaNormalHedge: √(3C(log K + log B))', () => {
    const logB = Math.log(2.5 + 1.5 * Math.log(1 + T))
    holds((adversary) => {
      const game = play(adaNormalHedge({ range: 1 }), K, T, adversary)
      for (let k = 0; k < K; k++) {
        const limit = Math.sqrt(3 * moves(game, k) * (LOG_K + logB))
        expect(regret(game, k)).toBeLessThanOrEqual(limit + 1e-9)
      }
    })
  })

  it('is at most η⁻¹ log K under soft-Bayes and mix loss', () => {
    holds((adversary) => {
      const game = play(softBayes({ rate: 0.2 }), K, T, adversary, 'mix')
      for (let k = 0; k < K; k++) expect(regret(game, k)).toBeLessThanOrEqual(LOG_K / 0.2 + 1e-9)
    })
  })
})

describe('regret to the best mixture under log loss, losses up to 20', () => {
  const scaled =
    (adversary: Adversary): Adversary =>
    (weights, t) =>
      adversary(weights, t).map((loss) => 20 * loss)

  it('is at most 2√(2KT log K) + log K under soft-Bayes', () => {
    holds((adversary) => {
      const game = play(softBayes(), K, T, scaled(adversary), 'mix')
      const limit = 2 * Math.sqrt(2 * K * T * LOG_K) + LOG_K
      expect(total(game) - mixtureLoss(game)).toBeLessThanOrEqual(limit)
    })
  })

  it('is at most log K / η + Δ under exponentiated gradient, with and without a rate', () => {
    for (const rule of [exponentiatedGradient(), exponentiatedGradient({ rate: 0.3 })]) {
      holds((adversary) => {
        const game = play(rule, K, T, scaled(adversary), 'mix')
        const bounds = Array.from({ length: K }, (_, k) => boundOf(rule, game, k))
        expect(total(game) - mixtureLoss(game)).toBeLessThanOrEqual(Math.max(...bounds) + 1e-6)
      })
    }
  })
})

describe('what a rule says of its own regret', () => {
  const rules: [string, MetaLearner, Own][] = [
    ['AdaHedge', adaHedge(), 'mean'],
    ['Squint', squint(), 'mean'],
    ['Squint, known range', squint({ range: 1 }), 'mean'],
    ['AdaNormalHedge', adaNormalHedge(), 'mean'],
    ['AdaNormalHedge, known range', adaNormalHedge({ range: 1 }), 'mean'],
    ['soft-Bayes', softBayes(), 'mix'],
    ['soft-Bayes, rate 0.3', softBayes({ rate: 0.3 }), 'mix'],
    ['soft-Bayes, mean loss', softBayes(), 'mean'],
    ['exponentiated gradient', exponentiatedGradient(), 'mix'],
    ['exponentiated gradient, mean loss', exponentiatedGradient({ rate: 1 }), 'mean'],
    ['CBCE', cbce({ range: 1 }), 'mean'],
  ]

  it.each(rules)('is true for %s, whichever experts sleep', (_name, rule, own) => {
    holds((adversary) => {
      const game = play(rule, K, T, adversary, own)
      for (let k = 0; k < K; k++) {
        expect(regret(game, k)).toBeLessThanOrEqual(boundOf(rule, game, k) + 1e-9)
      }
    }, 1)
  })

  it.each(rules)('is true for %s where losses grow by a factor of 1e9 on the way', (name, rule, own) => {
    if (/known|CBCE/.test(name)) return
    holds((adversary) => {
      const growing: Adversary = (weights, t) =>
        adversary(weights, t).map((loss) => loss * 10 ** ((9 * t) / T))
      const game = play(rule, K, T, growing, own)
      for (let k = 0; k < K; k++) {
        const bound = boundOf(rule, game, k)
        expect(regret(game, k)).toBeLessThanOrEqual(bound + 1e-9 * Math.abs(bound) + 1e-9)
      }
    })
  })
})

describe('mixing past posteriors', () => {
  it('pays log K for each new expert and log 1/β for each return, under mix loss', () => {
    const share = 0.1
    const path = fc.array(fc.integer({ min: 0, max: K - 1 }), { minLength: 6, maxLength: 6 })
    fc.assert(
      fc.property(adversaries(K, T), path, (adversary, segments) => {
        const game = play(mixingPast({ rate: 1, share, past: 'uniform' }), K, T, adversary, 'mix')
        const experts = game.own.map((_, t) => segments[Math.floor((6 * t) / T)])
        let paid = 0
        experts.forEach((expert, t) => {
          const last = experts.lastIndexOf(expert, t - 1)
          // v₀ is the prior; v of round t − 1 is followed with 1 − α, any earlier one with α/t.
          if (t === 0) paid += LOG_K
          else if (experts[t - 1] === expert) paid -= Math.log(1 - share)
          else paid += Math.log(t / share) + (last < 0 ? LOG_K : 0)
        })
        const followed = experts.reduce((sum, expert, t) => sum + game.losses[t][expert], 0)
        expect(total(game)).toBeLessThanOrEqual(followed + paid + 1e-9)
      }),
    )
  })

  it('finds an expert that comes back faster than fixed share finds it', () => {
    const losses = (t: number): number[] =>
      Array.from({ length: 64 }, (_, k) => (k === Math.floor(t / 50) % 2 ? 0 : 1))
    const late = (rule: MetaLearner): number =>
      play(rule, 64, 1000, (_weights, t) => losses(t), 'mix')
        .own.slice(200)
        .reduce((sum, own) => sum + own, 0)
    const past = late(mixingPast({ share: 0.02 }))
    expect(past).toBeLessThan(0.75 * late(mixingPast({ share: 0.02, past: 'uniform' })) + 30)
    expect(past).toBeGreaterThan(0)
  })
})

describe('CBCE on every stretch', () => {
  const carries = [0, 0.95, 0.998]

  it.each(carries)('stays within what it guarantees, whatever the adversary, carry %d', (carry) => {
    const rule = cbce({ range: 1, carry })
    fc.assert(
      fc.property(adversaries(K, 128), (adversary) => {
        expect(exceeded(rule, play(rule, K, 128, adversary))).toEqual([])
      }),
      { numRuns: 20 },
    )
  })

  it.each(carries)('does so where the best expert changes every 64 rounds, carry %d', (carry) => {
    const rule = cbce({ range: 1, carry })
    const rng = seededRng(11)
    const game = play(rule, K, 512, (_weights, t) =>
      Array.from({ length: K }, (_, k) => (uniform(rng) < (k === (t >> 6) % K ? 0.4 : 0.6) ? 1 : 0)),
    )
    expect(exceeded(rule, game)).toEqual([])
  })

  /** Every stretch `first..last` on which the regret to some expert is above the bound; the prior is uniform. */
  function exceeded(rule: MetaLearner<CbceState>, { own, losses, state }: Game): string[] {
    const found: string[] = []
    for (let first = 0; first < own.length; first++) {
      const regrets = new Float64Array(K)
      for (let last = first; last < own.length; last++) {
        for (let k = 0; k < K; k++) regrets[k] += own[last] - losses[last][k]
        const rounds = { after: first, rounds: last - first + 1, late: 0, above: 0 }
        const bound = rule.bound?.(state as CbceState, 0, rounds) as number
        if (!(Math.max(...regrets) <= bound + 1e-9)) found.push(`${first}..${last}`)
      }
    }
    return found
  }
})

function boundOf(rule: MetaLearner, game: Game, expert: number): number {
  const rounds = { after: 0, rounds: game.own.length, late: 0, above: 0 }
  const bound = rule.bound?.(game.state, expert, rounds)
  if (typeof bound !== 'number') throw new Error(`no bound: ${bound}`)
  return bound
}

function total({ own }: Game): number {
  return own.reduce((sum, value) => sum + value, 0)
}

function squares({ losses, own }: Game, expert: number): number {
  return own.reduce((sum, value, t) => sum + (value - losses[t][expert]) * (value - losses[t][expert]), 0)
}

function moves({ losses, own }: Game, expert: number): number {
  return own.reduce((sum, value, t) => sum + Math.abs(value - losses[t][expert]), 0)
}

/** The least −Σ log u·p over mixtures u, by expectation–maximisation, which never increases it. */
function mixtureLoss({ losses }: Game): number {
  let mixture = new Array<number>(K).fill(1 / K)
  for (let step = 0; step < 300; step++) {
    const next = new Array<number>(K).fill(0)
    for (const row of losses) {
      const parts = row.map((loss, k) => mixture[k] * Math.exp(-loss))
      const sum = parts.reduce((all, part) => all + part, 0)
      parts.forEach((part, k) => {
        next[k] += part / sum / losses.length
      })
    }
    mixture = next
  }
  return -losses.reduce(
    (sum, row) => sum + Math.log(row.reduce((all, loss, k) => all + mixture[k] * Math.exp(-loss), 0)),
    0,
  )
}
