import { describe, expect, it } from 'vitest'
import { knn, mondrianForest } from '../src/doors/baselines.ts'
import { gp } from '../src/doors/gp.ts'
import * as credence from '../src/doors/index.ts'
import { standardize, standardizeTarget } from '../src/doors/stream.ts'
import { modelContract } from '../src/testing/index.ts'

/** A preparation of the target around an aggregate. */
const onTarget = () =>
  credence.prepared(
    credence.aggregate({
      experts: credence.conjugate({ noise: [0.5, 1] }),
      loss: credence.logDensity,
      score: credence.annealed,
    }),
    { target: standardizeTarget() },
  )

/** Every model here, composed ones included. */
const models: Record<string, () => credence.Learner<readonly number[]>> = {
  'an aggregate of two rules': () =>
    credence.aggregate({
      experts: [credence.svb({ scale: [0.05, 0.5] }), credence.conjugate({ forgetting: [0.9, 1] })],
      loss: credence.squared,
      meta: credence.fixedShare({ rate: credence.rollingRate({ window: 20 }), share: 0.01 }),
      history: 9,
      switches: 2,
    }),
  'an aggregate in log space, annealed': () =>
    credence.aggregate({
      experts: credence.conjugate({ noise: [0.5, 1] }),
      loss: credence.logDensity,
      score: credence.annealed,
      meta: credence.ewa(),
    }),
  'an aggregate without a ledger': () =>
    credence.aggregate({ experts: credence.svb({ scale: [0.1, 1] }), loss: credence.squared, ledger: false }),
  'an aggregate whose length of x is given': () =>
    credence.aggregate({ experts: credence.svb({ scale: 0.1 }), loss: credence.squared, dimension: 3 }),
  'forecasts of others': () =>
    credence.aggregate({
      experts: credence.external({ columns: 3 }),
      loss: credence.squared,
      score: credence.gradient,
      meta: credence.boa(),
    }),
  'Gaussian processes': () =>
    credence.aggregate({
      experts: gp({ inverseBandwidth: [0.5, 1], noise: 0.5, window: 12 }),
      loss: credence.logDensity,
      score: credence.annealed,
    }),
  'a preparation of features and target around an aggregate': () =>
    credence.prepared(
      credence.aggregate({ experts: credence.svb({ scale: [0.1, 1] }), loss: credence.squared }),
      {
        features: standardize({ dimension: 3, intercept: true }),
        target: standardizeTarget(),
      },
    ),
  'an aggregate five rows ahead': () =>
    credence.ahead(credence.aggregate({ experts: credence.svb({ scale: 0.1 }), loss: credence.squared }), 5),
  'five rows ahead of a preparation around an aggregate': () => credence.ahead(onTarget(), 5),
  'trees and neighbours': () =>
    credence.aggregate({
      experts: [knn(), mondrianForest({ learners: 3 })],
      loss: credence.squared,
      score: credence.point,
      seed: 4,
    }),
}

describe.each(Object.entries(models))('%s', (_name, make) => {
  for (const { promise, check } of modelContract(make)) it(promise, check)
})

describe('a preparation of the target', () => {
  it('says mean, deviation and noise in the units of y, whatever these are', () => {
    const rng = credence.seededRng(5)
    const [small, large] = [onTarget(), onTarget()]
    for (let t = 0; t < 200; t++) {
      const x = [1, credence.normal(rng)]
      const y = 2 * x[1] + 0.3 * credence.normal(rng)
      if (t > 2) {
        const [a, b] = [small.predict(x), large.predict(x)]
        expect(b.mean).toBeCloseTo(1e6 * a.mean + 5e6, 3)
        expect(b.sd / 1e6).toBeCloseTo(a.sd, 9)
        expect(b.latent.sd / 1e6).toBeCloseTo(a.latent.sd, 9)
      }
      small.learn(x, y)
      const round = large.learn(x, 1e6 * y + 5e6)
      expect(round.y).toBeCloseTo(1e6 * y + 5e6, 3)
    }
  })
})

describe('rows ahead', () => {
  it('the outcome of a row answers the forecast made that many rows before', () => {
    const learner = credence.ahead(
      credence.aggregate({ experts: credence.svb({ scale: 0.1 }), loss: credence.squared, dimension: 1 }),
      3,
    )
    const means: number[] = []
    for (let t = 0; t < 20; t++) {
      means.push(learner.predict([1]).mean)
      const round = learner.learn([1], t)
      if (t < 3) expect(round).toBeNull()
      else expect([round?.mean, round?.y]).toEqual([means[t - 3], t])
    }
  })
})
