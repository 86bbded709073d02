import { describe, expect, it } from 'vitest'
import type { Series } from '../learning/series.ts'
import { buildModel } from './buildModel.ts'

const regression = {
  task: 'regression',
  features: ['temperature', 'weekend'],
  experts: [{ kind: 'conjugate', noise: [0.5, 1], priorVariance: [0.1, 1] }],
  loss: 'log-density',
}
const recipes = {
  'a law of y': regression,
  'errors of the past': { ...regression, loss: 'squared', experts: [{ kind: 'svb', scale: [0.1, 1] }] },
  labels: {
    ...regression,
    task: 'classification',
    loss: 'logistic',
    experts: [{ kind: 'svb', scale: [0.1, 1] }],
  },
  experts: { task: 'experts', experts: [{ kind: 'external', columns: ['temperature', 'weekend'] }] },
  conformal: { task: 'conformal', forecast: { lower: 'temperature', upper: 'weekend' } },
}

const inputAt = (t: number) => ({ temperature: Math.sin(t) - 1, weekend: t % 7 < 2 ? 1 : 0 })
const outcomeAt = (name: string, t: number) => (name === 'labels' ? t % 2 : Math.cos(t / 3))

/** Late and out of order: the outcome of t comes after the forecast of t + 2. */
function play(series: Series, name: string, from: number, to: number): unknown[] {
  const records: unknown[] = []
  for (let t = from; t < to; t++) {
    records.push(series.predict(inputAt(t), `${t}`))
    if (t % 5 === 4) series.skip(`${t}`)
    if (t >= 2 && (t - 2) % 5 !== 4) records.push(series.settle(`${t - 2}`, outcomeAt(name, t - 2)))
    if (t % 3 === 0) records.push(series.learn(inputAt(t), outcomeAt(name, t)))
  }
  return records
}

describe.each(Object.entries(recipes))('a model with %s', (name, recipe) => {
  const { series: model } = buildModel(recipe)

  it('goes on from its save bit for bit, in the middle of open forecasts', () => {
    const [whole, first] = [model.begin(), model.begin()]
    play(first, name, 0, 23)
    const second = model.begin(first.save())
    play(whole, name, 0, 23)
    expect(play(second, name, 23, 60)).toEqual(play(whole, name, 23, 60))
    expect(second.save()).toEqual(whole.save())
  })

  it('answers with plain data that JSON keeps, and forecasts without changing anything', () => {
    const series = model.begin()
    const records = play(series, name, 0, 40)
    expect(JSON.parse(JSON.stringify(records))).toEqual(records)
    const before = series.save()
    series.predict(inputAt(99))
    expect(series.save()).toEqual(before)
    const view = series.view()
    expect(JSON.parse(JSON.stringify(view)).rounds).toBe(view.rounds)
    expect(view.rounds).toBeGreaterThan(30)
  })

  it('refuses an input or an id that is wrong, and stays as it was', () => {
    const series = model.begin()
    play(series, name, 0, 10)
    const before = series.save()
    expect(() => series.predict({ temperature: 1, weekend: 'x' }, 'new')).toThrow('made of numbers')
    expect(() => series.predict([1], 'new')).toThrow('must have 2 entries')
    expect(() => series.predict(inputAt(1), '8')).toThrow('id "8" is already waiting for its outcome')
    expect(() => series.predict(inputAt(1), '1')).toThrow('id "1" was already answered')
    expect(() => series.settle('1', 1)).toThrow('id "1" was already answered')
    expect(() => series.settle('4', 1)).toThrow('id "4" was already skipped')
    expect(() => series.settle('nobody', 1)).toThrow('no open prediction has the id "nobody"')
    expect(() => model.begin(new Uint8Array(40))).toThrow('not a save')
    expect(series.save()).toEqual(before)
  })
})

it('covers as often as asked, by a law of y and by past errors', () => {
  for (const name of ['a law of y', 'errors of the past'] as const) {
    const series = buildModel(recipes[name]).series.begin()
    let covered = 0
    for (let t = 0; t < 400; t++) {
      const y = Math.sin(t) + ((t * 7919) % 13) / 13
      if (series.learn(inputAt(t), y).covered) covered++
    }
    expect(covered / 400).toBeGreaterThan(0.83)
  }
})

it('refuses recipes that need a whole file', () => {
  const { features: _, ...nameless } = regression
  expect(() => buildModel(nameless)).toThrow('features must be named')
  expect(() => buildModel({ ...regression, prepare: { scale: 'minmax-file' } })).toThrow(
    'standardize or none',
  )
  expect(() => buildModel({ ...regression, experts: [{ kind: 'ogd', scale: 1 }] })).toThrow(
    'horizon must be given',
  )
})
