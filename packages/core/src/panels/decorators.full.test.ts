import { describe, expect, it } from 'vitest'
import { inFull } from '../../../../test/full.ts'
import { aggregate } from '../aggregate/aggregate.ts'
import { logDensity, logistic, squared, studentDensity } from '../losses/index.ts'
import { normal, seededRng } from '../math/rng.ts'
import { boa, ewa, fixedShare, type MetaLearner, squint } from '../meta/index.ts'
import type { Loss } from '../nouns/loss.ts'
import type { Rule } from '../nouns/panel.ts'
import { annealed, gradient, point } from '../scores/scores.ts'
import { panelContract } from '../testing/index.ts'
import { createBeliefs } from './beliefs.ts'
import { foresee } from './foresee.ts'
import {
  conjugate,
  corrected,
  delayed,
  growing,
  intercept,
  learntNoise,
  lines,
  link,
  logScale,
  panelOf,
  perFeature,
  pooled,
  products,
  recent,
  renewed,
  residuals,
} from './index.ts'
import { knn } from './knn.ts'

const line = conjugate({ forgetting: [1, 0.95] })
const near = knn({ neighbours: [1, 5], window: 50 })
const noisy = [learntNoise(line), learntNoise(near)]
const weighings = [
  { loss: studentDensity(5), score: point, metas: [fixedShare({ share: 0.01 }), fixedShare({ rate: 0.3 })] },
  { loss: squared, score: gradient, metas: [boa()] },
]

const rules: Record<string, Rule> = {
  intercept: intercept(line),
  products: products(line),
  'products of few features alone': products(line, { most: 1 }),
  'per feature': perFeature(near),
  recent: recent(),
  corrected: corrected(line),
  renewed: renewed(line),
  delayed: delayed(line, { rounds: 3 }),
  'delayed, with a prompt twin': delayed(line, { rounds: 3, prompt: true }),
  'log scale': logScale(line),
  lines: lines({ forgetting: [1, 0.9], slope: ['fitted', 'one'] }),
  residuals: residuals(line, near),
  'learnt noise': learntNoise(line, { halfLife: [5, 50] }, [near, intercept(line)]),
  pooled: pooled(noisy, { weighings, stacked: true }),
  'noise around pools of corrected experts': learntNoise(pooled([corrected(line)], { weighings })),
}

describe.each(Object.entries(rules))('%s', (_name, rule) => {
  for (const { promise, check } of panelContract(rule, { loss: logDensity, rounds: inFull(200, 100) }))
    it(promise, check)
})

describe('link', () => {
  for (const { promise, check } of panelContract(link(near), { loss: logistic, rounds: inFull(200, 100) }))
    it(promise, check)
  const pools = [{ loss: logistic, score: point, metas: [fixedShare({ share: 0.01 })] }]
  const rule = pooled([link(near), link(line)], { weighings: pools, stacked: true })
  for (const { promise, check } of panelContract(rule, { loss: logistic, rounds: inFull(200, 100) }))
    it(`pooled: ${promise}`, check)

  it('says more than 0.73 of a class that all neighbours are of, and the more the more were seen', () => {
    const panel = link(knn({ neighbours: 3 })).bind({ loss: logistic, dimension: 1, seed: 0 })
    const state = panel.init()
    const beliefs = createBeliefs(1)
    const said: number[] = []
    for (let t = 0; t < 100; t++) {
      panel.predict(state, [0], beliefs)
      said.push(1 / (1 + Math.exp(-beliefs.mean[0])))
      panel.update(state, [0], 1, beliefs)
    }
    expect(said[0]).toBeCloseTo(0.5, 12)
    expect(said[10]).toBeCloseTo(1 - 1 / 12, 12)
    expect(said[99]).toBeCloseTo(1 - 1 / 101, 12)
  })
})

function run(rule: Rule, rows: readonly (readonly [number[], number])[], loss: Loss = logDensity) {
  const panel = rule.bind({ loss, dimension: rows[0][0].length, seed: 0 })
  const state = panel.init()
  const beliefs = createBeliefs(panel.capacity)
  for (const [x, y] of rows) {
    panel.predict(state, x, beliefs)
    panel.update(state, x, y, beliefs)
  }
  panel.predict(state, rows[rows.length - 1][0], beliefs)
  return beliefs
}

const wave = (t: number): number =>
  Math.sin(12.9898 * t) * 43758.5453 - Math.floor(Math.sin(12.9898 * t) * 43758.5453) - 0.5

it('learns the noise of y in whatever unit y has', () => {
  for (const unit of [1e-3, 1, 1e6]) {
    const rows = Array.from({ length: 400 }, (_, t) => [[1], unit * wave(t)] as [number[], number])
    const { noise } = run(learntNoise(recent({ keep: 0.99 }), { halfLife: 100 }), rows)
    // The deviation of a uniform distribution on an interval of length 1.
    expect(noise[0] / unit).toBeGreaterThan(0.26)
    expect(noise[0] / unit).toBeLessThan(0.32)
  }
})

it('learns where the noise is larger from x', () => {
  const rows = Array.from({ length: 600 }, (_, t) => {
    const x = t % 2
    return [[x], (1 + 9 * x) * wave(t)] as [number[], number]
  })
  const rule = learntNoise(recent({ keep: 0.99 }), { halfLife: 100 }, [knn({ neighbours: 20, window: 200 })])
  const loud = run(rule, rows).noise
  const quiet = run(rule, [...rows, [[0], 0]]).noise
  expect(loud[0]).toBeCloseTo(quiet[0], 0)
  expect(loud[1] / quiet[1]).toBeGreaterThan(3)
})

it('fits a product of features that no line can', () => {
  const rows = Array.from({ length: 300 }, (_, t) => {
    const x = [4 * wave(t), 4 * wave(t + 1000)]
    return [x, x[0] * x[1]] as [number[], number]
  })
  const [x, y] = rows[299]
  expect(run(products(conjugate({ noise: 0.1 })), rows).mean[0]).toBeCloseTo(x[0] * x[1], 1)
  expect(Math.abs(run(conjugate({ noise: 0.1 }), rows).mean[0] - y)).toBeGreaterThan(0.2)
})

it('learns an outcome when it is due, and not before', () => {
  const rows = Array.from({ length: 9 }, (_, t) => [[1], t] as [number[], number])
  const last = recent({ keep: 0 })
  expect(run(last, rows).mean[0] - run(delayed(last, { rounds: 3 }), rows).mean[0]).toBe(3)
})

it('foresees, through noise and pools, by what the undelayed experts say, and scores what the delayed ones said', () => {
  const one = conjugate({ forgetting: 0.95 })
  const rows = Array.from({ length: 60 }, (_, t) => [[1, wave(t)], t + wave(2 * t)] as [number[], number])
  const around = (rule: Rule): Rule => learntNoise(pooled([learntNoise(rule)], { weighings, stacked: true }))
  const context = { loss: logDensity, dimension: 2, seed: 0 }
  const [late, prompt] = [false, true].map((twin) => {
    const panel = around(delayed(one, { rounds: 9, prompt: twin })).bind(context)
    return { panel, state: panel.init(), beliefs: createBeliefs(panel.capacity) }
  })
  for (const [x, y] of rows) {
    for (const { panel, state, beliefs } of [late, prompt]) {
      panel.predict(state, x, beliefs)
      panel.update(state, x, y, beliefs)
    }
    expect(prompt.beliefs).toEqual(late.beliefs)
  }
  const [x] = rows[59]
  foresee(late.panel, late.state, x, late.beliefs)
  foresee(prompt.panel, prompt.state, x, prompt.beliefs)
  const undelayed = run(one, rows).mean[0]
  const stale = run(delayed(one, { rounds: 9 }), rows).mean[0]
  expect(late.beliefs.mean[0]).toBeCloseTo(stale, 12)
  expect(prompt.beliefs.mean[0]).toBeCloseTo(undelayed, 12)
  expect(undelayed - stale).toBeGreaterThan(1)
})

it('foresees on features made of those given', () => {
  const one = conjugate({ forgetting: 0.95 })
  const context = { loss: logDensity, dimension: 1, seed: 0 }
  const panel = intercept(delayed(one, { rounds: 9, prompt: true })).bind(context)
  const state = panel.init()
  const beliefs = createBeliefs(1)
  const rows = Array.from({ length: 40 }, (_, t) => [[wave(t)], t] as [number[], number])
  for (const [x, y] of rows) {
    panel.predict(state, x, beliefs)
    panel.update(state, x, y, beliefs)
  }
  foresee(panel, state, rows[39][0], beliefs)
  expect(beliefs.mean[0]).toBeCloseTo(run(intercept(one), rows).mean[0], 12)
})

describe('pooled', () => {
  const forecaster = (mean: (x: ArrayLike<number>) => number): Rule =>
    panelOf([
      {
        init: () => ({}),
        predict: (_state, x) => ({ mean: mean(x), variance: 2 - x[0], noise: 1 }),
        update() {},
      },
    ])
  const three = [1, -2, 0.3].map((by) => forecaster((x) => x[0] + by))

  it('weighs by annealed losses as an aggregate does, each of its meta-learners at its own rate', () => {
    const metas = [ewa({ rate: 0.1 }), squint(), ewa({ rate: 3 })] as readonly MetaLearner[]
    const pools = pooled(three, { weighings: [{ loss: logDensity, score: annealed, metas }] })
    const rows = Array.from({ length: 30 }, (_, t) => [[wave(t)], wave(t + 0.5)] as [number[], number])
    const means = run(pools, rows).mean
    metas.forEach((meta, j) => {
      const learner = aggregate({ experts: three, loss: logDensity, score: annealed, meta })
      for (const [x, y] of rows) learner.learn(x, y)
      expect(means[j]).toBeCloseTo(learner.predict(rows[29][0]).mean, 10)
    })
  })

  it('says a finite margin where all experts are sure, and 0 where all sleep', () => {
    const metas = [ewa({ rate: 1 }) as MetaLearner]
    const sure = pooled([forecaster((x) => x[0])], { weighings: [{ loss: logistic, score: point, metas }] })
    for (const x of [50, -800]) expect(Math.abs(run(sure, [[[x], 1]], logistic).mean[0])).toBeCloseTo(36.7, 1)
    expect(run(sure, [[[Number.NaN], 1]], logistic).mean[0]).toBe(0)
  })
})

it.each([
  ['noise', learntNoise(panelOf([{ init: () => ({}), predict: () => 0, update() {} }]))],
  ['logarithms', logScale(panelOf([{ init: () => ({}), predict: () => 0, update() {} }]))],
  ['corrections', corrected(panelOf([{ init: () => ({}), predict: () => 0, update() {} }]))],
  [
    'stacks',
    pooled([panelOf([{ init: () => ({}), predict: () => 0, update() {} }])], { weighings, stacked: true }),
  ],
])('%s are numbers after an outcome whose square is none', (_what, rule) => {
  const rows = [1, 1e200, 1, 1, 1].map((y) => [[0], y] as [number[], number])
  const { mean, noise } = run(rule, rows, squared)
  expect([...mean, ...noise].every(Number.isFinite)).toBe(true)
})

it('has no prompt twin where experts come and go', () => {
  const rule = growing((noise) => conjugate({ noise }), { start: 1 })
  const panel = delayed(rule, { rounds: 3, prompt: true }).bind({ loss: logDensity, dimension: 2, seed: 0 })
  expect((panel.init() as { prompt: unknown }).prompt).toBe(null)
})

it('draws a line through each feature alone', () => {
  const rows = Array.from({ length: 100 }, (_, t) => [[t % 7, 5], 2 * (t % 7)] as [number[], number])
  const [first, second] = run(lines(), rows).mean
  expect(first).toBeCloseTo(rows[99][1], 1)
  expect(second).toBeCloseTo(6, 0)
})

describe('log scale', () => {
  const prices = (seed: number) => {
    const rng = seededRng(seed)
    return Array.from({ length: 300 }, () => {
      const size = normal(rng)
      return [[size], 50 * Math.exp(0.8 * size + 0.1 * normal(rng))] as [number[], number]
    })
  }

  it('forecasts prices that grow by percents better than a line', () => {
    const errorOf = (rule: Rule) => {
      const panel = rule.bind({ loss: logDensity, dimension: 1, seed: 0 })
      const state = panel.init()
      const beliefs = createBeliefs(1)
      const errors = prices(3).map(([x, y]) => {
        panel.predict(state, x, beliefs)
        const error = Math.abs(y - beliefs.mean[0])
        panel.update(state, x, y, beliefs)
        return error
      })
      return errors.slice(200).reduce((sum, error) => sum + error, 0)
    }
    const plain = intercept(conjugate())
    expect(errorOf(logScale(plain, { unit: 5 }))).toBeLessThan(0.5 * errorOf(plain))
  })

  it('forecasts nothing below the least outcome or above the largest', () => {
    const rows = prices(4)
    const outcomes = rows.map(([, y]) => y)
    for (const x of [-50, 50]) {
      const [mean] = run(logScale(intercept(line)), [...rows, [[x], outcomes[0]]]).mean
      expect(mean).toBeGreaterThanOrEqual(Math.min(...outcomes) - 1e-9)
      expect(mean).toBeLessThanOrEqual(Math.max(...outcomes) * (1 + 1e-9))
    }
  })
})

it('adds the part of the last error that repeats itself', () => {
  const rows = Array.from({ length: 200 }, (_, t) => [[0], Math.floor(t / 50)] as [number[], number])
  const slow = corrected(panelOf([{ init: () => ({}), predict: () => 0, update() {} }]))
  const { mean } = run(slow, rows)
  expect(mean[0]).toBe(0)
  expect(mean[1]).toBeCloseTo(3, 1)
})

it('begins again after an expert has left the finite numbers, and sleeps for that round alone', () => {
  const fragile = panelOf([
    {
      init: () => ({ sum: 0 }),
      predict: (state) => (state as { sum: number }).sum,
      update(state, x) {
        ;(state as { sum: number }).sum += x[0]
      },
    },
  ])
  const panel = renewed(fragile).bind({ loss: squared, dimension: 1, seed: 0 })
  const state = panel.init()
  const beliefs = createBeliefs(1)
  const awake = [1, Infinity, 1, 1].map((x) => {
    panel.predict(state, [x], beliefs)
    const was = beliefs.awake[0]
    panel.update(state, [x], 0, beliefs)
    return was
  })
  expect(awake).toEqual([1, 1, 0, 1])
  expect(state.renewals).toBe(1)
})

it('stacks: two families that are wrong in opposite ways give a forecast better than either', () => {
  const shifted = (by: number) =>
    learntNoise(panelOf([{ init: () => ({}), predict: (_state, x) => x[0] + by * x[1], update() {} }]))
  const rows = Array.from(
    { length: 400 },
    (_, t) => [[wave(t), wave(t + 500)], wave(t)] as [number[], number],
  )
  const pools = [{ loss: studentDensity(5), score: point, metas: [fixedShare({ rate: 1, share: 0.001 })] }]
  const { mean } = run(pooled([shifted(1), shifted(-2)], { weighings: pools, stacked: true }), rows)
  const y = rows[399][1]
  expect(Math.abs(mean[1] - y)).toBeLessThan(0.2 * Math.abs(mean[0] - y))
})
