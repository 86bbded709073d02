import { describe, expect, it } from 'vitest'
import {
  aggregate,
  annealed,
  boa,
  conjugate,
  ewa,
  external,
  fixedShare,
  gradient,
  logDensity,
  mean,
  mlpol,
  mlprod,
  point,
  squared,
} from '../doors/index.ts'
import { followTheLeader, simplexOgd } from '../doors/meta.ts'
import { normalQuantile } from '../doors/random.ts'
import { panelContract } from '../testing/index.ts'

const NONE = Number.NaN

describe('external keeps the contract of panels', () => {
  const contracts = {
    point: panelContract(external({ columns: 3 })),
    'mean and variance': panelContract(
      external({ columns: ['a', 'av', 'b', 'bv'], gives: 'mean-variance' }),
      {
        dimension: 4,
        features: (rng) => [rng[0] % 7, 1, rng[1] % 5, 2],
      },
    ),
    quantiles: panelContract(external({ columns: 4, gives: { quantiles: [0.1, 0.9] } }), {
      dimension: 4,
      features: () => [1, 2, 3, 5],
    }),
  }
  describe.each(Object.entries(contracts))('%s', (_name, clauses) => {
    for (const { promise, check } of clauses) it(promise, check)
  })
})

describe('external', () => {
  it('weighs given forecasts: the first forecast is their mean', () => {
    const learner = aggregate({ experts: external({ columns: ['a', 'b'] }), loss: squared, score: point })
    expect(learner.predict([1, 3]).mean).toBe(2)
    learner.learn([1, 3], 2)
    expect(learner.settings).toEqual([{ expert: 'a' }, { expert: 'b' }])
  })

  it('lets an expert without a forecast sleep, and charges it nothing', () => {
    const learner = aggregate({ experts: external({ columns: 2 }), loss: squared, score: point, meta: ewa() })
    const round = learner.learn([1, NONE], 4)
    expect(round.mean).toBe(1)
    expect([...round.weights]).toEqual([1, 0])
    expect([...learner.weights]).toEqual([0.5, 0.5])
  })

  it('multiplies weights by activations, and reads a missing one as sleep', () => {
    const experts = external({ columns: ['a', 'b', 'c'], awake: ['wa', 'wb', 'wc'] })
    const learner = aggregate({ experts, loss: squared, score: point })
    const [a, b, c] = learner.predict([1, 2, 3, 1, 0.5, NONE]).weights
    expect(a).toBeCloseTo(2 / 3, 14)
    expect(b).toBeCloseTo(1 / 3, 14)
    expect(c).toBe(0)
  })

  it('turns quantiles into the normal they belong to', () => {
    const [u, s] = [3, 2]
    const levels = [0.05, 0.5, 0.9]
    const x = levels.map((level) => u + s * normalQuantile(level))
    const learner = aggregate({
      experts: external({ columns: 3, gives: { quantiles: levels } }),
      loss: logDensity,
      score: annealed,
    })
    const forecast = learner.predict(x)
    expect(forecast.mean).toBeCloseTo(u, 12)
    expect(forecast.sd).toBeCloseTo(s, 12)
    expect(learner.learn(x, 1).loss).toBeCloseTo(-Math.log(0.12098536225957168), 12)
  })

  it('reads a variance as noise of y under log-density, as variance of z elsewhere', () => {
    const experts = external({ columns: 2, gives: 'mean-variance' })
    const log = aggregate({ experts, loss: logDensity, score: mean }).learn([1, 4], 3)
    expect(log.loss).toBeCloseTo(0.5 * Math.log(2 * Math.PI * 4) + 0.5, 12)
    const square = aggregate({ experts, loss: squared, score: mean }).learn([1, 4], 3)
    expect(square.loss).toBe(8)
  })

  it('says when no expert is awake, and leaves the learner as it was', () => {
    const learner = aggregate({ experts: external({ columns: 2 }), loss: squared, score: point })
    learner.learn([1, 2], 1)
    const before = structuredClone(learner.state)
    expect(() => learner.learn([NONE, NONE], 1)).toThrow('no expert with a weight is awake in round 2')
    expect(learner.state).toEqual(before)
  })

  it.each([ewa(), boa(), boa({ form: 'doubling' }), mlpol(), mlprod(), simplexOgd(), followTheLeader()])(
    'falls back on what was said for silence, and $name learns nothing from it',
    (meta) => {
      const experts = external({ columns: 3, silent: { mean: 7, variance: 2 } })
      const learner = aggregate({ experts, loss: squared, score: gradient, meta })
      learner.learn([1, 2, 4], 1.5)
      learner.learn([2, 2, 1], 1.1)
      const before = learner.weights
      const forecast = learner.predict([NONE, NONE, NONE])
      expect(forecast.mean).toBeCloseTo(7, 12)
      expect(forecast.variance).toBeCloseTo(2, 12)
      learner.learn([NONE, NONE, NONE], 5)
      learner.weights.forEach((weight, k) => {
        expect(weight).toBeCloseTo(before[k], 12)
      })
      expect(learner.predict([3, 3, 3]).variance).toBeCloseTo(0, 12)
    },
  )

  it('stands beside a panel that reads the same forecasts as features', () => {
    const learner = aggregate({
      experts: [external({ columns: 2 }), conjugate({ priorMean: 0.5 })],
      loss: squared,
      score: point,
      meta: fixedShare({ share: 0.01 }),
    })
    expect(learner.learn([1, 3], 2).mean).toBeCloseTo(2, 12)
    expect(learner.weights).toHaveLength(3)
  })

  it.each([
    [{ columns: [] }, 'columns must be 1 for each expert; received 0'],
    [{ columns: 3, gives: 'mean-variance' as const }, 'columns must be 2 for each expert; received 3'],
    [{ columns: ['a', 'b'], awake: ['w'] }, 'awake must name 2 columns, one per expert; received 1'],
    [
      { columns: 2, gives: { quantiles: [0.5] } },
      'gives.quantiles must be two levels or more, all different; received [0.5]',
    ],
    [{ columns: 2, gives: { quantiles: [0.5, 1] } }, 'gives.quantiles[1] must be in (0, 1); received 1'],
    [{ columns: 1, silent: { mean: NONE } }, 'silent.mean must be a finite number; received NaN'],
  ])('refuses %j', (options, message) => {
    expect(() => external(options)).toThrow(message)
  })

  it('says where a few of many quantiles cross, and does with that expert as it was told to', () => {
    const levels = [0.9, 0.1, 0.5]
    const experts = [conjugate({ priorMean: 0 }), external({ columns: 6, gives: { quantiles: levels } })]
    const x = [3, 1, -1, 3, 1, 2]
    const make = (onFailure: 'throw' | 'sleep') => aggregate({ experts, loss: squared, onFailure })
    const learner = make('throw')
    expect(() => learner.learn(x, 1)).toThrow(
      'expert 1 gives quantiles that cross: 1 at 0.1, -1 at 0.5, 3 at 0.9 in round 1',
    )
    expect(learner.round).toBe(0)
    const sleeping = make('sleep')
    expect(sleeping.learn(x, 1).weights[1]).toBe(0)
    expect([...sleeping.failures]).toEqual([0, 1, 0])
    // Equal quantiles do not cross.
    expect(learner.learn([1, 1, 1, 3, 1, 2], 1).round).toBe(1)
  })

  it('refuses an activation outside [0, 1], quantiles that cross, and an x of another length', () => {
    const awake = aggregate({ experts: external({ columns: 1, awake: true }), loss: squared, score: point })
    expect(() => awake.predict([1, 1.5])).toThrow(
      'the activation of expert 0 must be in [0, 1]; received 1.5',
    )
    const gives = { quantiles: [0.1, 0.9] }
    const crossed = aggregate({ experts: external({ columns: ['q', 'r'], gives }), loss: squared })
    expect(() => crossed.predict([2, 1])).toThrow(
      'expert 0 (q) gives quantiles that cross: 2 at 0.1, 1 at 0.9 in round 1',
    )
    const dense = aggregate({ experts: external({ columns: ['q', 'r'], gives }), loss: logDensity })
    expect(() => dense.predict([2, 1], { id: 'a' })).toThrow('expert 0 (q) gives quantiles that cross')
    const negative = external({ columns: ['m', 'v'], gives: 'mean-variance' })
    for (const loss of [squared, logDensity]) {
      expect(() => aggregate({ experts: negative, loss }).predict([2, -1])).toThrow('variance is -1')
    }
    expect(() => aggregate({ experts: external({ columns: 2 }), loss: squared }).predict([1])).toThrow(
      'external experts need an x of length 2; received one of 1',
    )
  })
})

it('takes no save of forecasts from columns with other names', () => {
  const of = (columns: readonly string[], awake: readonly string[]) =>
    aggregate({ experts: external({ columns, gives: 'mean-variance', awake }), loss: squared })
  const saved = of(['mean', 'variance'], ['on']).save()
  of(['mean', 'variance'], ['on']).restore(saved)
  expect(() => of(['mean', 'spread'], ['on']).restore(saved)).toThrow('another learner: experts')
  expect(() => of(['mean', 'variance'], ['off']).restore(saved)).toThrow('another learner: experts')
})
