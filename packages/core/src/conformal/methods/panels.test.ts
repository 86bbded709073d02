import { describe, expect, it } from 'vitest'
import { levelBoa } from '../../../test/quirks/levelBoa.ts'
import { shapeOf } from '../../base/shape.ts'
import { pinball } from '../../losses/pinball.ts'
import { normal } from '../../math/rng.ts'
import type { Rule } from '../../nouns/panel.ts'
import { metaContract } from '../../testing/metaContract.ts'
import { panelContract } from '../../testing/panelContract.ts'
import * as conformal from '../index.ts'

const RATES = [0.01, 0.1]

const rules: Record<string, { rule: Rule; alone: (k: number) => Rule; bounded?: boolean }> = {
  'Bayes-ACI': {
    rule: conformal.bayesAci({ learningRate: RATES, spread: [0.5, 1] }),
    alone: (k) => conformal.bayesAci({ learningRate: RATES[k >> 1], spread: [0.5, 1][k % 2] }),
  },
  ACI: {
    rule: conformal.aci({ learningRate: RATES }),
    alone: (k) => conformal.aci({ learningRate: RATES[k] }),
  },
  'ACI on levels, answering with radii': {
    rule: conformal.radiusAci({ learningRate: RATES, coverage: 0.9, memory: 50 }),
    alone: (k) => conformal.radiusAci({ learningRate: RATES[k], coverage: 0.9, memory: 50 }),
  },
  'ACI on all past levels': {
    rule: conformal.radiusAci({ learningRate: RATES, coverage: 0.9 }),
    alone: (k) => conformal.radiusAci({ learningRate: RATES[k], coverage: 0.9 }),
    bounded: false,
  },
  'SF-OGD': {
    rule: conformal.sfOgd({ learningRate: RATES }),
    alone: (k) => conformal.sfOgd({ learningRate: RATES[k] }),
  },
  SAOCP: { rule: conformal.saocp({ largestScore: 3 }), alone: () => conformal.saocp({ largestScore: 3 }) },
  'SAOCP as in R': {
    rule: conformal.saocp({ largestScore: 3, bookkeeping: 'AdaptiveConformal' }),
    alone: () => conformal.saocp({ largestScore: 3, bookkeeping: 'AdaptiveConformal' }),
  },
  'decaying steps': {
    rule: conformal.decaying({ learningRate: RATES }),
    alone: (k) => conformal.decaying({ learningRate: RATES[k] }),
  },
  betting: { rule: conformal.betting(), alone: () => conformal.betting() },
  'universal portfolios': { rule: conformal.universal(), alone: () => conformal.universal() },
  ECI: { rule: conformal.eci(), alone: () => conformal.eci() },
  'ECI, errors that fade': {
    rule: conformal.eci({ errors: 'fading' }),
    alone: () => conformal.eci({ errors: 'fading' }),
  },
  COP: { rule: conformal.cop({ window: 20 }), alone: () => conformal.cop({ window: 20 }) },
  PID: {
    rule: conformal.pid({ integral: { gain: 1, saturation: 50 } }),
    alone: () => conformal.pid({ integral: { gain: 1, saturation: 50 } }),
  },
}

describe.each(Object.entries(rules))('the panel %s', (_name, { rule, alone, bounded = true }) => {
  const outcome = (rng: Parameters<typeof normal>[0]): number => Math.abs(normal(rng))
  const clauses = panelContract(rule, { loss: pinball(0.9), dimension: 0, outcome, alone, bounded })
  it.each(clauses.map(({ promise, check }) => [promise, check] as const))('%s', (_promise, check) => {
    check()
  })
})

describe('Bernstein aggregation on levels', () => {
  const clauses = metaContract(levelBoa())
  it.each(clauses.map(({ promise, check }) => [promise, check] as const))('%s', (_promise, check) => {
    check()
  })
})

describe('ACI on levels refuses a past', () => {
  const context = { dimension: 0, loss: pinball(0.9), horizon: undefined, seed: 0 }
  const panel = conformal.radiusAci({ learningRate: 0.1, coverage: 0.9, memory: 5 }).bind(context as never)
  it.each([
    ['with a field that no past has', (past: object) => ({ ...past, more: 1 })],
    ['whose scores are a list', (past: { keys: Float64Array }) => ({ ...past, keys: [...past.keys] })],
    ['that is none', () => null],
  ])('%s', (_name, change) => {
    const state = panel.init()
    shapeOf(panel).check(state, 'panel')
    expect(() => shapeOf(panel).check({ ...state, past: change(state.past as never) }, 'panel')).toThrow(
      'panel.past',
    )
  })
})

it('SF-OGD takes a score equal to its threshold for a hit, or stands still where that is asked', () => {
  const after = (atThreshold: 'hit' | 'still', score: number): number => {
    const rule = conformal.sfOgd({ learningRate: 1, start: 2, atThreshold })
    const panel = rule.bind({ loss: pinball(0.9), dimension: 0 } as never)
    const state = panel.init()
    panel.update(state, [], score, {} as never)
    return state.threshold[0]
  }
  expect(after('hit', 2)).toBe(1)
  expect(after('still', 2)).toBe(2)
  expect([after('hit', 1.9), after('still', 1.9)]).toEqual([1, 1])
  expect([after('hit', 2.1), after('still', 2.1)]).toEqual([3, 3])
})
