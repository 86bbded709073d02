import { describe, expect, it } from 'vitest'
import { aboutOf, clipped, gaugeOf, observeGauge } from '../../src/auto/pool/gauge.ts'
import { ageOf, BLENDS, followed, gainsOf, learnTrust } from '../../src/auto/pool/trust.ts'
import { Mixture } from '../../src/math/mixture.ts'
import { uniform } from '../../src/math/rng.ts'
import { createShape, observeShape, resizeShape, shaped } from '../../src/models/shape/shape.ts'
import { observeExtent, type Support } from '../../src/models/shape/support.ts'
import { auto, conjugate, normal, type Rng, seededRng } from '../all.ts'
import { codeOf } from '../codeOf.ts'
import { digest } from '../fuzz/digest.ts'

// biome-ignore lint/suspicious/noExplicitAny: learners of every kind
type Any = any

/** Fewer experts than usual: what is around them is the same, and takes a tenth of the time. */
const experts = [conjugate({ noise: 0.3, forgetting: [1, 0.97] })]

function attempt(of: () => unknown): unknown {
  try {
    return of()
  } catch (error) {
    return codeOf(error)
  }
}

/** All that can be asked of a distribution, also at its ends and beyond them. */
function asked(law: Any, points: readonly number[]): unknown {
  return [
    ...points.map((y) => [law.cdf(y), law.density(y)]),
    [0.001, 0.1, 0.33, 0.5, 0.9, 0.999].map((p) => law.quantile(p)),
    [0.2, 0.9, 0.99].map((mass) => law.interval(mass)),
    Array.from({ length: 12 }, (_, k) => law.sample(seededRng(k))),
  ]
}

/** Outcomes around forecasts, where they have an end. */
function bent(draw: (mean: number, t: number, rng: Rng) => number, given?: Support): string {
  const rng = seededRng(21)
  const state = createShape()
  const said: unknown[] = []
  const past: number[] = []
  for (let t = 0; t < 220; t++) {
    const mean = 2 + (t % 7)
    const y = draw(mean, t, rng)
    past.push(y)
    observeExtent(state.extent, y)
    observeShape(state, { mean, sd: t % 50 === 0 ? 0 : mean / 2 }, y, given)
    if (t % 3 === 0) resizeShape(state, () => past.slice(-8), given)
    if (t % 20 > 0 && t > 15) continue
    const law = new Mixture(
      Float64Array.of(0.4, 0.6),
      Float64Array.of(mean, 1.2 * mean),
      Float64Array.of(0.4 * mean, mean),
    )
    const { lower, upper } = given ?? { lower: 0, upper: 1 }
    const shape = shaped(state, law, given)
    said.push(shape && asked(shape, [lower - 1, lower, lower + 0.3, 1, mean, upper - 0.1, upper, upper + 1]))
  }
  return digest([said, state])
}

const claim = (mean: number, rng: Rng): number =>
  uniform(rng) < 0.2 ? 0 : -mean * Math.log(1 - uniform(rng))
const ends: Support = { lower: 0, upper: 12 }

const day = (t: number): string => new Date(Date.UTC(2026, 0, 1 + t)).toISOString().slice(0, 10)

/** Shops that share a week and promotions, in units of their own; one opens later, some rows come late or have no time. */
function pooled(options: object, timed: boolean): string {
  const rng = seededRng(22)
  const shops: Any = auto({ by: 'shop', task: 'regression', experts, ...options })
  const said: unknown[] = []
  for (let t = 0; t < 26; t++) {
    for (let s = 0; s < 3; s++) {
      if (s === 2 && t < 12) continue
      const on = t % 9 === 8 ? t - 3 : t
      const row = {
        ...(timed ? { day: day(on) } : {}),
        shop: `shop ${s}`,
        weather: t % 4 === 0 ? null : t % 3 ? 'dry' : 'wet',
        promotion: t % 6 === 5 ? null : Number(t % 5 === 0),
      }
      const y = 10 ** s * (5 + (t % 7) + (t % 5 === 0 ? 3 : 0) + 0.3 * normal(rng)) * (t === 20 ? 1e6 : 1)
      said.push(shown(shops.predict(row, t % 10 === 4 ? { id: t } : {})))
      said.push(t % 10 === 4 ? shops.learnLate(`shop ${s}`, { id: t, y }) : shops.learn(row, y))
    }
    if (t === 15) shops.restore(shops.save())
  }
  said.push(shops.pool?.late, [...shops.keys()], shops.has('shop 1'), shops.has('shop 9'), shops.save())
  return digest(said)
}

function shown(forecast: Any): unknown {
  if (forecast.label !== undefined) return [forecast.label, forecast.probabilities, forecast.set]
  const { mean, sd, median, lower, upper, known } = forecast
  return [mean, sd, median, lower, upper, known, forecast.interval(0.5), forecast.quantile(0.1)]
}

type Hour = (t: number) => number
const HOUR = 3_600_000

/** Rows of nothing but a time: what is asked about later ones, and their path. */
function timed(hour: Hour, options: object = {}, beside = false): string {
  const rng = seededRng(23)
  const learner: Any = auto({ task: 'regression', experts, ...options })
  const said: unknown[] = []
  const row = (t: number): object => ({
    at: new Date(Date.UTC(2026, 0, 5) + HOUR * hour(t)),
    ...(beside ? { promotion: Number(t % 6 === 0), same: 1 } : {}),
  })
  for (let t = 0; t < 46; t++) {
    const y = 10 + 3 * Math.sin((2 * Math.PI * hour(t)) / 24) + (beside && t % 6 === 0 ? 4 : 0) + normal(rng)
    said.push(shown(learner.predict(row(t))), learner.learn(row(t), y))
    if (t > 3 && t % 41 > 0) continue
    for (const later of [1, 5])
      said.push(
        attempt(() => shown(learner.predict(row(t + later)))),
        attempt(() => stepped(learner.coming(row(t + later), later))),
      )
    const next = [1, 2, 3].map((k) => row(t + k))
    for (const steps of [0, 3, next, 1001]) said.push(attempt(() => pathed(learner.path(steps))))
  }
  return digest([said, learner.save()])
}

function stepped(step: Any): unknown {
  return step && [step.mean, step.sd, step.lower, step.upper, step.quantile(0.2)]
}

function pathed({ steps, times, total }: Any): unknown {
  return [steps.map(stepped), times, stepped(total)]
}

/** Rows of numbers: every 40th row is explained, and the row that came five before it. */
function explained(
  y: (t: number, rng: Rng) => unknown,
  rows: number,
  options: object = {},
  columns = 0,
): string {
  const rng = seededRng(24)
  const learner: Any = auto({ experts, time: null, ...options })
  const said: unknown[] = []
  for (let t = 0; t < rows; t++) {
    const row = {
      a: Math.sin(t),
      b: t % 11 === 0 ? null : t % 4,
      word: `w${t % 3}`,
      far: t === 55 ? 1e9 : t % 2,
      ...Object.fromEntries(Array.from({ length: columns }, (_, j) => [`x${j}`, Math.sin(t * (j + 1))])),
    }
    said.push(shown(learner.predict(row)), learner.learn(row, y(t, rng)))
    if (t % 40 === 39) said.push(learner.reasons(row), learner.pastReasons(5), learner.pastReasons(5000))
  }
  said.push(learner.columns, learner.features, learner.range, learner.labels, learner.coverage)
  return digest([said, learner.save()])
}

/** Fingerprints, as those of `traces.test.ts`, of what `auto` is made of. */
describe('no change moves a bit of the parts of auto unnoticed', () => {
  it('of outcomes that have an end', () => {
    expect({
      none: bent((mean, _t, rng) => mean * normal(rng)),
      claims: bent((mean, _t, rng) => claim(mean, rng)),
      positive: bent((mean, _t, rng) => 0.1 + claim(mean, rng)),
      whole: bent((mean, _t, rng) => Math.round(claim(mean, rng))),
      shares: bent((_mean, _t, rng) => Math.min(1, uniform(rng) ** 2)),
      told: bent((mean, _t, rng) => Math.min(12, claim(mean, rng)), ends),
      above: bent((mean, _t, rng) => 3 - claim(mean, rng), { lower: -Infinity, upper: 3 }),
      far: bent((mean, _t, rng) => 1000 + mean + normal(rng)),
      equal: bent(() => 3),
      zeros: bent((mean, t, rng) => (t < 60 ? 0 : claim(mean, rng))),
      smaller: bent((mean, t, rng) => (t < 90 ? 100 : 0.01) * (0.5 + claim(mean, rng))),
      larger: bent((mean, t, rng) => (t < 90 ? 0.01 : 1000) * (0.5 + claim(mean, rng))),
      below: bent((mean, t, rng) => (t === 120 ? -1 : claim(mean, rng))),
    }).toMatchSnapshot()
  })

  it('of how far a key follows the pool', () => {
    const own = Float64Array.from(BLENDS, (part) => 3 * part - 1)
    const gains = Float64Array.from(BLENDS, (part) => 1 - part)
    const said = [0, 3, 20].map((rows) => followed(own, gains, rows))
    const scores = [0, 0.5, 7, 1e9, Number.NaN].map((y) =>
      gainsOf({ mean: 1, sd: 1 }, { mean: 2, sd: 0.5 }, y),
    )
    for (const each of scores) learnTrust(own, each)
    expect(digest([said, scores, own, [0, 1, 2, 3, 7, 126, 127, 1e6].map(ageOf)])).toMatchSnapshot()
  })

  it('of the units of a key', () => {
    const gauge = gaugeOf(1)()
    const said: unknown[] = []
    for (let t = 0; t < 40; t++) {
      const row = { cells: Float64Array.of(t % 6 === 0 ? Number.NaN : t % 5, t) }
      const read = { row, table: { columns: t < 20 ? [{}] : [{}, {}] } } as never
      const y = t === 30 ? 1e6 : t % 7
      observeGauge(gauge, read, t % 9 === 0 ? undefined : { mean: 3, sd: 1 }, y)
      said.push(structuredClone(gauge), aboutOf(gauge, { mean: t % 4, sd: t === 9 ? 1e9 : 1 }))
    }
    said.push([-9, 2, 9, Infinity, Number.NaN].map((value) => clipped(value, 4)))
    expect(digest(said)).toMatchSnapshot()
  })

  it('of series that learn from each other', () => {
    expect({
      days: pooled({}, true),
      order: pooled({}, false),
      alone: pooled({ alone: true }, true),
    }).toMatchSnapshot()
  })

  it('of rows that have a time alone', () => {
    expect({
      hours: timed((t) => t),
      days: timed((t) => 24 * t, { coverage: 0.8 }),
      ahead: timed((t) => t, { ahead: 3 }),
      opening: timed((t) => (t % 8) + 24 * Math.floor(t / 8)),
      workdays: timed((t) => 24 * (t + 2 * Math.floor(t / 5))),
      months: timed((t) => (Date.UTC(2026, t) - Date.UTC(2026, 0, 5)) / HOUR),
      gaps: timed((t) => t + (t > 20 ? 30 : 0) + (t > 30 ? 7 : 0)),
      uneven: timed((t) => t + 0.3 * Math.sin(7 * t)),
      twice: timed((t) => Math.floor(t / 2)),
      falling: timed((t) => -t),
      berlin: timed((t) => 24 * 20 * t, { zone: 'Europe/Berlin' }),
      known: timed((t) => 24 * t, {}, true),
    }).toMatchSnapshot()
  })

  it('of units, regimes and classes', () => {
    expect({
      calm: explained((t, rng) => Math.sin(t) + (t % 3) + 0.3 * normal(rng), 210),
      louder: explained((t, rng) => (t < 80 ? 1 : 1e3) * normal(rng), 180),
      quieter: explained((t, rng) => (t < 80 ? 1 : 1e-3) * normal(rng) + 5, 180),
      higher: explained((t, rng) => (t < 80 ? 0 : 1e4) + normal(rng), 180),
      constant: explained((t, rng) => (t < 70 ? 5 : 5 + 0.01 * normal(rng)), 150),
      outliers: explained((t, rng) => (t % 50 === 49 ? 1e6 : normal(rng)), 150),
      huge: explained((_t, rng) => 1e200 * normal(rng), 90),
      ahead: explained((t, rng) => (t < 80 ? 1 : 50) * normal(rng) + (t % 4), 150, { ahead: 4 }),
      bounded: explained((t) => t % 4, 90, { range: [0, 3] }),
      labels: explained((t) => (t < 60 ? 'abc'[t % 3] : 'abcd'[t % 4]), 150),
      signs: explained((t) => t % 3 > 0, 90, { coverage: 0.6 }),
      wide: explained((t, rng) => Math.sin(31 * t) + 0.1 * normal(rng), 64, {}, 40),
      wideLabels: explained((t) => (t < 9 ? 'a' : Math.sin(31 * t) > 0 ? 'b' : `c${t % 10}`), 64, {}, 40),
      wideSigns: explained((t) => t > 5 && Math.sin(31 * t) > 0, 40, {}, 40),
    }).toMatchSnapshot()
  })
})
