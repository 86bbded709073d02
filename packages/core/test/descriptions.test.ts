import { describe, expect, it } from 'vitest'
import { ADAPTIVE_RANDOM_FOREST } from '../src/baselines/adaptiveRandomForest.ts'
import { HOEFFDING_ADAPTIVE_TREE } from '../src/baselines/hoeffdingAdaptiveTree.ts'
import { HOEFFDING_TREE } from '../src/baselines/hoeffdingTree.ts'
import { KNN } from '../src/baselines/knn.ts'
import { LINEAR_REGRESSION } from '../src/baselines/linearRegression.ts'
import { MONDRIAN_FOREST } from '../src/baselines/mondrianForest.ts'
import { ONLINE_BAGGING } from '../src/baselines/onlineBagging.ts'
import { CONFORMAL } from '../src/conformal/conformal.ts'
import { AGACI, DTACI, PID_METHOD, SAOCP_METHOD } from '../src/conformal/methods/presets.ts'
import { BOA } from '../src/meta/boa.ts'
import { CALIBRATED } from '../src/meta/calibrated.ts'
import { FIXED_SHARE } from '../src/meta/fixedShare.ts'
import { MLPOL } from '../src/meta/mlpol.ts'
import { MLPROD } from '../src/meta/mlprod.ts'
import { SIMPLEX_OGD } from '../src/meta/simplexOgd.ts'
import { VARIABLE_SHARE } from '../src/meta/variableShare.ts'
import type { AnyOptions } from '../src/options.ts'
import { CONJUGATE } from '../src/panels/conjugate.ts'
import { SVB } from '../src/panels/svb.ts'
import * as credence from './all.ts'
import { variations } from './variations.ts'

const { aggregate, conformal, squared, logDensity } = credence

type Make = (options: never) => credence.Learner<never, unknown, unknown>

const around = (method: unknown): credence.Learner<never, unknown, unknown> =>
  conformal({ method: method as never }) as never
const with_ = (experts: unknown, loss = squared): credence.Learner<never, unknown, unknown> =>
  aggregate({ experts: experts as never, loss }) as never
const by = (meta: unknown): credence.Learner<never, unknown, unknown> =>
  aggregate({
    experts: credence.knn({ window: [5, 6] }),
    loss: squared,
    meta: meta as never,
    horizon: 50,
  }) as never

/** Declarations, with what an option needs beside it, and a learner of them. */
const cases: Readonly<Record<string, [declared: unknown, base: object, make: Make]>> = {
  svb: [SVB, { learningRate: 0.1 }, (o) => with_(credence.svb(o), logDensity)],
  conjugate: [CONJUGATE, {}, (o) => with_(credence.conjugate(o), logDensity)],
  knn: [KNN, {}, (o) => with_(credence.knn(o))],
  hoeffdingTree: [HOEFFDING_TREE, {}, (o) => with_(credence.hoeffdingTree(o))],
  hoeffdingAdaptiveTree: [HOEFFDING_ADAPTIVE_TREE, {}, (o) => with_(credence.hoeffdingAdaptiveTree(o))],
  adaptiveRandomForest: [
    ADAPTIVE_RANDOM_FOREST,
    { learners: 1 },
    (o) => with_(credence.adaptiveRandomForest(o)),
  ],
  mondrianForest: [MONDRIAN_FOREST, { learners: 1 }, (o) => with_(credence.mondrianForest(o))],
  linearRegression: [LINEAR_REGRESSION, {}, (o) => with_(credence.linearRegression(o))],
  onlineBagging: [ONLINE_BAGGING, {}, (o) => with_(credence.onlineBagging(credence.knn(), o))],
  boa: [BOA, {}, (o) => by(credence.boa(o))],
  fixedShare: [FIXED_SHARE, {}, (o) => by(credence.fixedShare(o))],
  variableShare: [VARIABLE_SHARE, {}, (o) => by(credence.variableShare(o))],
  mlpol: [MLPOL, {}, (o) => by(credence.mlpol(o))],
  mlprod: [MLPROD, {}, (o) => by(credence.mlprod(o))],
  simplexOgd: [SIMPLEX_OGD, {}, (o) => by(credence.simplexOgd(o))],
  calibrated: [CALIBRATED, {}, (o) => by(credence.calibrated(o))],
  dtaci: [DTACI, { space: 'level' }, (o) => around(credence.dtaci(o))],
  agaci: [AGACI, {}, (o) => around(credence.agaci(o))],
  pidMethod: [PID_METHOD, {}, (o) => around(credence.pidMethod(o))],
  saocpMethod: [SAOCP_METHOD, {}, (o) => around(credence.saocpMethod(o))],
  conformal: [CONFORMAL, {}, (o) => conformal(o) as never],
}

describe('a save is refused by a learner that differs in one option', () => {
  it.each(Object.entries(cases))('of %s', (_name, [declared, base, make]) => {
    const varied = variations(declared as AnyOptions, base)
    expect(varied.length).toBeGreaterThan(0)
    for (const [option, one, other] of varied) {
      let saved: Uint8Array
      let another: credence.Learner<never, unknown, unknown>
      try {
        saved = make(one as never).save()
        another = make(other as never)
      } catch (error) {
        // Options that do not go together are no case.
        expect((error as Error).name, option).toBe('ArgumentError')
        continue
      }
      expect(() => another.restore(saved), option).toThrow('another learner')
    }
  })

  it.each([
    ['switches', { switches: 1 }, { switches: 2 }],
    ['history', { history: 3 }, { history: 4 }],
    ['openRounds', { openRounds: 3 }, { openRounds: 4 }],
    ['onFailure', { onFailure: 'sleep' }, { onFailure: 'restart' }],
    ['ledger', { ledger: true }, { ledger: false }],
    ['seed', { seed: 1 }, { seed: 2 }],
    ['horizon', { horizon: 10 }, { horizon: 20 }],
    ['prior', { prior: [1, 1] }, { prior: [1, 2] }],
    ['score', { score: credence.point }, { score: credence.mean }],
    ['loss', { loss: credence.absolute }, { loss: squared }],
    ['pinball', { loss: credence.pinball(0.5) }, { loss: credence.pinball(0.6) }],
    [
      'noise',
      { experts: credence.external({ columns: 2, noise: 1 }) },
      { experts: credence.external({ columns: 2, noise: 2 }) },
    ],
    [
      'quantiles',
      { experts: credence.external({ columns: 4, gives: { quantiles: [0.1, 0.9] } }) },
      { experts: credence.external({ columns: 4, gives: { quantiles: [0.2, 0.9] } }) },
    ],
    [
      'silent',
      { experts: credence.external({ columns: 2, silent: { mean: 0 } }) },
      { experts: credence.external({ columns: 2, silent: { mean: 1 } }) },
    ],
  ])('of aggregate: %s', (_name, one, other) => {
    const make = (options: object): credence.Learner =>
      aggregate({ experts: credence.external({ columns: 2 }), loss: squared, ...options } as never) as never
    expect(() => make(other).restore(make(one).save())).toThrow('another learner')
    make(one).restore(make(one).save())
  })
})
