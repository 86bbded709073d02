import { describe, expect, it } from 'vitest'
import { createCoverage, recordCoverage } from '../../src/conformal/diagnostics/coverage.ts'
import { createOrderStore, insert, orderStoreOf } from '../../src/conformal/methods/orderStore.ts'
import * as credence from '../all.ts'
import { digest } from '../fuzz/digest.ts'

/** What random programs found, each as the smallest program that showed it. */

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
    expect(() => orderStoreOf(8).check(full(), 'a store')).not.toThrow()
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
      expect(() => orderStoreOf(8).check(damaged, 'a store')).toThrow('a store')
    }
  })

  it('is refused without room for any', () => {
    const empty = new Int32Array(0)
    const links = { left: empty, right: empty, counts: empty }
    const none = { keys: new Float64Array(0), ...links }
    expect(() => orderStoreOf(8).check({ ...createOrderStore(8), ...none }, 'a store')).toThrow(
      'the room of a store',
    )
  })
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

it('a zero is a zero in memories, so that a copy says the same after outcomes of 0 and −0', () => {
  const make = () => credence.conformal({ period: 3 })
  const learner = make()
  const outcomes = [0, -0, 1, -0, 0, -1, 0, 0, -0, 2, -0, 0]
  for (let t = 0; t < 60; t++) {
    learner.learn(0, outcomes[t % 12])
    const copy = make().restore(learner.save())
    const [ours, its] = [learner, copy].map(({ model, state }) => model.issue(state, 0).issued)
    expect(digest(its)).toBe(digest(ours))
  }
})

it('a warm start of ±1.7e308 ends in intervals that are numbers', () => {
  const warmStart = Array.from({ length: 20 }, (_, i) => (i % 2 ? 1.7e308 : -1.7e308))
  const { lower, upper } = credence.conformal({ warmStart }).predict(0)
  expect(lower).toBeLessThan(upper)
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
