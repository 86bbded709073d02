import { describe, expect, it } from 'vitest'
import { conformal, fleet, horizons, withLabels } from '../src/doors/conformal.ts'
import { aggregate, logistic, normal, seededRng, squared, svb, withIntervals } from '../src/doors/index.ts'
import type { Loss } from '../src/nouns/loss.ts'
import { codeOf } from './codeOf.ts'

/** What a service gets wrong about intervals: at each of their forms an error that says so, and nothing is lost. */

/** One form: a forecast is opened under an id, its outcome told. */
interface Form {
  predict(id: string | number, forecast?: number): unknown
  learn(id: string | number, y: number): unknown
  save(): Uint8Array
}

const rng = seededRng(1)

const linear = (loss: Loss) => aggregate({ experts: svb({ scale: [0.1, 1] }), loss, dimension: 1 })

const layered = (learner: ReturnType<typeof withIntervals> | ReturnType<typeof withLabels>): Form => ({
  predict: (id, x = 1) => learner.predict([x], { id }),
  learn: (id, y) => learner.learn({ id, y }),
  save: () => learner.save(),
})

const FORMS: Record<string, (openRounds: number) => Form> = {
  conformal() {
    const intervals = conformal()
    return {
      predict: (id, forecast = 0) => intervals.predict(forecast, { id }),
      learn: (id, y) => intervals.learn({ id, y }),
      save: () => intervals.save(),
    }
  },
  groups() {
    const intervals = conformal({ groups: true })
    return {
      predict: (id, forecast = 0) => intervals.predict(forecast, { id, group: 'north' }),
      learn: (id, y) => intervals.learn({ id, y }),
      save: () => intervals.save(),
    }
  },
  horizons(openOrigins) {
    const intervals = horizons({ steps: 2, openOrigins })
    return {
      predict: (id, forecast = 0) => intervals.predict([forecast, 0], { id }),
      learn: (id, y) => intervals.learn({ id, step: 1, y }),
      save: () => intervals.save(),
    }
  },
  withIntervals: (openRounds) => layered(withIntervals(linear(squared), {}, { openRounds })),
  withLabels: (openRounds) => layered(withLabels(linear(logistic), {}, { openRounds })),
}

describe.each(Object.entries(FORMS))('%s', (name, make) => {
  /** With outcomes behind it, and one forecast open. */
  function used(): Form {
    const form = make(3)
    for (let t = 0; t < 15; t++) {
      form.predict(t)
      form.learn(t, name === 'withLabels' ? (t % 2 ? 1 : -1) : normal(rng))
    }
    form.predict('open')
    return form
  }

  it.each<[string, (form: Form) => unknown, RegExp]>([
    ['an outcome before its forecast', (form) => form.learn('never', 1), /no open prediction has the id/],
    ['an outcome told twice', (form) => form.learn(14, 1), /was already answered/],
    ['an id that is open already', (form) => form.predict('open'), /already waiting for its outcome/],
    ['an id that had its outcome', (form) => form.predict(14), /was already answered/],
    ['an id that is no name', (form) => form.predict(Number.NaN), /id must be a string or a finite number/],
    ['an outcome that is no number', (form) => form.learn('open', Number.NaN), /finite number|−1 or \+1/],
    ['an outcome of ∞', (form) => form.learn('open', Infinity), /finite number|−1 or \+1/],
    ['an outcome of −∞', (form) => form.learn('open', -Infinity), /finite number|−1 or \+1/],
    ['a forecast that is no number', (form) => form.predict('new', Number.NaN), /finite number/],
    ['a forecast of ∞', (form) => form.predict('new', Infinity), /finite number/],
  ])('%s is an error that says so, and nothing is lost', (_what, mistake, message) => {
    const form = used()
    const before = form.save()
    expect(() => mistake(form)).toThrow(message)
    expect(Buffer.compare(form.save(), before)).toBe(0)
    form.learn('open', 1)
  })

  it('outcomes of ±1e308 are learnt or refused, never half', () => {
    const form = used()
    for (const [id, y] of [
      ['a', 1e308],
      ['b', -1e308],
      ['c', 1],
    ] as const) {
      form.predict(id)
      const before = form.save()
      try {
        form.learn(id, y)
      } catch (error) {
        expect(['bad-outcome', 'not-finite', 'expert-failed', 'score-overflow']).toContain(codeOf(error))
        expect(Buffer.compare(form.save(), before)).toBe(0)
      }
    }
  })
})

it.each(['horizons', 'withIntervals', 'withLabels'])(
  '%s: an outcome of a forecast that expired is an error that says how many may wait',
  (name) => {
    const form = FORMS[name](2)
    for (const id of ['a', 'b', 'c']) form.predict(id)
    const before = form.save()
    expect(() => form.learn('a', 1)).toThrow(/expired: at most \d predictions wait/)
    expect(Buffer.compare(form.save(), before)).toBe(0)
  },
)

it('conformal: of a thousand and one open forecasts the first has expired', () => {
  const form = FORMS.conformal(1)
  for (let id = 0; id <= 1000; id++) form.predict(id)
  expect(() => form.learn(0, 1)).toThrow('id 0 expired: at most 1000 predictions wait for their outcome')
  form.learn(1, 1)
})

it.each([0, -1, 2.5, Number.NaN, Infinity])('horizons({ steps: %d }) is an error that says so', (steps) => {
  expect(() => horizons({ steps })).toThrow('steps must be a positive whole number')
})

it.each([0, 3, -1, 1.5, Number.NaN])('step %d of two is out of range, and nothing is lost', (step) => {
  const intervals = horizons({ steps: 2 })
  intervals.predict([1, 2], { id: 'a' })
  const before = intervals.save()
  expect(() => intervals.learn({ id: 'a', step, y: 1 })).toThrow('step must be a whole number from 1 to 2')
  expect(() => intervals.skip('a', step)).toThrow('step must be a whole number from 1 to 2')
  expect(Buffer.compare(intervals.save(), before)).toBe(0)
})

it('a fleet says which series has an outcome before its forecast, and takes what the others have again', () => {
  const series = fleet()
  series.add('a', 'b')
  const [lower, upper] = [new Float64Array(2), new Float64Array(2)]
  series.predictAll([0, Number.NaN], lower, upper)
  const before = series.save()
  expect(() => series.learnAll([1, 1])).toThrow('outcomes[1] came before its forecast')
  expect(Buffer.compare(series.save(), before)).toBe(0)
  series.learnAll([1, Number.NaN])
  expect(() => series.learnAll([1, Number.NaN])).toThrow('outcomes[0] came before its forecast')
})

it.each([0, 1.5, 1e9, '24'])('a period of %j is refused by name', (period) => {
  for (const make of [conformal, fleet, (given: object) => horizons({ steps: 2, ...given })] as const)
    expect(() => make({ period } as never)).toThrow(/period(\[0\])? must be/)
})

it('a layer has no groups, and says so', () => {
  const inner = () => aggregate({ experts: svb({ scale: 1 }), loss: squared })
  expect(() => withIntervals(inner(), { groups: true } as never)).toThrow(
    'withIntervals has no option "groups"',
  )
})

it('what a fleet is told must be numbers, in arrays of its size', () => {
  const series = fleet()
  series.add('a')
  const [lower, upper] = [new Float64Array(1), new Float64Array(1)]
  expect(() => series.predictAll([null] as never, lower, upper)).toThrow('forecasts[0] must be')
  expect(() => series.predictAll(['7'] as never, lower, upper)).toThrow('forecasts[0] must be')
  expect(() => series.predictAll([1], undefined as never, upper)).toThrow('arrays must have 1 entries')
  series.predictAll([1], lower, upper)
  expect(() => series.learnAll([null] as never)).toThrow('outcomes[0] must be')
})
