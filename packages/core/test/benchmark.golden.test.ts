import { describe, expect, it } from 'vitest'
import type { EngineState } from '../src/aggregate/engine.ts'
import {
  type AggregateLearner,
  aggregate,
  fixedShare,
  hinge,
  mean,
  ngvi,
  oga,
  ogd,
  point,
  type Rule,
  rollingRate,
  squared,
  sva,
  svb,
} from '../src/doors/index.ts'
import type { DiagonalState } from '../src/panels/index.ts'
import { columns, fixture, gap, readGz } from './fixtures.ts'

/** Traces of an independent Python program; see fixtures/benchmark/README.md. */

const TOLERANCE = 1e-9
const SCALES = Array.from({ length: 8 }, (_, j) => 1e-4 * 2 ** j)
const RULES = { svb: svb({ scale: SCALES }), oga: oga({ scale: SCALES }), ogd: ogd({ scale: SCALES }) }

type Preparation = 'A' | 'B' | 'C'

function prepared(name: string, how: Preparation): { xs: number[][]; ys: number[] } {
  const { rows } = columns(readGz(new URL(`../../datasets/data/${name}.csv.gz`, import.meta.url)))
  const d = rows[0].length - 1
  const xs = rows.map(() => [] as number[])
  for (let j = 0; j < d; j++) {
    const values = rows.map((row) => row[j])
    const average = values.reduce((a, b) => a + b, 0) / values.length
    const spread = Math.sqrt(values.reduce((a, b) => a + (b - average) ** 2, 0) / values.length)
    const least = Math.min(...values)
    const [origin, unit] = how === 'C' ? [least, Math.max(...values) - least] : [average, spread]
    values.forEach((value, i) => {
      xs[i].push(unit === 0 ? 0 : (value - origin) / unit)
    })
  }
  if (how !== 'A') for (const x of xs) x.push(1)
  const signed = name === 'pima'
  return { xs, ys: rows.map((row) => (signed ? 2 * row[d] - 1 : row[d])) }
}

function learnerFor(name: string, algorithm: keyof typeof RULES, horizon: number): AggregateLearner {
  return aggregate({
    experts: RULES[algorithm],
    loss: name === 'pima' ? hinge : squared,
    score: algorithm === 'ogd' ? point : mean,
    meta: fixedShare({ rate: rollingRate({ window: 100 }), share: 1e-3 }),
    horizon,
  })
}

describe.each(['boston', 'pima'])('the benchmark on %s', (name) => {
  describe.each(['A', 'B', 'C'] as const)('prepared as %s', (how) => {
    it.each(['svb', 'oga', 'ogd'] as const)(
      'agrees with an independent program round by round: %s',
      (algorithm) => {
        const trace = columns(fixture(`benchmark/${name}.${how}.${algorithm}.csv`))
        const final = JSON.parse(fixture(`benchmark/${name}.${how}.${algorithm}.final.json`))
        const { xs, ys } = prepared(name, how)
        const learner = learnerFor(name, algorithm, ys.length)
        const at = (column: string): number => trace.names.indexOf(column)
        let worst = 0
        let ownPoint = 0
        let ownMean = 0
        ys.forEach((y, t) => {
          const round = learner.learn(xs[t], y)
          const scored = algorithm === 'ogd' ? weightedMean(round.weights, round.losses) : round.own
          ownPoint += round.pointLoss
          ownMean += scored
          const row = trace.rows[t]
          if (!row) return
          const check = (column: string, value: number): void => {
            worst = Math.max(worst, gap(value, row[at(column)]))
          }
          check('gamma', round.rate)
          check('ea_pred', round.mean)
          check('ea_point', round.pointLoss)
          check('ea_mean', scored)
          for (let k = 0; k < 8; k++) {
            check(`w${k + 1}`, round.weights[k])
            const loss = name === 'pima' ? hinge : squared
            check(`point${k + 1}`, loss.at(round.beliefs.mean[k], y, 0))
            if (algorithm !== 'ogd') check(`mean${k + 1}`, round.losses[k])
          }
        })
        expect(worst).toBeLessThan(TOLERANCE)

        expect(gap(ownPoint / ys.length, Number(final.avg_point_ea))).toBeLessThan(TOLERANCE)
        expect(gap(ownMean / ys.length, Number(final.avg_mean_ea))).toBeLessThan(TOLERANCE)
        learner.weights.forEach((weight, k) => {
          expect(gap(weight, Number(final.w_after_last_round[k]))).toBeLessThan(TOLERANCE)
        })
        const [state] = (learner.state.engine as EngineState).panel as DiagonalState[]
        final.m_after_last_round.flat().forEach((value: string, i: number) => {
          expect(gap(state.mean[i], Number(value))).toBeLessThan(TOLERANCE)
        })
        if (algorithm === 'ogd') return
        final.sigma_after_last_round.flat().forEach((value: string, i: number) => {
          expect(gap(state.deviation[i], Number(value))).toBeLessThan(TOLERANCE)
        })
      },
    )
  })
})

describe('sixty single steps in 60-digit arithmetic', () => {
  const cases: Step[] = JSON.parse(fixture('benchmark/steps.json'))

  it.each(cases.map((step, i) => [i, step] as const))(
    'case %i: losses, gradients and every rule agree',
    (_i, step) => {
      const loss = step.loss === 'sq' ? squared : hinge
      const x = step.x.map(Number)
      const [y, u, v] = [step.y, step.u, step.v].map(Number)
      const close = (actual: number, expected: string): void => {
        expect(gap(actual, Number(expected))).toBeLessThan(TOLERANCE)
      }
      close(loss.at(u, y, 0), step.point)
      close(loss.mean(u, v, y, 0), step.mean)
      for (const [rate, value] of Object.entries(step.annealed))
        close(loss.annealed(u, v, y, 0, Number(rate)), value)
      x.forEach((xj, j) => {
        close(loss.du(u, v, y, 0) * xj, step.grad_m[j])
        close(2 * loss.dv(u, v, y, 0) * xj * xj * Number(step.sigma[j]), step.grad_sigma[j])
      })

      const [eta, scale, s, alpha] = [step.eta, step.G, step.s, step.alpha].map(Number)
      const after = (rule: Rule, round = 0): DiagonalState => {
        const panel = rule.bind({ loss, dimension: x.length, horizon: 1, seed: 0 })
        const state = panel.init() as DiagonalState
        state.mean.set(step.m.map(Number))
        state.deviation.set(step.sigma.map(Number))
        state.round = round
        const beliefs = {
          mean: new Float64Array(1),
          variance: new Float64Array(1),
          noise: new Float64Array(1),
          awake: new Float64Array(1),
        }
        panel.predict(state, x, beliefs)
        panel.update(state, x, y, beliefs)
        return state
      }
      const same = (state: DiagonalState, means: string[], deviations: string[]): void => {
        for (const [j, value] of means.entries()) close(state.mean[j], value)
        for (const [j, value] of deviations.entries()) close(state.deviation[j], value)
      }
      const priorVariance = s * s
      same(after(svb({ learningRate: eta, priorVariance })), step.svb_m, step.svb_sigma)
      same(after(svb({ scale, priorVariance }), step.t - 1), step.svb_sched_m, step.svb_sched_sigma)
      same(
        after(oga({ learningRate: eta, priorVariance })),
        step.oga_m,
        step.oga_sigma_unclipped.map((value) => String(Math.max(0, Number(value)))),
      )
      same(after(ngvi({ learningRate: eta, proximity: alpha, priorVariance })), step.ngvi_m, step.ngvi_sigma)
      same(after(sva({ learningRate: eta, priorVariance })), step.sva_m_from_zero, step.sva_sigma_from_prior)
    },
  )
})

interface Step {
  readonly loss: 'sq' | 'hinge'
  readonly x: string[]
  readonly y: string
  readonly u: string
  readonly v: string
  readonly m: string[]
  readonly sigma: string[]
  readonly eta: string
  readonly G: string
  readonly t: number
  readonly s: string
  readonly alpha: string
  readonly point: string
  readonly mean: string
  readonly annealed: Record<string, string>
  readonly grad_m: string[]
  readonly grad_sigma: string[]
  readonly svb_m: string[]
  readonly svb_sigma: string[]
  readonly svb_sched_m: string[]
  readonly svb_sched_sigma: string[]
  readonly oga_m: string[]
  readonly oga_sigma_unclipped: string[]
  readonly sva_m_from_zero: string[]
  readonly sva_sigma_from_prior: string[]
  readonly ngvi_m: string[]
  readonly ngvi_sigma: string[]
}

function weightedMean(weights: Float64Array, values: Float64Array): number {
  return weights.reduce((sum, weight, k) => sum + weight * values[k], 0)
}
