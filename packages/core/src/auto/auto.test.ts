import { describe, expect, it } from 'vitest'
import { setsOf } from '../../test/setsOf.ts'
import { ArgumentError } from '../base/errors.ts'
import { encode } from '../base/save/plainData.ts'
import { governor, mostExcessMisses } from '../conformal/memories/governor.ts'
import { normal, seededRng, uniform } from '../math/rng.ts'
import { recent } from '../panels/recent.ts'
import { AutoForecast, auto, type ClassForecast, type RawRow } from './index.ts'

type Stream = readonly (readonly [RawRow, number | string])[]

/** y = 3 + 2a − b + noise, with a word that shifts it. */
function linear(rows: number, { y: unit = 1, shift = 0, x = 1 } = {}): Stream {
  const rng = seededRng(5)
  return Array.from({ length: rows }, () => {
    const [a, b] = [normal(rng), normal(rng)]
    const word = uniform(rng) < 0.5 ? 'north' : 'south'
    const y = 3 + 2 * a - b + (word === 'north' ? 2 : 0) + 0.5 * normal(rng)
    return [{ a: a * x, word, b: b * x }, y * unit + shift] as const
  })
}

function follow(stream: Stream, learner = auto()) {
  const errors: number[] = []
  const hits: number[] = []
  stream.forEach(([row, y], t) => {
    const forecast = learner.predict(row) as AutoForecast
    if (t >= 50) {
      errors.push(forecast.mean - (y as number))
      hits.push(forecast.lower <= (y as number) && (y as number) <= forecast.upper ? 1 : 0)
    }
    learner.learn(row, y)
  })
  return { rmse: rms(errors), coverage: average(hits), errors, hits, learner }
}

const average = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length
const rms = (values: readonly number[]): number => Math.sqrt(average(values.map((value) => value * value)))

it('learns from 2,000 columns, and finds the ones that matter', () => {
  const rng = seededRng(8)
  const learner = auto({ task: 'regression', time: null })
  for (let t = 0; t < 62; t++) {
    const x = Float64Array.from({ length: 2000 }, () => normal(rng))
    learner.learn(x, 10 * x[1234] + normal(rng))
  }
  expect(learner.features.length).toBe(2000)
  expect(learner.features.slice(0, 32)).toContain('x1235')
})

describe('auto', () => {
  const clean = follow(linear(400))

  it('comes near the noise, and its interval covers as often as promised', () => {
    expect(clean.rmse).toBeLessThan(0.6)
    expect(clean.coverage).toBeGreaterThan(0.87)
    expect(clean.coverage).toBeLessThan(0.93)
  })

  it.each<[string, { y?: number; shift?: number; x?: number }]>([
    ['y·10⁶', { y: 1e6 }],
    ['y·10⁻⁶', { y: 1e-6 }],
    ['y + 10⁶', { shift: 1e6 }],
    ['x·10⁶', { x: 1e6 }],
    ['x·10⁻⁶', { x: 1e-6 }],
  ])('does not depend on units: %s', (_name, units) => {
    // The same rows, but for their units, are the first of those above.
    const other = follow(linear(200, units))
    expect(other.rmse / (units.y ?? 1) / rms(clean.errors.slice(0, 150))).toBeCloseTo(1, 2)
    expect(Math.abs(other.coverage - average(clean.hits.slice(0, 150)))).toBeLessThan(0.005)
  })

  it('takes gaps, an outlier, a new word and a cell of another type, counts them and goes on', () => {
    const rng = seededRng(8)
    const rough = linear(300).map(([row, y], t) => {
      const cells: Record<string, unknown> = { ...row }
      for (const name of ['a', 'b', 'word']) if (uniform(rng) < 0.1) cells[name] = null
      if (t === 120) cells.a = 1e6
      if (t === 150) cells.b = 'broken'
      if (t === 200) cells.word = 'east'
      return [cells as RawRow, y] as const
    })
    const { rmse, learner } = follow(rough)
    expect(rmse).toBeLessThan(1.6)
    const [a, word, b] = learner.columns
    expect(a).toMatchObject({ name: 'a', kind: 'number', beyond: 1 })
    expect(b).toMatchObject({ kind: 'number', unreadable: 1 })
    expect(word).toMatchObject({ kind: 'word', levels: 3 })
    expect(a.missing + b.missing + word.missing).toBeGreaterThan(80)
    expect(learner.features).toContain('a missing')
  })

  it('forecasts as before after the first word in a column that was empty for a hundred rows', () => {
    const learner = auto({ task: 'regression' })
    let farthest = 0
    for (let t = 0; t < 130; t++) {
      const row = { shift: t % 8, note: t === 100 ? 'stocktaking' : null }
      const y = 1000 + 40 * Math.sin((2 * Math.PI * t) / 8) + 5 * Math.sin(t * t)
      const { mean } = learner.predict(row)
      if (t > 100) farthest = Math.max(farthest, Math.abs(mean - y))
      learner.learn(row, y)
    }
    // The noise is 5 at most.
    expect(farthest).toBeLessThan(10)
  })

  it('misses no more often than its governor allows, whatever the outcomes do', () => {
    const learner = auto({ task: 'regression', coverage: 0.9 })
    const allowed = mostExcessMisses(governor(0.9, 0.1)) + 1
    let misses = 0
    for (let t = 0; t < 150; t++) {
      const { upper } = learner.predict([1]) as AutoForecast
      // Just above what was said, so that every finite interval misses.
      const { covered } = learner.learn([1], upper < Infinity ? upper + Math.abs(upper) * 1e-6 + 1e-6 : 0)
      if (!covered) misses++
    }
    expect(misses).toBeGreaterThan(15)
    expect(misses).toBeLessThanOrEqual(0.1 * 150 + allowed)
  })

  it('promises nothing before the first outcome', () => {
    const first = auto().predict({ a: 1 }) as AutoForecast
    expect([first.lower, first.upper, first.known]).toEqual([-Infinity, Infinity, false])
  })

  it('covers outcomes whose squares no number can hold as it covers others', () => {
    expect(follow(linear(150, { y: 1e180 })).hits).toEqual(clean.hits.slice(0, 100))
  })

  it('trusts no unit that two rows happened to agree on', () => {
    const learner = auto({ task: 'regression' })
    learner.learn([0.3, 0.5], 22)
    learner.learn([0.9, 0.5001], 12)
    expect(Math.abs((learner.predict([0.6, 0.9]) as AutoForecast).mean - 17)).toBeLessThan(50)
  })

  it('gives the distribution of y whole', () => {
    const { learner } = follow(linear(80))
    const forecast = learner.predict({ a: 0.3, word: 'north', b: 0 }) as AutoForecast
    expect(forecast).toBeInstanceOf(AutoForecast)
    const { mean, sd, lower, upper } = forecast
    expect(lower).toBeLessThan(mean)
    expect(upper).toBeGreaterThan(mean)
    expect(sd).toBeGreaterThan(0.2)
    expect(forecast.cdf(forecast.quantile(0.25))).toBeCloseTo(0.25, 9)
    expect(forecast.density(mean)).toBeCloseTo(Math.exp(forecast.logDensity(mean)), 9)
    // The CRPS at the median of a distribution is about a quarter of its deviation, and grows with distance.
    expect(forecast.crps(mean) / sd).toBeGreaterThan(0.15)
    expect(forecast.crps(mean) / sd).toBeLessThan(0.35)
    expect(forecast.crps(mean + 10)).toBeGreaterThan(9)
  })

  it('resumes bit for bit wherever it was saved, also in the middle of a replay', () => {
    const stream = linear(90)
    const whole = auto()
    const saves = new Map<number, Uint8Array>()
    stream.forEach(([row, y], t) => {
      if ([0, 1, 2, 5, 21, 23, 61, 70].includes(t)) saves.set(t, whole.save())
      whole.predict(row)
      whole.learn(row, y)
    })
    for (const [stop, bytes] of saves) {
      const resumed = auto().restore(bytes)
      for (const [row, y] of stream.slice(stop)) resumed.learn(row, y)
      expect(Buffer.compare(encode(whole.state), encode(resumed.state)), `after ${stop} rows`).toBe(0)
    }
  })

  it('predicts without a trace', () => {
    const { learner } = follow(linear(65))
    const before = encode(learner.state)
    learner.predict({ a: 5, word: 'west', b: null })
    expect(Buffer.compare(before, encode(learner.state))).toBe(0)
  })

  it('learns outcomes that come late, by id', () => {
    const learner = auto({ memory: false })
    const stream = linear(60)
    stream.slice(0, 40).forEach(([row, y]) => {
      learner.learn(row, y)
    })
    stream.slice(40).forEach(([row], t) => {
      learner.predict(row, { id: t })
    })
    stream.slice(40).forEach(([, y], t) => {
      learner.learn({ id: t, y })
    })
    expect(learner.round).toBe(60)
  })

  it('refuses classes several rows ahead as soon as it sees one', () => {
    const learner = auto({ ahead: 3 })
    expect(() => learner.learn({ x: 1 }, 'spam')).toThrow('ahead 3 needs a target that holds numbers')
    expect(learner.round).toBe(0)
  })

  it('refuses an outcome that is no number, and stays as it was', () => {
    const { learner } = follow(linear(30))
    const before = encode(learner.state)
    expect(() => learner.learn({ a: 1, word: 'north', b: 1 }, Number.NaN)).toThrow(
      'y must be a finite number',
    )
    expect(Buffer.compare(before, encode(learner.state))).toBe(0)
    expect(() => auto({ coverage: 2 })).toThrow('coverage must be in (0, 1)')
  })
})

describe('auto on classes', () => {
  const rng = seededRng(3)
  const classes = (count: number, rows: number): Stream =>
    Array.from({ length: rows }, () => {
      const label = Math.floor(count * uniform(rng))
      const x = [Math.cos(label) * 3 + normal(rng), Math.sin(label) * 3 + normal(rng)]
      return [x, `class ${label}`] as const
    })

  it.each([2, 4])('tells %i classes apart and says probabilities that sum to 1', (count) => {
    const learner = auto()
    let [right, scored, logLoss] = [0, 0, 0]
    classes(count, 300).forEach(([x, y], t) => {
      const { label, labels, probabilities } = learner.predict(x) as ClassForecast
      if (t >= 100) {
        scored++
        right += label === y ? 1 : 0
        logLoss -= Math.log(probabilities[labels.indexOf(y as string)])
        expect(probabilities.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12)
      }
      learner.learn(x, y)
    })
    expect(right / scored).toBeGreaterThan(0.75)
    expect(logLoss / scored).toBeLessThan(0.6 * Math.log(count))
  })
})

it('an outcome beyond belief is not learnt: the next forecast is as if it had not come', () => {
  const rng = seededRng(5)
  const [plain, spoilt] = [auto({ task: 'regression' }), auto({ task: 'regression' })]
  let y = 50
  for (let t = 0; t < 200; t++) {
    y = 50 + 0.9 * (y - 50) + normal(rng)
    const row = { hour: t % 24 }
    plain.learn(row, y)
    spoilt.learn(row, t === 190 ? 1e6 : y)
  }
  const [usual, after] = [plain, spoilt].map((learner) => learner.predict({ hour: 12 }) as AutoForecast)
  expect(Math.abs(after.mean - usual.mean)).toBeLessThan(0.5 * usual.sd)
  expect(after.upper - after.lower).toBeLessThan(1.5 * (usual.upper - usual.lower))
})

it('refuses a class beyond the hundredth with its name, and goes on with those that it knows', () => {
  const learner = auto({ task: 'classification', memory: false, experts: [recent({ keep: 0.9 })] })
  for (let t = 0; t < 100; t++) learner.learn([t], `class ${t}`)
  const before = encode(learner.state)
  expect(() => learner.learn([100], 'one more')).toThrow(
    'auto tells up to 100 classes apart; received one more, "one more": join rare classes into one',
  )
  expect(encode(learner.state)).toEqual(before)
  expect(learner.learn([101], 'class 7').covered).toBeDefined()
})

it('sets of classes hold the right one at least as often as promised, and say whether they did', () => {
  const { held, size } = setsOf(300)
  expect(held).toBeGreaterThan(0.885)
  expect(size).toBeLessThan(2.5)
})

it('sets of two classes are not larger than what was promised needs', () => {
  const rng = seededRng(4)
  const learner = auto({ task: 'classification', time: null })
  let [held, size] = [0, 0]
  for (let t = 0; t < 450; t++) {
    const x = normal(rng)
    const y = uniform(rng) < 1 / (1 + Math.exp(-2 * x)) ? 'yes' : 'no'
    const { set } = learner.predict({ x }) as ClassForecast
    if (learner.learn({ x }, y).covered && t >= 50) held++
    if (t >= 50) size += set.length
  }
  expect(held / 400).toBeGreaterThan(0.885)
  expect(held / 400).toBeLessThan(0.945)
  expect(size / 400).toBeLessThan(1.45)
})

it.each([[undefined], [null], [{}], [Number.NaN]])('an outcome %s is refused, and nothing is learnt', (y) => {
  for (const task of [undefined, 'classification'] as const) {
    const learner = auto(task ? { task } : {})
    learner.predict({ a: 1 }, { id: 'late' })
    const before = encode(learner.state)
    expect(() => learner.learn({ a: 1 }, y as never)).toThrow(ArgumentError)
    if (y === undefined || y === null)
      expect(() => learner.learn({ a: 1 }, y as never)).toThrow('the outcome y is missing in round 1')
    expect(() => learner.learn({ id: 'late', y: y as never })).toThrow(ArgumentError)
    expect(encode(learner.state)).toEqual(before)
  }
})

it('a cell that is no cell, or a first time that is no time, is refused by its column', () => {
  expect(() => auto().predict({ a: { b: 1 } as never })).toThrow('a cell of the column "a" must be a number')
  const timed = auto({ time: 'when' })
  expect(() => timed.predict({ when: '3/4/2026' })).toThrow(
    '"3/4/2026" in the column "when" may name two days',
  )
  expect(() => timed.predict({ when: '' })).not.toThrow()
})
