import { describe, expect, it } from 'vitest'
import * as credence from '../all.ts'

const { aggregate, absolute, external, fixedShare, gradient, growing, logDensity, point, squared } = credence

/** What random programs found, each as the smallest program that showed it. */

describe('no bound is claimed', () => {
  const learnt = (meta: unknown, rows: readonly (readonly number[])[], loss = absolute) => {
    const learner = aggregate({
      experts: external({ columns: rows[0].length }),
      loss,
      score: point,
      meta: meta as never,
      switches: 1,
    })
    for (const row of rows) learner.learn(row, 0)
    return learner.ledger
  }

  it.each([
    ['squint', credence.squint({ range: 1 })],
    ['adaNormalHedge', credence.adaNormalHedge({ range: 1 })],
    ['cbce', credence.cbce({ range: 1 })],
  ])('by %s where losses lay outside the range that was promised', (_name, meta) => {
    expect(learnt(meta, [[1, 0.5]]).total.bound).toBeGreaterThan(0)
    expect(learnt(meta, [[3, 0]]).total).toMatchObject({
      bound: undefined,
      reason: expect.stringContaining('exceeded the range'),
    })
  })

  it.each([
    ['squint', credence.squint()],
    ['adaNormalHedge', credence.adaNormalHedge()],
    ['adaHedge', credence.adaHedge()],
    ['exponentiatedGradient', credence.exponentiatedGradient()],
  ])('by %s for regrets beyond 1e300, which are cut off', (_name, meta) => {
    expect(learnt(meta, [[1e300, -1.7e308]]).total.bound).toBeUndefined()
  })

  it('against sequences that switch where the share goes to past weights', () => {
    const rows = [
      [1, 0],
      [0, 1],
    ]
    expect(learnt(credence.fixedShare({ share: 0.01 }), rows).shifting[1].bound).toBeGreaterThan(0)
    expect(learnt(credence.mixingPast({ share: 0.01 }), rows).shifting[1]).toMatchObject({
      bound: undefined,
      reason: expect.stringContaining('spread evenly'),
    })
  })
})

it('the bound of an expert that enters after gains of e⁴⁹⁰ is not lost in their rounding', () => {
  const { products, intercept, gp, pooled } = credence
  const learner = aggregate({
    experts: [
      products(
        growing(() => gp({ noise: 0.3 }), { start: 5 }),
        { factor: 3 },
      ),
      credence.knn(),
    ],
    loss: logDensity,
    score: credence.annealed,
    meta: credence.exponentiatedGradient({ rate: 1 }),
  })
  const rows = [
    [[1.2037781327225663, -1.8755277593685353, -0.4032991919818666, 1.0752202064681224], -0.8408239024852515],
    [[-1.6337349808979176, 2.356269472561056, -1.1106936808702086, 1.056132029560504], 0.2647835220659629],
    [[-1.2939345810748146, -0.23510527812465737, 0.7847460915834606, 0.12484882985562584], 5094.515899997216],
    [[-1e155, 0.4597111361423456, -1.6279566328057935, -0.14204819839078975], 2307.3510183902877],
    [[1e-160, -0.12753866185371718, -0.45958291498662296, -0.956381718586551], -0.3554252347905424],
    [[0.8730388140277908, 1.5959757281197255, 1.7716037251530812, -1.2503907954766722], -7097.869417382463],
  ] as const
  for (const [x, y] of rows) learner.learn(x, y)
  const weighings = [{ loss: logDensity, score: point, metas: [credence.adaNormalHedge()] }]
  const rule = intercept(gp({ noise: 3, amplitude: 0.01, constant: [0, 1], window: 20 }))
  learner.add(products(pooled([rule], { weighings }), { factor: 0.9 }))
  learner.learn([0, 1.2332691846476989, -0.6195946700329856, -1e155], 1.1236344068899113)
  const { regret, bound } = learner.ledger.total
  expect(regret).toBeGreaterThan(0)
  expect(regret).toBeLessThanOrEqual(bound ?? Infinity)
})

it('a loss beyond all numbers, and then one as far below, is no NaN in the ledger', () => {
  const experts = external({ columns: 2 })
  const learner = aggregate({ experts, loss: absolute, score: gradient, meta: credence.mlprod() })
  learner.learn([0, 1.7e308], 0)
  learner.learn([-1.7e308, -1e8], 1e150)
  learner.mark('here')
  for (let t = 0; t < 3; t++) learner.learn([-1.7e308, 0], -1.7e308)
  const { loss, regret, losses } = learner.ledger.total
  expect([loss, regret, ...losses].some(Number.isNaN)).toBe(false)
})

it('the bound of regrets at changing rates leaves room for the rounding of losses of 1e16', () => {
  const rate = credence.rollingRate({ window: 1 })
  const learner = aggregate({
    experts: external({ columns: 3 }),
    loss: squared,
    score: credence.annealed,
    meta: fixedShare({ rate }),
  })
  learner.learn([1e-5, -1, -2], 1e8)
  learner.learn([0, 0, 0], 0.5)
  const { bound, weightedRegret, weightedBound } = learner.ledger.total
  expect(bound).toBeUndefined()
  expect(weightedRegret).toBeLessThanOrEqual(weightedBound as number)
})

it('the bound of an expert that enters adaptive hedges after all others have left is one of its own rounds', () => {
  const meta = credence.adaHedge()
  let state = meta.init(1)
  const play = (losses: readonly number[], awake: readonly number[], own: number) => {
    const round = { losses: Float64Array.from(losses), awake: Float64Array.from(awake), own }
    meta.update(state, { ...round, weights: round.awake, ownFor: () => own })
  }
  // The learner loses less than its only expert, as one of a convex loss may: the sum of gains is −50.
  for (let t = 0; t < 50; t++) play([1], [1], 0)
  state = meta.slots?.resize?.(state, 2) as typeof state
  meta.slots?.leave(state, 0)
  meta.slots?.enter(state, 1, 0.5)
  play([0, 0], [0, 1], 0)
  expect(meta.bound?.(state, 1, { after: 0, rounds: 51, late: 0, above: 0 })).toBeGreaterThanOrEqual(0)
})

it('no bound is claimed to an expert that has retired, whatever a late outcome says of it', () => {
  const learner = aggregate({
    experts: external({ columns: 2 }),
    loss: squared,
    score: point,
    meta: credence.softBayes() as credence.MetaLearner,
  })
  learner.learn([0, 1], 0)
  learner.predict([0, 1e5], { id: 'late' })
  learner.retire(0)
  learner.learn({ id: 'late', y: 0 })
  const { best, regret, bound, reason } = learner.ledger.total
  expect([best, bound, reason]).toEqual([0, undefined, 'this expert started without any weight'])
  expect(regret).toBeGreaterThan(0)
})
