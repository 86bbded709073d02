import { describe, expect, it } from 'vitest'
import { inFull } from '../../../../../test/full.ts'
import { aggregate } from '../../aggregate/aggregate.ts'
import { auto } from '../../auto/index.ts'
import { ArgumentError } from '../../base/errors.ts'
import { counter, shape } from '../../base/shape.ts'
import { conformal, conformalModel, withIntervals, withLabels } from '../../doors/conformal.ts'
import { gp } from '../../gp/index.ts'
import { logDensity, logistic, squared } from '../../losses/index.ts'
import { Mixture } from '../../math/mixture.ts'
import { normal, seededRng, uniform } from '../../math/rng.ts'
import type { Model } from '../../nouns/model.ts'
import { conjugate, svb } from '../../panels/index.ts'
import { annealed } from '../../scores/scores.ts'
import { ensure } from '../../testing/clause.ts'
import { modelContract } from '../../testing/modelContract.ts'
import { linearRegression } from '../../trees/index.ts'
import { lawScore } from './lawScore.ts'

const svbLearner = () => aggregate({ experts: svb({ scale: [0.01, 0.1, 1] }), loss: squared })
const logisticLearner = () => aggregate({ experts: svb({ scale: [0.1, 1] }), loss: logistic })

describe.each([
  ['conformal', () => conformalModel(), { input: (rng: Parameters<typeof normal>[0]) => normal(rng) }],
  ['conformal, with a season', () => conformalModel({ period: [3, 7], alerts: {} }), { input: normal }],
  [
    'conformal by groups',
    () => conformalModel({ groups: true, coverage: [0.9, 0.5] }),
    {
      input: (rng: Parameters<typeof normal>[0], t: number) => ({
        forecast: normal(rng),
        group: 'abc'[t % 3],
      }),
      outcome: (rng: Parameters<typeof normal>[0]) => normal(rng),
    },
  ],
  [
    'conformal with features',
    () => conformalModel({ features: true, coverage: [0.9, 0.5] }),
    {
      input: (rng: Parameters<typeof normal>[0]) => ({
        forecast: normal(rng),
        x: [normal(rng), normal(rng)],
      }),
      outcome: (rng: Parameters<typeof normal>[0]) => normal(rng),
    },
  ],
  ['intervals', () => withIntervals(svbLearner()), {}],
  ['intervals of the mean alone', () => withIntervals(svbLearner(), { law: false }), {}],
  ['intervals with features', () => withIntervals(svbLearner(), { features: true }), {}],
  [
    'intervals of a distribution',
    () =>
      withIntervals(
        aggregate({ experts: conjugate({ noise: [0.5, 1] }), loss: logDensity, score: annealed }),
      ),
    {},
  ],
  [
    'labels',
    () => withLabels(logisticLearner()),
    { outcome: (rng: Parameters<typeof normal>[0]) => (uniform(rng) < 0.5 ? 1 : -1) },
  ],
] as const)('%s', (_name, make, options) => {
  const clauses = modelContract(make as () => Model, {
    rounds: inFull(120, 60),
    outcome: (rng, input) => (typeof input === 'number' ? input : 0) + normal(rng),
    ...(options as object),
  })
  it.each(clauses.map((clause) => [clause.promise, clause.check] as const))('%s', (_promise, check) => {
    check()
  })
})

describe('withIntervals', () => {
  it('keeps from the model inside what the intervals would refuse', () => {
    const answer = { mean: -1e308 }
    const inner = {
      description: 'far below',
      init: shape<{ learnt: number }>({ learnt: counter }),
      predict: () => answer,
      issue: () => ({ answer, issued: null }),
      settle: (state: { learnt: number }) => state.learnt++,
    }
    const learner = withIntervals(inner as never, { law: false })
    const state = () => (learner.state as { inner: { learnt: number } }).inner
    expect(() => learner.learn([1] as never, 1e308)).toThrow(ArgumentError)
    expect(state()).toEqual({ learnt: 0 })
    learner.learn([1] as never, -1e308)
    expect(state()).toEqual({ learnt: 1 })
  })

  it('of the mean alone, with the gain of conformal, is conformal around the same forecasts', () => {
    const layer = withIntervals(svbLearner(), { law: false, gain: 0.05 })
    const learner = svbLearner()
    const around = conformal()
    const rng = seededRng(4)
    for (let t = 0; t < 300; t++) {
      const x = [1, normal(rng)]
      const y = 3 * x[1] + normal(rng) * (t > 200 ? 4 : 1)
      const { lower, upper } = around.predict(learner.predict(x).mean)
      expect(layer.predict(x)).toMatchObject({ lower, upper })
      layer.learn(x, y)
      learner.learn(x, y)
      around.learn(y)
    }
    expect(layer.coverage).toEqual(around.coverage)
  })

  it('refuses a gain that is not positive', () => {
    expect(() => withIntervals(svbLearner(), { gain: 0 })).toThrow('gain must be')
  })

  it.each([
    ['SVB, squared loss', svbLearner],
    ['linear regression', () => aggregate({ experts: linearRegression(), loss: squared })],
    [
      'a Gaussian process, whose distribution it moves',
      () =>
        aggregate({
          experts: gp({ inverseBandwidth: [0.5, 1], noise: [0.5, 1], window: 60 }),
          loss: logDensity,
          score: annealed,
        }),
    ],
  ])('covers 0.9 ± 0.01 around %s, and at least 0.8 in any 200 rounds', (_name, make) => {
    const learner = withIntervals(make(), { coverage: 0.9 })
    const rng = seededRng(4)
    const covered: number[] = []
    for (let t = 0; t < 3000; t++) {
      const x = [normal(rng), 1]
      // A line that turns, with noise that grows.
      const y = (t < 1500 ? 2 : -1) * x[0] + (1 + t / 1500) * normal(rng)
      const { lower, upper } = learner.predict(x)
      const { interval } = learner.learn(x, y)
      ensure(lower <= upper && interval.lower === lower && interval.upper === upper, () => `round ${t}`)
      covered.push(interval.covered ? 1 : 0)
    }
    expect(Math.abs(learner.coverage.given.cumulative - 0.9)).toBeLessThan(0.01)
    for (let t = 200; t <= covered.length; t++) {
      const held = covered.slice(t - 200, t).reduce((a, b) => a + b, 0)
      ensure(held >= 160, () => `${held} of the 200 rounds before ${t}`)
    }
  })

  it('beats intervals from residuals where the width of the distribution varies with x, and says so in its score', () => {
    const rng = seededRng(5)
    const scores = [true, false].map((law) => {
      const layer = withIntervals(lawOf(2), { law })
      for (let t = 0; t < 4000; t++) {
        const x = [0.3 + 2 * (t % 7 === 0 ? 5 : uniform(rng))]
        layer.learn(x, x[0] * normal(rng))
      }
      const { intervalScore, given } = layer.coverage
      expect(Math.abs(given.cumulative - 0.9)).toBeLessThan(0.01)
      return intervalScore
    })
    expect(scores[0]).toBeLessThan(0.8 * scores[1])
  })

  it('loses little to residuals where the width of the distribution is wrong: they are weighed in', () => {
    const rng = seededRng(5)
    const scores = [true, false].map((law) => {
      // Its widths vary tenfold, those of y not at all.
      const layer = withIntervals(lawOf(1), { law })
      for (let t = 0; t < 3000; t++) layer.learn([0.3 + 3 * uniform(rng)], normal(rng))
      return layer.coverage.intervalScore
    })
    expect(scores[0]).toBeLessThan(1.05 * scores[1])
  })

  it('without a distribution, residuals twice are residuals once', () => {
    const rng = seededRng(6)
    const [twice, once] = [true, false].map((law) => withIntervals(svbLearner(), { law, period: 3 }))
    for (let t = 0; t < 300; t++) {
      const x = [normal(rng)]
      const [a, b] = [twice.predict(x), once.predict(x)]
      if (a.extent === 'finite') {
        expect(a.lower).toBeCloseTo(b.lower, 9)
        expect(a.upper).toBeCloseTo(b.upper, 9)
      }
      const y = 2 * x[0] + normal(rng)
      twice.learn(x, y)
      once.learn(x, y)
    }
  })

  it('stands around auto, and refuses it where it forecasts classes', () => {
    const learner = withIntervals(auto())
    for (let t = 0; t < 30; t++) learner.learn([t % 5], (t % 5) + Math.sin(9 * t))
    const { lower, upper } = learner.predict([3])
    expect(upper - lower).toBeLessThan(20)
    expect(() => withIntervals(auto({ task: 'classification' })).predict([1])).toThrow(
      'this model forecasts classes: intervals are of numbers',
    )
  })

  it('the score of the distribution and its interval are inverse to each other, far into the tails', () => {
    const weights = Float64Array.of(0.3, 0.7)
    const means = Float64Array.of(-1, 2)
    const deviations = Float64Array.of(0.5, 2)
    const believed = { mean: 1.1, law: { weights, means, deviations } }
    for (const z of [-50, -6, -4, -3.9, -1, 0, 0.5, 3.99, 4, 5, 30]) {
      const y = lawScore.upper(believed, z)
      expect(lawScore.score(believed, y, 0)).toBeCloseTo(z, 6)
      expect(lawScore.lower(believed, z)).toBeCloseTo(lawScore.upper(believed, -z), 12)
    }
    expect(lawScore.upper(believed, Infinity)).toBe(Infinity)
  })

  it('refuses a model of labels, and an outcome that is no number, and nothing is lost', () => {
    expect(() => withIntervals(logisticLearner()).predict([1])).toThrow('use withLabels')
    const learner = withIntervals(svbLearner())
    learner.learn([1], 2)
    const before = structuredClone(learner.state)
    for (const y of [Number.NaN, Infinity]) expect(() => learner.learn([1], y)).toThrow('finite number')
    expect(learner.state).toEqual(before)
  })
})

/** A forecaster whose distribution has `factor` times the deviation it should have, which is x[0]. */
function lawOf(factor: number): Model<readonly number[], Mixture & { about: 'y' }, null, null, null> {
  const law = (x: readonly number[]) =>
    Object.assign(new Mixture(Float64Array.of(1), Float64Array.of(0), Float64Array.of(factor * x[0])), {
      about: 'y' as const,
    })
  return learntNothing('law', law)
}

/** A forecaster that never learns. */
function learntNothing<Answer>(
  model: string,
  answer: (x: readonly number[]) => Answer,
): Model<readonly number[], Answer, null, null, null> {
  return {
    description: { model },
    init: () => null,
    predict: (_state, x) => answer(x),
    issue: (_state, x) => ({ answer: answer(x), issued: null }),
    settle: () => null,
  }
}

describe('withLabels', () => {
  it('sets hold the label as often as asked, and probabilities become calibrated', () => {
    const rng = seededRng(6)
    // Says twice the logit that is right.
    const sure = learntNothing('sure', (x) => ({ probability: 1 / (1 + Math.exp(-2 * x[0])) }))
    const learner = withLabels(sure, { coverage: 0.9 })
    let calibrated = 0
    let given = 0
    for (let t = 0; t < 4000; t++) {
      const x = [1.5 * normal(rng)]
      const y = uniform(rng) < 1 / (1 + Math.exp(-x[0])) ? 1 : -1
      const { probability, labels, label, forecast } = learner.predict(x)
      ensure(labels.length <= 2 && label === (probability > 0.5 ? 1 : -1), () => `round ${t}`)
      calibrated -= Math.log(y > 0 ? probability : 1 - probability)
      given -= Math.log(y > 0 ? forecast.probability : 1 - forecast.probability)
      ensure(learner.learn(x, y).interval.covered === labels.includes(y), () => `round ${t}`)
    }
    expect(Math.abs(learner.coverage.given.cumulative - 0.9)).toBeLessThan(0.01)
    expect(calibrated).toBeLessThan(0.95 * given)
    expect(() => learner.learn([1], 0.5)).toThrow('y must be −1 or +1; received 0.5')
    expect(() => withLabels(svbLearner()).predict([1])).toThrow('withLabels is for models of labels ±1')
  })
})
