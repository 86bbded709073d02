import { describe, expect, it } from 'vitest'
import {
  aciMethod,
  agaci,
  bayesDtaci,
  type ConformalOptions,
  dtaci,
  pidMethod,
  saocpMethod,
  sfOgdMethod,
} from '../src/conformal/index.ts'
import {
  type IntervalReport,
  intervalReport,
  oracleScore,
  RESIDUAL_KINDS,
  residualStream,
} from '../src/testing/index.ts'
import { residualFollower } from './residualFollower.ts'

/** All bars of the default, on all kinds, with ten seeds; and beside every method of the first release. */
const SEEDS = Array.from({ length: 10 }, (_, i) => i + 1)
const ROUNDS = 5000
const UNATTAINABLE = ['constant', 'zeros95']

const SIBLINGS: Record<string, ConformalOptions> = {
  'default of the first release': { method: bayesDtaci(), scale: 'running' },
  'bayes-dtaci': { method: bayesDtaci() },
  dtaci: { method: dtaci() },
  'dtaci, running scale': { method: dtaci(), scale: 'running' },
  'dtaci on levels': { method: dtaci({ space: 'level' }) },
  'dtaci on levels, memory 500': { method: dtaci({ space: 'level', memory: 500 }) },
  'aci on levels, memory 500': { method: aciMethod({ space: 'level', memory: 500 }) },
  agaci: { method: agaci({ memory: 500 }) },
  'sf-ogd, running scale': { method: sfOgdMethod(), scale: 'running' },
  'saocp, running scale': { method: saocpMethod(), scale: 'running' },
  'pid, running scale': { method: pidMethod({ integral: { gain: 1, saturation: 5 } }), scale: 'running' },
}

function report(name: string, seed: number, options: ConformalOptions = {}): IntervalReport {
  return intervalReport(residualFollower(options), residualStream(name, seed, ROUNDS).residuals, 0.9)
}

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length

describe('ten seeds of every kind', () => {
  const all = Object.entries(RESIDUAL_KINDS).flatMap(([name, kind]) =>
    SEEDS.map((seed) => ({ name, seed, kind, ...report(name, seed) })),
  )
  const attainable = all.filter(({ name }) => !UNATTAINABLE.includes(name))
  const of = (...groups: string[]) => all.filter(({ kind }) => groups.includes(kind.group) && !kind.discrete)

  it('long run', () => {
    for (const { coverage, name } of of('iid', 'shift')) {
      expect(Math.abs(coverage - 0.9), name).toBeLessThanOrEqual(0.004)
    }
    for (const { coverage, name } of attainable) {
      expect(Math.abs(coverage - 0.9), name).toBeLessThanOrEqual(0.008)
    }
  })

  it('rolling', () => {
    for (const { rms200, name } of of('iid')) expect(rms200, name).toBeLessThanOrEqual(0.02)
    for (const { rms200, name } of of('shift')) expect(rms200, name).toBeLessThanOrEqual(0.028)
    for (const { rms200, name } of of('volatile')) expect(rms200, name).toBeLessThanOrEqual(0.042)
    expect(mean(attainable.map(({ rms200 }) => rms200))).toBeLessThanOrEqual(0.016)
    for (const { max200, name } of of('iid')) expect(max200, name).toBeLessThanOrEqual(0.065)
    for (const { max200, name } of of('shift', 'volatile')) expect(max200, name).toBeLessThanOrEqual(0.1)
    for (const { max200, name } of attainable) expect(max200, name).toBeLessThanOrEqual(0.12)
    for (const { max500, name, kind } of all) {
      if (!kind.discrete) expect(max500, name).toBeLessThanOrEqual(0.055)
    }
  })

  it('the oracle', () => {
    const ratio = (name: string): number =>
      mean(
        SEEDS.map((seed) => {
          const { residuals, oracle } = residualStream(name, seed, ROUNDS)
          const own = all.find((one) => one.name === name && one.seed === seed) as IntervalReport
          return own.score / oracleScore(residuals, oracle as Float64Array, 0.9)
        }),
      )
    const near = ['gauss', 'uniform', 'arcsine', 'laplace', 't2', 't1.5', 'cauchy', 'beta', 'spikes']
    for (const name of [...near, 'step-up5', 'step-down10'])
      expect(ratio(name), name).toBeLessThanOrEqual(1.025)
    expect(ratio('blocks500')).toBeLessThanOrEqual(1.1)
    for (const name of ['jump1e6', 'jump1e-6']) expect(ratio(name), name).toBeLessThanOrEqual(1.06)
  })

  it('20,000 rounds: within 0.002', () => {
    for (const [name, kind] of Object.entries(RESIDUAL_KINDS)) {
      if (kind.discrete) continue
      const { residuals } = residualStream(name, 1, 20_000)
      const { coverage } = intervalReport(residualFollower(), residuals, 0.9)
      expect(Math.abs(coverage - 0.9), name).toBeLessThanOrEqual(0.002)
    }
  })
})

it('interval score beside every method of the first release, three seeds of every kind', () => {
  const seeds = SEEDS.slice(0, 3)
  const score = (name: string, options?: ConformalOptions): number =>
    mean(seeds.map((seed) => report(name, seed, options).score))
  const logs = { levels: 0, first: 0, kinds: 0 }
  for (const [name, kind] of Object.entries(RESIDUAL_KINDS)) {
    const own = score(name)
    const others = Object.entries(SIBLINGS).map(
      ([sibling, options]) => [sibling, score(name, options)] as const,
    )
    // A method that covers far less than asked is no rival: its score is worse than the best anyway.
    const best = Math.min(...others.map(([, value]) => value))
    expect(own / best, name).toBeLessThanOrEqual(kind.discrete ? 1.08 : 1.03)
    const of = (sibling: string): number =>
      (others.find(([other]) => other === sibling) as [string, number])[1]
    if (name === 'constant') continue
    logs.levels += Math.log(score(name) / of('dtaci on levels, memory 500'))
    logs.first += Math.log(score(name) / of('default of the first release'))
    logs.kinds++
  }
  // In the geometric mean over these kinds; real series, which are biased and dependent, gain more.
  expect(Math.exp(logs.levels / logs.kinds)).toBeLessThanOrEqual(0.9)
  expect(Math.exp(logs.first / logs.kinds)).toBeLessThanOrEqual(0.75)
})
