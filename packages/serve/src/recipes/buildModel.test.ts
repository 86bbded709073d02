import { parseRecipe, planRecipe } from '@credence/recipe'
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
  'a distribution of y': regression,
  'errors of the past': { ...regression, loss: 'squared', experts: [{ kind: 'svb', scale: [0.1, 1] }] },
  labels: {
    ...regression,
    task: 'classification',
    loss: 'logistic',
    experts: [{ kind: 'svb', scale: [0.1, 1] }],
  },
  experts: { task: 'experts', experts: [{ kind: 'external', columns: ['temperature', 'weekend'] }] },
  conformal: { task: 'conformal', forecast: { lower: 'temperature', upper: 'weekend' } },
  'several coverages': {
    task: 'conformal',
    forecast: { lower: 'temperature', upper: 'weekend' },
    coverage: [0.5, 0.9],
  },
  auto: { task: 'auto', features: ['temperature', 'weekend'] },
}

const inputAt = (t: number) => ({ temperature: Math.sin(t) - 1.5, weekend: t % 7 < 2 ? 1 : 0 })
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

  it('says of rows with their outcomes what the shell says', () => {
    const parsed = parseRecipe({ target: 'y', ...recipe })
    const shell = planRecipe(parsed, ['temperature', 'weekend', 'y']).begin({ first: [['', '', '0.5']] })
    const series = model.begin()
    for (let t = 0; t < 40; t++) {
      const { temperature, weekend } = inputAt(t)
      const y = outcomeAt(name, t)
      const row = [temperature, weekend, y]
      const said = shell.step(Float64Array.from(row), row.map(String)) as unknown as Record<string, number>
      const served = series.learn(inputAt(t), y) as unknown as Record<string, number>
      for (const field of ['mean', 'sd', 'probability', 'lower', 'upper']) {
        if (field in said && field in served && Number.isFinite(served[field])) {
          expect(served[field], `${field} of row ${t}`).toBe(said[field])
        }
      }
      expect(served.loss).toBe((name === 'auto' ? said.pointLoss : said.loss) ?? null)
    }
  })

  it('judges a late outcome by the forecast that was given, whatever came between', () => {
    const series = model.begin()
    play(series, name, 0, 20)
    const given = series.predict(inputAt(30), 'late')
    for (let t = 20; t < 60; t++)
      series.learn(inputAt(t), 10 * outcomeAt(name, t) * (name === 'labels' ? 0.1 : 1))
    const y = outcomeAt(name, 30)
    const { lower, upper, covered } = series.settle('late', y)
    expect([lower, upper]).toEqual([given.lower, given.upper])
    if (lower !== null && upper !== null) expect(covered).toBe(lower <= y && y <= upper)
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
    if (name !== 'auto') {
      expect(() => series.predict({ temperature: 1, weekend: 'x' }, 'new')).toThrow('made of numbers')
      expect(() => series.learn(inputAt(1), 'x')).toThrow('y must be a number; received "x"')
    }
    expect(() => series.predict({ temprature: 1, weekend: 1 }, 'new')).toThrow('"temprature"')
    expect(() => series.predict([1], 'new')).toThrow('the input must')
    expect(() => series.predict(inputAt(1), '8')).toThrow('id "8" is already waiting for its outcome')
    expect(() => series.predict(inputAt(1), '1')).toThrow('id "1" was already answered')
    expect(() => series.settle('1', 1)).toThrow('id "1" was already answered')
    expect(() => series.settle('4', 1)).toThrow('id "4" was already skipped')
    expect(() => series.settle('nobody', 1)).toThrow('no open prediction has the id "nobody"')
    expect(() => model.begin(new Uint8Array(40))).toThrow('not a save')
    expect(series.save()).toEqual(before)
  })
})

it('covers as often as asked, by a distribution of y and by past errors', () => {
  for (const name of ['a distribution of y', 'errors of the past'] as const) {
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

it('takes groups as words or numbers, by name or in order, and names what is missing', () => {
  const grouped = { task: 'conformal', forecast: 'yhat', groups: ['store', 'weekday'] }
  const { series: model, columns } = buildModel(grouped)
  expect(columns).toEqual(['yhat', 'store', 'weekday'])
  const [named, listed] = [model.begin(), model.begin()]
  for (let t = 0; t < 60; t++) {
    const [yhat, store, weekday] = [Math.sin(t), t % 2 ? 'north' : 'south', t % 7]
    const y = Math.cos(5 * t)
    expect(listed.learn([yhat, store, weekday], y)).toEqual(named.learn({ yhat, store, weekday }, y))
  }
  const before = named.save()
  expect(() => named.predict({ yhat: 1, weekday: 2 })).toThrow('the group "store" is missing')
  expect(() => named.predict({ yhat: 1, store: 'north', weekdy: 2 })).toThrow('did you mean weekday?')
  expect(() => named.predict({ yhat: 1, store: true, weekday: 2 })).toThrow('received true for "store"')
  expect(() => named.predict([1, 'north'])).toThrow('the input must have 3 entries')
  expect(() => named.predict(1)).toThrow('the input must be an object with "yhat", "store", "weekday"')
  expect(named.save()).toEqual(before)
})
