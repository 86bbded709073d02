import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as credence from '../doors/index.ts'
import {
  adaNormalHedge,
  cbce,
  entryShare,
  exponentiatedGradient,
  mixingPast,
  softBayes,
} from '../doors/meta.ts'

/** An expert that always says the same. */
function constant(mean: number): credence.Rule {
  return credence.panelOf([
    { init: () => null, predict: () => ({ mean, variance: 0, noise: 1 }), update() {} },
  ])
}

const metas: Record<string, credence.MetaLearner> = {
  ewa: credence.ewa({ rate: 0.7 }) as credence.MetaLearner,
  'fixed share': credence.fixedShare({ rate: 0.7, share: 0.01 }) as credence.MetaLearner,
  AdaHedge: credence.adaHedge() as credence.MetaLearner,
  Squint: credence.squint() as credence.MetaLearner,
  AdaNormalHedge: adaNormalHedge() as credence.MetaLearner,
  'mixing past posteriors': mixingPast() as credence.MetaLearner,
  'soft-Bayes': softBayes() as credence.MetaLearner,
  'exponentiated gradient': exponentiatedGradient() as credence.MetaLearner,
  CBCE: cbce() as credence.MetaLearner,
  BOA: credence.boa() as credence.MetaLearner,
}

describe('an expert added to a learner that runs', () => {
  it.each(Object.entries(metas))(
    'has its share under %s, and the others keep their proportions',
    (_name, meta) => {
      const rng = credence.seededRng(1)
      const learner = credence.aggregate({
        experts: [constant(0), constant(1)],
        loss: credence.squared,
        score: credence.point,
        meta,
      })
      for (let t = 0; t < 20; t++) learner.learn([], credence.normal(rng))
      const before = learner.weights
      learner.add(constant(0.3), { share: 0.2 })
      const after = learner.weights
      expect(after[2]).toBeCloseTo(0.2, 12)
      expect(after[0]).toBeCloseTo(0.8 * before[0], 12)
      for (let t = 0; t < 20; t++) learner.learn([], credence.normal(rng))
      expect(learner.weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12)
    },
  )

  it('takes its share of a prior that was given, in whatever units that was', () => {
    for (const prior of [
      [1, 3],
      [0.25, 0.75],
    ]) {
      const learner = credence.aggregate({
        experts: [constant(0), constant(1)],
        loss: credence.squared,
        score: credence.point,
        prior,
      })
      for (let t = 0; t < 5; t++) learner.learn([], 0.5)
      const expected = [0.2, 0.6, 0.1, 0.1]
      learner.add(credence.ogd({ learningRate: [0.1, 0.2] }), { share: 0.2 })
      const after = Array.from(learner.model.plan.prior ?? [])
      expect(after).toHaveLength(4)
      for (const [k, part] of after.entries()) expect(part).toBeCloseTo(expected[k], 12)
      expect(learner.weights[2]).toBeCloseTo(0.1, 12)
      expect(learner.weights[3]).toBeCloseTo(0.1, 12)
    }
  })

  it('costs at most log 10 / γ of regret since entry, ten of them at different rounds, under mix loss', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.double({ min: 0.1, max: 3, noNaN: true }),
        (seed, rate) => {
          const rng = credence.seededRng(seed)
          const learner = credence.aggregate({
            experts: constant(credence.normal(rng)),
            loss: credence.logDensity,
            score: credence.annealed,
            meta: credence.ewa({ rate }) as credence.MetaLearner,
          })
          for (let i = 1; i < 10; i++) {
            for (let t = 0; t < 7; t++) learner.learn([], credence.normal(rng) + (t > 3 ? 2 : 0))
            learner.add(constant(credence.normal(rng)))
          }
          for (let t = 0; t < 30; t++) learner.learn([], 1 + credence.normal(rng))
          for (let k = 0; k < 10; k++) {
            const { regret, bound } = learner.against(k)
            expect(regret).toBeLessThanOrEqual(Math.log(10) / rate + 1e-9)
            expect(bound).toBeCloseTo(Math.log(10) / rate, 9)
          }
        },
      ),
      { numRuns: 50 },
    )
  })

  it('costs no more for those who come after it, if shares are those of a countable prior', () => {
    const rng = credence.seededRng(2)
    const learner = credence.aggregate({
      experts: constant(1),
      loss: credence.logDensity,
      score: credence.annealed,
      meta: credence.ewa({ rate: 1 }) as credence.MetaLearner,
    })
    for (let i = 2; i <= 200; i++) {
      learner.learn([], credence.normal(rng))
      learner.add(constant(credence.normal(rng)), { share: entryShare(i) })
    }
    learner.learn([], credence.normal(rng))
    const bounds = [0, 1, 2].map((k) => learner.against(k).bound as number)
    // log(Π/πᵢ), Π below 3.4.
    expect(bounds[0]).toBeLessThan(Math.log(3.4 * Math.LN2 * Math.LN2))
    expect(bounds[1]).toBeLessThan(Math.log(3.4 * 2 * Math.log(3) * Math.log(3)))
    expect(bounds[2]).toBeLessThan(Math.log(3.4 * 3 * Math.log(4) * Math.log(4)))
  })

  it('is part of a save, which an aggregate with that rule continues bit for bit, open forecasts included', () => {
    const rules = [credence.ogd({ scale: [0.1, 1] }), credence.conjugate({ forgetting: [1, 0.98] })]
    const options = {
      loss: credence.squared,
      history: 10,
      horizon: 300,
      switches: 2,
      meta: credence.fixedShare({ rate: 0.5, share: 0.01 }) as credence.MetaLearner,
    }
    const rng = credence.seededRng(3)
    const rows = Array.from({ length: 300 }, () => ({
      x: [1, credence.normal(rng)],
      y: credence.normal(rng),
    }))
    const play = (
      learner: credence.AggregateLearner,
      from: number,
      to: number,
    ): credence.AggregateLearner => {
      for (let t = from; t < to; t++) {
        if (t % 5 === 0) learner.predict(rows[t].x, { id: t })
        else learner.learn(rows[t].x, rows[t].y)
        if (t >= 10 && t % 5 === 0) learner.learn({ id: t - 10, y: rows[t - 10].y })
      }
      return learner
    }
    const learner = play(credence.aggregate({ ...options, experts: rules[0] }), 0, 100)
    learner.mark('before')
    learner.add(rules[1])
    const restored = credence.aggregate({ ...options, experts: rules }).restore(learner.save())
    play(learner, 100, 300)
    play(restored, 100, 300)
    expect(restored.save()).toEqual(learner.save())
    expect(learner.clone().save()).toEqual(learner.save())
    expect(learner.ledger.total.losses).toHaveLength(4)
    expect(learner.history?.rows.every((row) => row.length === 4)).toBe(true)
  })

  it('is refused, and changes nothing, where the meta-learner cannot take it', () => {
    const learner = credence.aggregate({
      experts: constant(0),
      loss: credence.squared,
      meta: credence.mlpol() as credence.MetaLearner,
    })
    learner.learn([], 1)
    const before = learner.save()
    expect(() => learner.add(constant(1))).toThrow('no expert can be added under mlpol')
    expect(() => learner.add(constant(1), { share: 1 })).toThrow('share must be in (0, 1); received 1')
    expect(learner.save()).toEqual(before)
  })

  it('needs no round before it', () => {
    const learner = credence.aggregate({ experts: constant(0), loss: credence.squared })
    learner.add(constant(1))
    learner.learn([], 1)
    expect(learner.weights).toHaveLength(2)
  })
})

describe('an expert that retires', () => {
  it('has no weight from then on, also where weight is shared, and after a save', () => {
    const make = (): credence.AggregateLearner =>
      credence.aggregate({
        experts: credence.external({ columns: 3 }),
        loss: credence.squared,
        score: credence.point,
        meta: credence.fixedShare({ rate: 1, share: 0.1 }) as credence.MetaLearner,
      })
    let learner = make()
    learner.learn([0, 1, 2], 0)
    learner.retire(0)
    learner = make().restore(learner.save())
    for (let t = 0; t < 5; t++) {
      const { weights } = learner.learn([0, 1, 2], 0)
      expect(weights[0]).toBe(0)
      expect(weights[1] + weights[2]).toBeCloseTo(1, 12)
    }
    const before = learner.save()
    expect(learner.retire(0).save()).toEqual(before)
    expect(() => learner.retire(1).retire(2)).toThrow('expert 2 is the last one: it cannot retire')
    expect(() => learner.retire(3)).toThrow('expert must be a whole number from 0 to 2; received 3')
  })
})
