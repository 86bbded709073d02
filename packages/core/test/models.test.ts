import { describe, it } from 'vitest'
import {
  aggregate,
  annealed,
  boa,
  conjugate,
  ewa,
  external,
  fixedShare,
  gp,
  gradient,
  knn,
  type Learner,
  logDensity,
  mondrianForest,
  point,
  rollingRate,
  squared,
  svb,
} from '../src/index.ts'
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
  'trees and neighbours': () =>
    aggregate({ experts: [knn(), mondrianForest({ learners: 3 })], loss: squared, score: point, seed: 4 }),
}

describe.each(Object.entries(models))('%s', (_name, make) => {
  for (const { promise, check } of modelContract(make)) it(promise, check)
})
