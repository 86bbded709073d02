import { describe, expect, it } from 'vitest'
import { weighAwakeLog } from '../../src/meta/logWeights.ts'
import * as credence from '../all.ts'
import { digest } from '../fuzz/digest.ts'

const { aggregate, absolute, growing, logDensity, squared, svb } = credence

/** What random programs found, each as the smallest program that showed it. */

describe('experts that enter', () => {
  it('are refused before the first round under a rule that has no way for them, and nothing changes', () => {
    const experts = growing((scale) => svb({ scale }), { start: 1 })
    const learner = aggregate({ experts, loss: squared, meta: credence.mlpol() })
    const before = digest(learner.state)
    expect(() => learner.learn([1], 1)).toThrow('which mlpol has no way for')
    expect(digest(learner.state)).toBe(before)
  })

  it('bring nothing of other streams into their state', () => {
    const make = () =>
      aggregate({ experts: growing((scale) => svb({ scale }), { start: 0.01 }), loss: absolute })
    const [model, alone] = [make().model, make()]
    const [one, other] = [credence.live(model), credence.live(model)]
    for (let t = 1; t <= 20; t++) one.learn([t], 100 * t)
    for (let t = 1; t <= 6; t++) {
      other.learn([t], 100 * t)
      alone.learn([t], 100 * t)
    }
    expect(digest(other.state)).toBe(digest(alone.state))
  })
})

it('weights of mixing past posteriors sum to 1 after an expert left that had all of the past', () => {
  const learner = aggregate({
    experts: [credence.linearRegression(), credence.conjugate({ noise: 1e-8 })],
    loss: logDensity,
    meta: credence.mixingPast(),
  })
  learner.learn([0.1, 0.2], 22026)
  learner.retire(0)
  learner.learn([0.2, 0.4], 83561)
  expect(learner.weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12)
})

it('an expert added before the first outcome slept in the forecasts that wait for theirs', () => {
  const learner = aggregate({ experts: credence.recent(), loss: squared })
  learner.predict([1, 2], { id: 'early' })
  learner.add(credence.knn({ window: 8 }))
  const make = () =>
    aggregate({ experts: [credence.recent(), credence.knn({ window: 8 })] as never, loss: squared })
  const copy = make().restore(learner.save())
  for (const each of [learner, copy]) each.learn({ id: 'early', y: 3 })
  expect(copy.settings).toHaveLength(copy.weights.length)
  expect(digest(copy.state)).toBe(digest(learner.state))
})

it('weights stay numbers where an expert enters when all others have left', () => {
  const rule = growing((inverseBandwidth) => credence.gp({ noise: 0.3, inverseBandwidth }), {
    start: 1,
    factor: 2,
    capacity: 2,
  })
  const learner = aggregate({ experts: [rule], loss: squared, meta: credence.adaHedge() })
  const rows = [
    [0.8342881337063068, 0.9129521329733183, 0.9069066513296111],
    [-1.3957351623008987, -0.5090315056248412, 0.3099650488589074],
    [-0.40105399723938656, -0.17214412232845908, -0.9013238547946325],
    [1e-320, 0.1660781546024495, -0.6371065010292721],
    [100000000, -0.32454506589530474, -0.6525098614185462],
    [-0.3958494653703126, 1.1584345667548168, -1.3822513786425654],
  ]
  for (const [a, b, y] of rows) learner.learn([a, b], y)
  learner.retire(0)
  learner.learn([-0.24050595166753788, -0.3232503866120018], -1.6526217264945933)
  expect([...learner.weights].reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12)
})

it('weights sum to 1 when the only expert in sight leaves others that lost 1e56', () => {
  const meta = credence.variableShare()
  const state = meta.init(3)
  const [weights, awake] = [new Float64Array(3), new Float64Array(3).fill(1)]
  state.logWeights.set([0, -1e56, -1e56])
  meta.slots?.leave(state, 0)
  meta.weighLog(state, awake, weights)
  expect([...weights].map(Math.exp)).toEqual([0, 0.5, 0.5])
})

it('weights sum to 1 where all logarithms are near −1e56', () => {
  const out = new Float64Array(2)
  weighAwakeLog(Float64Array.of(-1e56, -1e56), Float64Array.of(1, 1), out)
  expect([...out]).toEqual([-Math.LN2, -Math.LN2])
})

it('an expert without any weight in sight that gains 1e299 leaves adaptive hedges with a rate', () => {
  const meta = credence.adaHedge()
  const state = meta.init(2)
  state.gap = 1e-10
  state.regrets.set([0, -1e299])
  const [losses, awake, weights] = [Float64Array.of(1e299, 0), Float64Array.of(1, 1), new Float64Array(2)]
  meta.weigh(state, awake, weights)
  meta.update(state, { losses, own: 1e299, awake, weights, ownFor: () => 1e299 })
  expect(state.gap).toBeLessThan(1e-9)
  meta.weigh(state, awake, weights)
  expect([...weights]).toEqual([0.5, 0.5])
})

it('an expert half awake that loses −1.7e308 where the learner loses 1.7e308 leaves weights that are numbers', () => {
  const meta = credence.mixingPast()
  const state = meta.init(2)
  const [weights, awake] = [Float64Array.of(0.5, 0.5), Float64Array.of(0.5, 1)]
  const losses = Float64Array.of(-1.7e308, 1.7e308)
  meta.update(state, { losses, own: 1.7e308, awake, weights, ownFor: () => 1.7e308 })
  meta.weigh(state, Float64Array.of(1, 1), weights)
  expect(weights[0] + weights[1]).toBeCloseTo(1, 12)
})

it('the only expert of a grid that has not grown yet cannot retire, though slots are left', () => {
  const experts = growing((scale) => svb({ scale }), { start: 1, capacity: 4 })
  const learner = aggregate({ experts, loss: squared, meta: credence.adaNormalHedge() })
  learner.learn([1], 0.5)
  const present = [...learner.weights].flatMap((weight, k) => (weight > 0 ? [k] : []))
  const last = present.pop() as number
  for (const expert of present) learner.retire(expert)
  const before = digest(learner.state)
  expect(() => learner.retire(last)).toThrow('is the last one')
  expect(digest(learner.state)).toBe(before)
})
