import { describe, expect, it } from 'vitest'
import { acceptTree } from '../src/baselines/tree/acceptTree.ts'
import { createTree } from '../src/baselines/tree/tree.ts'
import { createCoverage, recordCoverage } from '../src/conformal/diagnostics/coverage.ts'
import { acceptOrderStore, createOrderStore, insert } from '../src/conformal/methods/orderStore.ts'
import { weighAwakeLog } from '../src/meta/logWeights.ts'
import * as credence from './all.ts'
import { digest } from './fuzz/digest.ts'

const { aggregate, absolute, external, fixedShare, gradient, growing, logDensity, point, squared, svb } =
  credence

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

it('a path whose id was used before opens none of its steps', () => {
  const learner = credence.horizons({ steps: 2, openOrigins: 1 })
  learner.predict([1, 2], { id: 'a' })
  learner.learn({ id: 'a', step: 1, y: 1 })
  learner.learn({ id: 'a', step: 2, y: 1 })
  learner.predict([1, 2], { id: 'b' })
  learner.learn({ id: 'b', step: 1, y: 1 })
  const before = digest(learner.save())
  expect(() => learner.predict([1, 2], { id: 'a' })).toThrow()
  expect(() => learner.predict([1, 2], { id: 'c', time: Number.MAX_SAFE_INTEGER })).toThrow('whole number')
  expect(digest(learner.save())).toBe(before)
})

describe('auto', () => {
  it('knows a mean after an outcome of 1.7e308 and a cell of −1e300', () => {
    const learner = credence.auto()
    for (const y of [1.7e308, 0, 3, 5, -1.7e308, 2]) learner.learn({ a: y === 5 ? -1e300 : 7 }, y)
    const { mean, lower, upper } = learner.predict({ a: 7 }) as credence.AutoForecast
    expect(mean).toSatisfy(Number.isFinite)
    // Ends may lie beyond what a number can hold.
    expect(lower).toBeLessThan(mean)
    expect(upper).toBeGreaterThan(mean)
  })

  it('fills a gap in a restored learner as in the one that was saved, also beside a cell of −1e155', () => {
    const make = () => credence.auto()
    const learner = make()
    const words = ['east', 'north', 'north', 'east', 'east']
    const row = (t: number, number: unknown) => ({
      at: new Date(3_600_000 * (7 + t)).toISOString(),
      word: words[t % 5],
      number: number as number | null,
    })
    for (let t = 0; t < 6; t++) learner.learn(row(t, t === 5 ? null : 7), Math.sin(t))
    const copy = make().restore(learner.save())
    for (const each of [learner, copy]) {
      each.learn(row(6, -1e155), -0.5)
      each.learn(row(7, 7), -1.2)
      each.learn(row(8, null), -0.2)
    }
    expect(digest(copy.state)).toBe(digest(learner.state))
  })

  it('learns a row that was forecast before the first outcome, with a word where times came later', () => {
    const learner = credence.auto()
    const at = (hour: number) => ({ at: new Date(3_600_000 * hour).toISOString() })
    learner.predict({ at: ' true' }, { id: 0 })
    learner.learn(at(0), 'yes')
    learner.learn({ id: 0, y: 'maybe' })
    for (let hour = 1; hour < 30; hour++) learner.learn(at(hour), hour % 3 ? 'maybe' : 'yes')
    expect(learner.round).toBe(31)
  })

  it('forecasts outcomes that are as large as numbers can be', () => {
    const learner = credence.auto()
    for (let t = 0; t < 12; t++) learner.learn({ a: t % 3 }, t % 2 ? 1.7e308 : -1.7e308)
    const { mean, sd } = learner.predict({ a: 1 }) as credence.AutoForecast
    expect([mean, sd].every(Number.isFinite)).toBe(true)
  })

  it('takes a number beyond all days for no time', () => {
    const learner = credence.auto()
    const at = (t: number) => new Date(3_600_000 * t).toISOString()
    for (let t = 0; t < 12; t++)
      learner.learn({ at: at(t), and: t % 3 < 2 ? at(t) : t % 2 ? 1.7e308 : -1.7e308 }, t)
    expect(learner.columns[1]).toMatchObject({ kind: 'time', unreadable: 4 })
  })

  it('reads a cell that a row lacks as missing, also under a name that every object has', () => {
    const learner = credence.auto()
    learner.learn(JSON.parse('{ "__proto__": 1, "constructor": 2 }'), 1)
    learner.learn({}, 2)
    expect(learner.columns.map(({ missing }) => missing)).toEqual([1, 1])
  })

  it.each([
    ['a function', () => 1],
    ['Symbol()', Symbol()],
  ])('refuses %s as a cell', (what, cell) => {
    expect(() => credence.auto().learn({ a: cell as never }, 1)).toThrow(`date or null; received ${what}`)
  })

  it('keeps of a forecast before the first outcome no more than its row', () => {
    const learner = credence.auto()
    const row = Object.fromEntries(Array.from({ length: 40 }, (_, j) => [`column ${j}`, j]))
    for (let id = 0; id < 20; id++) learner.predict(row, { id })
    expect(learner.save().length).toBeLessThan(100_000)
    learner.learn({ id: 3, y: 1 })
    expect(learner.columns).toHaveLength(40)
  })

  it('counts no forecast from before the first outcome as one that covered, however late its own comes', () => {
    const learner = credence.auto()
    for (let id = 0; id < 3; id++) learner.predict([id], { id })
    for (let id = 0; id < 3; id++) learner.learn({ id, y: id })
    learner.learn([1], 1)
    expect(learner.coverage.rounds).toBe(1)
  })

  it.each([1e-17, 1 - 1.2e-16])('has intervals that do not cross at a coverage of %s', (coverage) => {
    const learner = credence.auto({ coverage })
    for (let t = 0; t < 5; t++) learner.learn([t % 2], t)
    const { lower, upper } = learner.predict([1]) as credence.AutoForecast
    expect(lower).toBeLessThanOrEqual(upper)
  })

  it('refuses a save with outcomes in another unit', () => {
    const learner = credence.auto()
    learner.learn([1], 1)
    learner.state.unit = 0
    expect(() => credence.auto().restore(learner.save())).toThrow('auto.unit must be')
  })

  it('refuses a save of one that was told to look for no times', () => {
    expect(() => credence.auto().restore(credence.auto({ time: null }).save())).toThrow('another learner')
  })
})

it('a tree that gave back branches with another tree beside them is saved and restored', () => {
  const tree = credence.hoeffdingAdaptiveTree({
    gracePeriod: 0.25,
    maxDepth: 2,
    tieThreshold: 2,
    selectorDecay: 0,
    learningRate: 0.4,
  })
  const make = () =>
    aggregate({ experts: credence.onlineBagging(tree, { weight: 20, learners: 10 }), loss: squared })
  const learner = make()
  const rng = credence.seededRng(1)
  for (let t = 0; t < 60; t++) {
    learner.learn([credence.normal(rng), credence.normal(rng)], credence.normal(rng))
    if (t > 10) make().restore(learner.save())
  }
})

it('a conformal method of calibrated rules, with and without a share, is saved and restored', () => {
  const make = () =>
    credence.conformal({
      method: {
        experts: credence.saocp({ largestScore: 0.9 }),
        meta: credence.calibrated({ share: [0.001, 0] }) as never,
      },
    })
  const learner = make()
  for (let t = 0; t < 5; t++) {
    learner.learn(0, Math.sin(t))
    expect(digest(make().restore(learner.save()).state)).toBe(digest(learner.state))
  }
})

it('a forecast that overflows in the units of y is an error, and not infinite', () => {
  const far = credence.panelOf([{ init: () => null, predict: () => 1e300, update() {} }])
  const learner = credence.prepared(aggregate({ experts: far, loss: absolute }), {
    target: credence.fixedTarget(0, 1e10),
  })
  expect(() => learner.predict([1])).toThrow('the forecast is Infinity ± ')
})

it('a target of 1.7e308 does not become the unit in which all others are told', () => {
  const learner = credence.prepared(aggregate({ experts: svb({ scale: 1 }), loss: absolute }), {
    target: credence.standardizeTarget(),
  })
  for (const y of [-1.7e308, 3, 4, 3]) learner.learn([1], y)
  expect(Math.abs(learner.predict([1]).mean)).toBeLessThan(1e3)
})

it('a Gaussian process that was told NaN by the rule under it is the same after a save as text', () => {
  const { gp, hoeffdingTree, link, renewed, residuals } = credence
  const rest = residuals(
    residuals(credence.svbFull({ learningRate: 0.4 }), credence.hoeffdingAdaptiveTree({})),
    residuals(hoeffdingTree({}), gp({ noise: 5 })),
  )
  const make = () =>
    aggregate({ experts: [link(rest), link(renewed(gp({ noise: 0.9 })))], loss: credence.hinge })
  const learner = make()
  for (const [x, y] of [
    [-0.2, -1],
    [1e300, 1],
    [0.6, -1],
  ])
    learner.learn([x], y)
  const copy = make().restore(learner.save('json'))
  for (const each of [learner, copy]) each.learn([0.7], -1)
  expect(digest(copy.state)).toBe(digest(learner.state))
})

it('a forecast of a row of another length, given before the first outcome, is no part that a save cannot have', () => {
  const make = () => aggregate({ experts: credence.lines(), loss: squared })
  const learner = make()
  learner.predict([1, 2, 3], { id: 'astray' })
  learner.learn([1, 2], 1)
  const copy = make().restore(learner.save())
  expect(() => copy.learn({ id: 'astray', y: 1 })).toThrow('x must have 2 features; received 3')
  copy.skip('astray')
  expect(copy.lateness.open).toBe(0)
})

it('a radius that is infinite is so in any unit, also in that of no scores', () => {
  const experts = credence.radiusAci({ learningRate: 0.1, coverage: 0.9, quantile: 'clipped' })
  const { lower, upper } = credence.conformal({ method: { experts } }).predict(0.5)
  expect([lower, upper]).toEqual([-Infinity, Infinity])
})

describe('a bag of order statistics', () => {
  const full = () => {
    const store = createOrderStore(8)
    for (const key of [3, 1, 2, 5, 4, 1, 9, 7, 6]) insert(store, key)
    return store
  }

  it('is accepted as it was made', () => {
    expect(() => acceptOrderStore(full())).not.toThrow()
  })

  it.each([
    ['out of order', 'keys', 100],
    ['of no number', 'keys', Number.NaN],
    ['miscounted', 'counts', 100],
  ] as const)('is refused with one key %s', (_what, field, value) => {
    const store = full()
    for (let slot = 0; slot < 8; slot++) {
      const damaged = structuredClone(store)
      damaged[field][slot] = value
      // The greatest may be greater still.
      if (field === 'keys' && value === 100 && store.keys[slot] === 9) continue
      expect(() => acceptOrderStore(damaged)).toThrow('a store')
    }
  })
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

it('a forecast whose spread overflows in the units of y is an error, and no law without a median', () => {
  const target = credence.standardizeTarget()
  const inner = aggregate({ experts: credence.linearRegression(), loss: logDensity })
  const learner = credence.prepared(credence.prepared(inner, { target }), { target })
  const rows = [
    [0.3, -1],
    [-0.1, -2],
    [1e150, 0],
    [-1e8, 1e8],
    [-0.4, -1e155],
    [1.6, 1e20],
  ] as const
  for (const [x, y] of rows) learner.learn([x], y)
  expect(() => learner.predict([-1.3])).toThrow('± Infinity in the units of y')
})

it('a forecast of `auto` that was given before the first outcome is restored with the columns of its own row', () => {
  const learner = credence.auto()
  learner.predict({ a: 1, b: 2, c: 3 }, { id: 'early' })
  learner.learn({ a: 1, b: 2 }, 0.5)
  const copy = credence.auto().restore(learner.save())
  for (const each of [learner, copy]) each.learn({ id: 'early', y: 3 })
  expect(digest(copy.state)).toBe(digest(learner.state))
})

it('a tree without a root is refused', () => {
  const tree = createTree(2, 2)
  expect(() => acceptTree(tree, 2, 2)).not.toThrow()
  expect(() => acceptTree({ ...tree, root: -1 }, 2, 2)).toThrow('tree.root must be')
})

it('a column of times in which none was read yet is no feature', () => {
  const learner = credence.auto({ task: 'regression', time: 'at' })
  learner.learn({ at: '', a: true }, 0.5)
  for (let t = 0; t < 40; t++) learner.learn({ at: 'north', a: t % 2 === 1 }, t % 2)
  const { mean } = learner.predict({ at: 'south', a: true }) as credence.AutoForecast
  expect(mean).toBeGreaterThan(0.5)
})

it.each([
  ['of an expert', { experts: credence.bayesAci({ learningRate: [5, 2], spread: 0.25 }) }, 2.9e13],
  [
    'of the mixture',
    { experts: credence.aci({ learningRate: [0.1] }), meta: credence.dtaciMeta() },
    5.425734156517743e55,
  ],
] as const)(
  'a score whose annealed loss overflows, %s, is refused before anything changes',
  (_, method, y) => {
    const learner = credence.conformal({ scale: 'none', method: { ...method, score: credence.annealed } })
    const before = digest(learner.state)
    expect(() => learner.learn(-1.7e308, y)).toThrow('is not a finite number')
    expect(digest(learner.state)).toBe(before)
  },
)

it('a learner whose only expert has diverged is restored with the forecasts that wait', () => {
  const experts = credence.pid({ integral: { gain: 0.9, saturation: 0.1 } })
  const make = () => credence.conformal({ method: { experts, meta: credence.ewa({}) } })
  const learner = make()
  learner.learn(1.2, -0.4)
  learner.predict(-0.1, { id: 0 })
  learner.learn(-0.07, -1.4)
  expect(() => learner.predict(0)).toThrow('diverged')
  const copy = make().restore(learner.save())
  expect(digest(copy.state)).toBe(digest(learner.state))
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

it('a late answer to a learner whose expert has diverged since changes nothing', () => {
  const experts = credence.pid({ integral: { gain: 10, saturation: 0.25 } })
  const learner = credence.conformal({ method: { experts, meta: credence.mlpol({}) } })
  learner.learn(0.9255287537430108, 3)
  learner.learn(-0.0969941972483895, 3)
  learner.predict(1.9393468845785433, { id: 0 })
  learner.predict(-0.3007724350885107)
  learner.learn(3)
  const before = digest(learner.state)
  expect(() => learner.learn({ id: 0, y: 3 })).toThrow('diverged')
  expect(digest(learner.state)).toBe(before)
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
  meta.leave?.(state, 0)
  meta.weighLog(state, awake, weights)
  expect([...weights].map(Math.exp)).toEqual([0, 0.5, 0.5])
})

it('a zero is a zero in memories, so that a copy says the same after outcomes of 0 and −0', () => {
  const make = () => credence.conformal({ period: 3 })
  const learner = make()
  const outcomes = [0, -0, 1, -0, 0, -1, 0, 0, -0, 2, -0, 0]
  for (let t = 0; t < 60; t++) {
    learner.learn(0, outcomes[t % 12])
    const copy = make().restore(learner.save())
    const [ours, its] = [learner.model.issue(learner.state, 0), copy.model.issue(copy.state, 0)]
    expect(digest(its)).toBe(digest(ours))
  }
})

it('a warm start of ±1.7e308 ends in intervals that are numbers', () => {
  const warmStart = Array.from({ length: 20 }, (_, i) => (i % 2 ? 1.7e308 : -1.7e308))
  const { lower, upper } = credence.conformal({ warmStart }).predict(0)
  expect(lower).toBeLessThan(upper)
})

it('a forecast with an id that is none opens nothing', () => {
  const learner = credence.conformal()
  const before = learner.save('json')
  expect(() => learner.predict(1, { id: Number.NaN })).toThrow('id must be')
  expect(learner.save('json')).toBe(before)
})

it('a forecast that waits is not that of the object which the caller writes over', () => {
  const learner = credence.conformal({ conformity: credence.quantileBand })
  const band = { lower: 0, upper: 1 }
  learner.predict(band, { id: 'a' })
  band.lower = -100
  band.upper = -99
  expect(learner.learn({ id: 'a', y: 0.25 }).score).toBe(-0.25)
})

it('infinity is no outcome, not even where outcomes have no unit yet', () => {
  const learner = credence.prepared(aggregate({ experts: svb({ scale: 1 }), loss: absolute }), {
    target: credence.standardizeTarget(),
  })
  learner.learn([1], 3)
  for (const y of [Infinity, null as never])
    expect(() => learner.learn([1], y)).toThrow('y must be a finite number')
})

it('outcomes that differ by 1e-320 make no unit in which others overflow', () => {
  const learner = credence.prepared(aggregate({ experts: svb({ scale: 1 }), loss: absolute }), {
    target: credence.standardizeTarget(),
  })
  for (const y of [0, 1e-320, 1, 2, 3]) learner.learn([1], y)
  expect(learner.round).toBe(5)
})

it('steps of a path that a save does not know are refused', () => {
  const learner = credence.horizons({ steps: 2 })
  const save = credence.readSave(learner.save()) as { state: { state: { groups: { names: string[] } } } }
  save.state.state.groups.names[0] = 'other'
  expect(() => learner.restore(credence.writeSave(save as never))).toThrow('those that were given')
})

it('an interval beyond all numbers is empty, and no point whose width is no number', () => {
  const coverage = createCoverage(5, 1)
  const [lower, upper] = [Infinity, Infinity]
  const rest = { missedAtMean: true, expectedMiss: 1, pinball: 0, waits: false, passed: 0 }
  recordCoverage(coverage, 0.1, { y: 1, lower, upper, missed: true, ...rest })
  expect(coverage).toMatchObject({ width: 0, extents: { empty: 1, point: 0 } })
})

it('a random stream of zeros, in which a search does not end, is refused', () => {
  const make = () => credence.conformal({ method: credence.bayesDtaci(), threshold: 'randomised' })
  const save = credence.readSave(make().save()) as { state: { state: { rng: Uint32Array } } }
  save.state.state.rng.fill(0)
  expect(() => make().restore(credence.writeSave(save as never))).toThrow('rng must be a random stream')
})

it('a text that was cut within a character is saved and restored', () => {
  const learner = credence.auto()
  for (const half of ['\ud83d', '\ude00', 'a\ud83d']) learner.learn({ [half]: half }, half)
  for (const saved of [learner.save(), learner.save('json')])
    expect(digest(credence.auto().restore(saved).state)).toBe(digest(learner.state))
})

it('weights sum to 1 where all logarithms are near −1e56', () => {
  const out = new Float64Array(2)
  weighAwakeLog(Float64Array.of(-1e56, -1e56), Float64Array.of(1, 1), out)
  expect([...out]).toEqual([-Math.LN2, -Math.LN2])
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

it('the bound of an expert that enters adaptive hedges after all others have left is one of its own rounds', () => {
  const meta = credence.adaHedge()
  let state = meta.init(1)
  const play = (losses: readonly number[], awake: readonly number[], own: number) => {
    const round = { losses: Float64Array.from(losses), awake: Float64Array.from(awake), own }
    meta.update(state, { ...round, weights: round.awake, ownFor: () => own })
  }
  // The learner loses less than its only expert, as one of a convex loss may: the sum of gains is −50.
  for (let t = 0; t < 50; t++) play([1], [1], 0)
  state = meta.resize?.(state, 2) as typeof state
  meta.leave?.(state, 0)
  meta.enter?.(state, 1, 0.5)
  play([0, 0], [0, 1], 0)
  expect(meta.bound?.(state, 1, { after: 0, rounds: 51, late: 0, above: 0 })).toBeGreaterThanOrEqual(0)
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
