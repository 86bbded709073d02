import { describe, expect, it } from 'vitest'
import type { RowsState } from '../../src/rows/rows.ts'
import * as credence from '../all.ts'
import { digest } from '../fuzz/digest.ts'

/** What random programs found, each as the smallest program that showed it. */

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

  it('learns times that rise again as a series in a restored learner as in the one that was saved', () => {
    const make = () => credence.auto()
    const learner = make()
    const learn = (each: credence.AutoLearner, hour: number) =>
      each.learn({ at: new Date(3_600_000 * hour).toISOString() }, Math.exp(hour / 5))
    // At the eighth row one in eight does not rise, which is no series; at the twelfth only one in twelve.
    for (const hour of [0, 2, 3, 6, 7, 9, 10, 10]) learn(learner, hour)
    const copy = make().restore(learner.save())
    for (const each of [learner, copy]) for (const hour of [12, 14, 15, 16]) learn(each, hour)
    expect(digest(copy.state)).toBe(digest(learner.state))
  })

  it.each([1, 3])(
    'remembers no number of a row from before its column was one of words, ahead %i',
    (ahead) => {
      const learner = credence.auto({ ahead })
      for (let t = 0; t < 4; t++) learner.learn({ a: t }, t)
      learner.predict({ a: 2 }, { id: 'early' })
      for (let t = 4; t < 20; t++) learner.learn({ a: t % 2 ? 'east' : 'north' }, t)
      expect(learner.columns[0].kind).toBe('word')
      learner.learn({ id: 'early', y: 2 })
      const { history } = learner.state.body.inner.rows as RowsState
      const cells = [...history.cells.subarray(0, history.count)]
      expect(new Set(cells)).toEqual(new Set([-1, 0, 1]))
      expect(cells[20]).toBe(-1)
    },
  )

  it.each([
    ['that comes late', 75, 75],
    ['in the place of another', 20, -1],
  ])('has the path of a restored learner after a row %s, also where it was asked before', (_, late, left) => {
    const row = (hour: number, shop: number) => ({ at: new Date(3_600_000 * hour).toISOString(), shop })
    const learner = credence.auto()
    for (let t = 0; t < 80; t++) if (t !== left) learner.learn(row(t, (7 * t) % 5), ((7 * t) % 5) + (t % 3))
    const next = [row(80, 0), row(81, 1), row(82, 2)]
    learner.path(next)
    // The same outcome, so that only the column differs.
    learner.learn(row(late, 4), ((7 * late) % 5) + (late % 3))
    const copy = credence.auto().restore(learner.save())
    const means = (each: credence.AutoLearner) => each.path(next).steps.map(({ mean }) => mean)
    expect(means(learner)).toEqual(means(copy))
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

  it('counts no forecast from before the tenth outcome as one that covered, however late its own comes', () => {
    const learner = credence.auto()
    for (let id = 0; id < 10; id++) learner.predict([id], { id })
    for (let id = 0; id < 10; id++) learner.learn({ id, y: id })
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
    Object.assign(learner.state.body.inner, { unit: 0 })
    expect(() => credence.auto().restore(learner.save())).toThrow(
      'inner.unit must be a unit of outcomes; it is 0',
    )
  })

  it('refuses a save of one that was told to look for no times', () => {
    expect(() => credence.auto().restore(credence.auto({ time: null }).save())).toThrow('another learner')
  })
})

it('a forecast of `auto` that was given before the first outcome is restored with the columns of its own row', () => {
  const learner = credence.auto()
  learner.predict({ a: 1, b: 2, c: 3 }, { id: 'early' })
  learner.learn({ a: 1, b: 2 }, 0.5)
  const copy = credence.auto().restore(learner.save())
  for (const each of [learner, copy]) each.learn({ id: 'early', y: 3 })
  expect(digest(copy.state)).toBe(digest(learner.state))
})

it('a column of times in which none was read yet is no feature', () => {
  const learner = credence.auto({ task: 'regression', time: 'at' })
  learner.learn({ at: '', a: true }, 0.5)
  for (let t = 0; t < 40; t++) learner.learn({ at: 'north', a: t % 2 === 1 }, t % 2)
  const { mean } = learner.predict({ at: 'south', a: true }) as credence.AutoForecast
  expect(mean).toBeGreaterThan(0.5)
})
