import { describe, expect, it } from 'vitest'
import {
  adaHedge,
  aggregate,
  conjugate,
  ewa,
  type MetaLearner,
  normal,
  ogd,
  seededRng,
  squared,
} from '../doors/index.ts'
import { growing } from '../doors/panels.ts'
import { panelContract } from '../testing/index.ts'
import { lossOfSlot } from './growingSlots.ts'
import { pushRow, rowsOf } from './rows.ts'

const of = (scale: number) => ogd({ learningRate: scale })
const plan = { axis: 'learningRate', start: 1e-5 }
const grid = growing(of, plan)

describe('a growing grid', () => {
  it('takes a loss of ∞ for the worst, whatever others it had', () => {
    const rows = rowsOf(3, 1)()
    for (const y of [1, 2]) pushRow(rows, 3, Float64Array.of(0), y)
    const losses = Float64Array.of(Infinity, -Infinity, 0)
    expect(lossOfSlot({ values: Float64Array.of(1), losses, rows, low: 1, high: 2 }, 0)).toBe(Infinity)
  })

  // It keeps fewer rows than the contract has rounds, so that it fills.
  for (const { promise, check } of panelContract(growing(of, { ...plan, keep: 300 }))) it(promise, check)

  const rng = seededRng(5)
  const rows = Array.from({ length: 800 }, () => {
    const x = [1, normal(rng), normal(rng)]
    return { x, y: 3 * x[1] - 2 * x[2] + 0.1 * normal(rng) }
  })
  const play = (meta: MetaLearner) => {
    const learner = aggregate({ experts: grid, loss: squared, meta })
    let late = 0
    rows.forEach(({ x, y }, t) => {
      const { own } = learner.learn(x, y)
      if (t >= 400) late += own / 400
    })
    return { learner, late }
  }

  it('that starts with one rate, a thousand times too small, finds one that is good', () => {
    const { learner, late } = play(adaHedge() as MetaLearner)
    // The noise alone is 0.01; the rate it started with loses 10.
    expect(late).toBeLessThan(0.04)
    const best = learner.weights.indexOf(Math.max(...learner.weights))
    expect(learner.settings[best].learningRate).toBeGreaterThan(1e-3)
    expect(learner.settings.filter(({ learningRate }) => learningRate !== null).length).toBeGreaterThan(3)
  })

  it.each([1e-7, 1e-3, 0.1, 1, 100])('finds it from a start of %d, also where that one diverges', (start) => {
    const experts = growing((learningRate) => ogd({ learningRate }), { start })
    const learner = aggregate({ experts, loss: squared, meta: adaHedge() as MetaLearner })
    let late = 0
    rows.forEach(({ x, y }, t) => {
      const { own } = learner.learn(x, y)
      if (t >= 400) late += own / 400
    })
    expect(late).toBeLessThan(0.06)
  })

  it('tells the ledger when each setting entered: regret counts from then', () => {
    const { learner } = play(ewa({ rate: 0.01 }) as MetaLearner)
    learner.settings.forEach(({ learningRate }, k) => {
      if (learningRate === null) return
      const { regret, bound } = learner.against(k)
      expect(bound).toBeGreaterThan(0)
      expect(regret).toBeLessThanOrEqual(bound as number)
    })
  })

  it('goes on from a save bit for bit', () => {
    const fresh = () => aggregate({ experts: grid, loss: squared, meta: adaHedge() as MetaLearner })
    const learner = fresh()
    for (const { x, y } of rows.slice(0, 300)) learner.learn(x, y)
    const resumed = fresh().restore(learner.save())
    for (const { x, y } of rows.slice(300)) {
      learner.learn(x, y)
      resumed.learn(x, y)
    }
    expect(resumed.save()).toEqual(learner.save())
  })

  it('tries no setting that its rule refuses', () => {
    const shares = growing((forgetting) => conjugate({ forgetting }), { axis: 'forgetting', start: 0.9 })
    const learner = aggregate({ experts: shares, loss: squared, meta: adaHedge() as MetaLearner })
    for (const { x, y } of rows.slice(0, 100)) learner.learn(x, y)
    for (const { forgetting } of learner.settings) expect(Number(forgetting)).toBeLessThanOrEqual(1)
    expect(learner.settings.filter(({ forgetting }) => forgetting !== null).length).toBeGreaterThan(1)
  })

  it('has no setting twice, where a step beyond the least numbers is no step', () => {
    const least = growing((noise) => conjugate({ noise }), { start: 1e-323 })
    const learner = aggregate({
      experts: least,
      loss: squared,
      meta: adaHedge() as MetaLearner,
      onFailure: 'sleep',
    })
    for (const { x, y } of rows.slice(0, 20)) learner.learn(x, y)
    const found = learner.settings.map(({ setting }) => setting).filter((setting) => setting !== null)
    expect(new Set(found).size).toBe(found.length)
  })

  it('keeps to its capacity: the worst gives way', () => {
    const small = growing((scale) => ogd({ learningRate: scale }), { start: 1e-5, capacity: 3 })
    const learner = aggregate({ experts: small, loss: squared, meta: adaHedge() as MetaLearner })
    for (const { x, y } of rows) learner.learn(x, y)
    expect(learner.settings).toHaveLength(3)
    expect(learner.settings.every(({ setting }) => Number(setting) > 1e-4)).toBe(true)
  })
})
