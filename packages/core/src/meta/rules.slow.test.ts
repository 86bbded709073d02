import { describe, expect, it } from 'vitest'
import {
  absolute,
  adaHedge,
  aggregate,
  boa,
  calibrated,
  ewa,
  external,
  fixedShare,
  type MetaLearner,
  mlpol,
  mlprod,
  normal,
  point,
  seededRng,
  squint,
} from '../doors/index.ts'
import * as meta from '../doors/meta.ts'

const ROUNDS = 1_000_000

const RULES: readonly MetaLearner[] = [
  ewa(),
  fixedShare({ share: 0.01 }),
  meta.variableShare(),
  boa(),
  boa({ form: 'doubling' }),
  mlpol(),
  mlprod(),
  meta.mlewa(),
  meta.simplexOgd(),
  meta.followTheLeader(),
  adaHedge(),
  squint(),
  meta.adaNormalHedge(),
  meta.mixingPast(),
  meta.mixingPast({ past: 'uniform' }),
  meta.softBayes(),
  meta.exponentiatedGradient(),
  meta.cbce(),
]

describe('a million rounds', () => {
  it.each([1, 1e300, 1e-300])('leave the weights finite, and 1 in sum, with losses around %d', (scale) => {
    for (const meta of [...RULES, ...(scale === 1 ? [calibrated()] : [])]) {
      const rounds = meta.name === 'calibrated' ? ROUNDS / 10 : ROUNDS
      // The third expert never gives a forecast; the last two say the same.
      const learner = aggregate({ experts: external({ columns: 5 }), loss: absolute, score: point, meta })
      const rng = seededRng(1)
      const x = new Float64Array(5)
      for (let t = 0; t < rounds; t++) {
        x[0] = scale * normal(rng)
        x[1] = scale * (t % 1000 < 500 ? 0.5 : -3)
        x[2] = Number.NaN
        x[3] = x[4] = scale * 0.1
        learner.learn(x, 0)
      }
      const { weights } = learner
      expect(weights.every((weight) => weight >= 0 && weight <= 1)).toBe(true)
      expect(Math.abs(weights.reduce((sum, weight) => sum + weight, 0) - 1)).toBeLessThan(1e-12)
    }
  })
})
