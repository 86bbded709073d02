import { describe, expect, it } from 'vitest'
import { knn, mondrianForest } from '../src/doors/baselines.ts'
import { gp } from '../src/doors/gp.ts'
import {
  aggregate,
  ahead,
  annealed,
  boa,
  conjugate,
  ewa,
  external,
  fixedShare,
  gradient,
  type Learner,
  logDensity,
  normal,
  point,
  prepared,
  rollingRate,
  seededRng,
  squared,
  svb,
} from '../src/doors/index.ts'
import { standardize, standardizeTarget } from '../src/doors/stream.ts'
import { modelContract } from '../src/testing/index.ts'

/** Every model here, composed ones included. */
const models: Record<string, () => Learner<readonly number[]>> = {
  'an aggregate of two rules': () =>
    aggregate({
      experts: [svb({ scale: [0.05, 0.5] }), conjugate({ forgetting: [0.9, 1] })],
      loss: squared,
      meta: fixedShare({ rate: rollingRate({ window: 20 }), share: 0.01 }),
      history: 9,
      switches: 2,
    }),
  'an aggregate in log space, annealed': () =>
    aggregate({ experts: conjugate({ noise: [0.5, 1] }), loss: logDensity, score: annealed, meta: ewa() }),
  'an aggregate without a ledger': () =>
    aggregate({ experts: svb({ scale: [0.1, 1] }), loss: squared, ledger: false }),
  'an aggregate whose length of x is given': () =>
    aggregate({ experts: svb({ scale: 0.1 }), loss: squared, dimension: 3 }),
  'forecasts of others': () =>
    aggregate({ experts: external({ columns: 3 }), loss: squared, score: gradient, meta: boa() }),
  'Gaussian processes': () =>
    aggregate({
      experts: gp({ inverseBandwidth: [0.5, 1], noise: 0.5, window: 12 }),
      loss: logDensity,
      score: annealed,
    }),
  'a preparation of features and target around an aggregate': () =>
    prepared(aggregate({ experts: svb({ scale: [0.1, 1] }), loss: squared }), {
      features: standardize({ dimension: 3, intercept: true }),
      target: standardizeTarget(),
    }),
  'an aggregate five rows ahead': () => ahead(aggregate({ experts: svb({ scale: 0.1 }), loss: squared }), 5),
  'five rows ahead of a preparation around an aggregate': () =>
    ahead(
      prepared(aggregate({ experts: conjugate({ noise: [0.5, 1] }), loss: logDensity, score: annealed }), {
        target: standardizeTarget(),
      }),
      5,
    ),
  'trees and neighbours': () =>
    aggregate({ experts: [knn(), mondrianForest({ learners: 3 })], loss: squared, score: point, seed: 4 }),
}

describe.each(Object.entries(models))('%s', (_name, make) => {
  for (const { promise, check } of modelContract(make)) it(promise, check)
})

describe('a preparation of the target', () => {
  it('says mean, deviation and noise in the units of y, whatever these are', () => {
    const rng = seededRng(5)
    const make = () =>
      prepared(aggregate({ experts: conjugate({ noise: [0.5, 1] }), loss: logDensity, score: annealed }), {
        target: standardizeTarget(),
      })
    const [small, large] = [make(), make()]
    for (let t = 0; t < 200; t++) {
      const x = [1, normal(rng)]
      const y = 2 * x[1] + 0.3 * normal(rng)
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
    const learner = ahead(aggregate({ experts: svb({ scale: 0.1 }), loss: squared, dimension: 1 }), 3)
    const means: number[] = []
    for (let t = 0; t < 20; t++) {
      means.push(learner.predict([1]).mean)
      const round = learner.learn([1], t)
      if (t < 3) expect(round).toBeNull()
      else expect([round?.mean, round?.y]).toEqual([means[t - 3], t])
    }
  })
})
