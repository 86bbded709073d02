import { describe, expect, it } from 'vitest'
import { uniform } from '../../src/math/rng.ts'
import {
  aggregate,
  conformal,
  fleet,
  horizons,
  keyed,
  live,
  normal,
  recent,
  seededRng,
  squared,
} from '../all.ts'
import { codeOf } from '../codeOf.ts'
import { digest } from '../fuzz/digest.ts'

// biome-ignore lint/suspicious/noExplicitAny: learners of every kind
type Any = any

/** A fingerprint of what many steps say, with their refusals. */
class Said {
  readonly #said: unknown[] = []

  hear(step: () => unknown): void {
    try {
      this.#said.push(structuredClone(step()))
    } catch (error) {
      this.#said.push(codeOf(error))
    }
  }

  get text(): string {
    return digest(this.#said)
  }
}

/** Series come and go, one moves to another fleet, outcomes are missing, and some forecasts are given twice. */
function voyage(options: object, ships: number): string {
  const rng = seededRng(7)
  const said = new Said()
  const crew = fleet(options)
  const other = fleet(options)
  const names = Array.from({ length: ships }, (_, i) => `ship ${i}`)
  crew.add(...names)
  for (let t = 0; t < 90; t++) {
    if (t === 20) for (const name of ['ship 1', 'ship 0']) crew.remove(name)
    if (t === 25) crew.add('late', 'later')
    if (t === 40) other.restore(crew.save('ship 2'), 'guest')
    if (t === 45) crew.restore(other.save('guest'), 'back again')
    const size = crew.size
    const lower = new Float64Array(size)
    const upper = new Float64Array(size)
    const forecasts = Array.from({ length: size }, (_, i) =>
      uniform(rng) < 0.1 ? Number.NaN : i + normal(rng),
    )
    crew.predictAll(forecasts, lower, upper)
    if (t % 8 === 3) {
      const again = forecasts.map((forecast, i) => (i % 3 === 0 ? Number.NaN : forecast + 0.5))
      crew.predictAll(again, lower, upper)
      forecasts.splice(0, size, ...again)
    }
    if (t === 50) crew.restore(crew.save())
    said.hear(() => [lower, upper])
    const isQuiet = t > 60 && t < 70
    const outcomes = forecasts.map((forecast, i) =>
      Number.isNaN(forecast) || uniform(rng) < (isQuiet ? 0.8 : 0.1)
        ? Number.NaN
        : i + normal(rng) * (t < 30 ? 1 : 5),
    )
    crew.learnAll(outcomes)
  }
  said.hear(() => crew.keys)
  said.hear(() => crew.keys.map((key) => crew.save(key)))
  return said.text
}

/** Paths whose outcomes come step by step, in no order, some never, and some after their origin expired. */
function paths(options: object): string {
  const rng = seededRng(8)
  const said = new Said()
  const learner = horizons({ steps: 4, openOrigins: 3, ...options })
  const order = [3, 1, 2, 4].filter((step) => step <= learner.steps)
  for (let t = 0; t < 60; t++) {
    const start = t > 30 ? { id: t, time: 2 * t } : { id: t }
    const path = order.map((_, i) => i + normal(rng))
    said.hear(() => learner.predict(path, start).map(plain))
    for (const step of order) {
      const y = step + normal(rng)
      if (uniform(rng) < 0.05) said.hear(() => learner.skip(t - step, step))
      else said.hear(() => learner.learn({ id: t - step, step, y }))
    }
    if (t % 9 === 0) said.hear(() => learner.learn({ id: t - 8, step: 2, y: 0 }))
  }
  said.hear(() => learner.stepCoverages)
  said.hear(() => learner.coverage)
  said.hear(() => learner.lateness)
  said.hear(() => learner.save())
  return said.text
}

/** Four keys in turn, of which two are at hand; one is deleted and comes again. */
function keys(model: Any, input: (noise: number) => unknown): string {
  const rng = seededRng(9)
  const said = new Said()
  const kept = new Map<string, Uint8Array>()
  const store = {
    get: (key: string) => kept.get(key),
    put: (key: string, bytes: Uint8Array) => void kept.set(key, bytes),
    delete: (key: string) => void kept.delete(key),
  }
  const many = keyed(model, { capacity: 2, store, openRounds: 3 })
  for (let t = 0; t < 80; t++) {
    const key = ['a', 'b', 'c', 'b', 'd'][t % 5]
    const given = input(normal(rng)) as never
    said.hear(() => plain(many.predict(key, given, t % 3 === 0 ? { id: t } : {})))
    if (t % 3 === 1) said.hear(() => many.learn(key, given, normal(rng)))
    if (t % 3 === 2) said.hear(() => many.learn(key, { id: t - 5, y: normal(rng) }))
    if (t % 11 === 10) said.hear(() => many.skip(key, t - 10))
    if (t === 40) many.delete('b')
    said.hear(() => [[...many.keys()], [...kept.keys()], many.size, many.has('b')])
  }
  for (const key of ['a', 'b', 'c', 'd']) {
    said.hear(() => [many.round(key), many.lateness(key), many.save(key)])
  }
  return said.text
}

/** Outcomes by id, in no order, twice, for ids that nobody gave and for those that expired. */
function late(learner: Any, input: (noise: number) => unknown): string {
  const rng = seededRng(10)
  const said = new Said()
  for (let t = 0; t < 80; t++) {
    said.hear(() => plain(learner.predict(input(normal(rng)), { id: t % 2 === 0 ? t : `odd ${t}` })))
    for (const back of [2, 1, 7]) {
      const id = t - back
      const outcome = { id: id % 2 === 0 ? id : `odd ${id}`, y: normal(rng) }
      if (uniform(rng) < 0.4) said.hear(() => learner.learn(outcome))
    }
    if (t % 10 === 9) said.hear(() => learner.skip(t - 1))
    if (t === 40) said.hear(() => learner.restore(learner.save()).save())
    said.hear(() => learner.lateness)
  }
  said.hear(() => learner.save())
  return said.text
}

function plain(forecast: Any): unknown {
  return [forecast.mean, forecast.sd, forecast.lower, forecast.upper]
}

const mixture = (options: object = {}): Any =>
  aggregate({ experts: recent({ keep: [0.5, 0.9] }), loss: squared, ...options })
const row = (noise: number): unknown => [noise]
const alone = (noise: number): unknown => noise

/** Fingerprints, as those of `traces.test.ts`. */
describe('no change moves a bit of many streams unnoticed', () => {
  it.each([
    ['as it is', {}],
    ['ends together', { ends: 'together', coverage: 0.8 }],
    ['seasons', { period: [3, 7] }],
  ])('of fleets: %s', (_name, options) => {
    expect([voyage(options, 5), voyage(options, 140)]).toMatchSnapshot()
  })

  it.each([
    ['as it is', {}],
    ['one step', { steps: 1 }],
    ['seasons', { period: 5, coverage: 0.7 }],
    ['without diagnostics', { diagnostics: false }],
  ])('of paths: %s', (_name, options) => {
    expect(paths(options)).toMatchSnapshot()
  })

  it('of keys', () => {
    expect({
      mixture: keys(mixture(), row),
      intervals: keys(conformal(), alone),
      seasons: keys(conformal({ coverage: [0.5, 0.9], period: 4 }), alone),
    }).toMatchSnapshot()
  })

  it('of outcomes that come late', () => {
    expect({
      mixture: late(mixture({ openRounds: 4 }), row),
      intervals: late(live(conformal(), { openRounds: 4 }), alone),
      levels: late(live(conformal({ coverage: [0.5, 0.9] }), { openRounds: 4 }), alone),
    }).toMatchSnapshot()
  })
})
