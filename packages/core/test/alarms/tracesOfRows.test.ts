import { describe, expect, it } from 'vitest'
import { uniform } from '../../src/math/rng.ts'
import {
  auto,
  cdfAt,
  conformal,
  crowd,
  normal,
  paths,
  quantileAt,
  quantiles,
  type Rng,
  seededRng,
} from '../all.ts'
import { codeOf } from '../codeOf.ts'
import { digest } from '../fuzz/digest.ts'

// biome-ignore lint/suspicious/noExplicitAny: learners of every kind
type Any = any

type Stream = (t: number, rng: Rng) => readonly [row: Record<string, unknown>, y: unknown]

/** All that a forecast of a number or of a class shows. */
function shown(forecast: Any): unknown {
  if (forecast.label !== undefined) return [forecast.label, forecast.probabilities, forecast.set]
  const { mean, sd, median, lower, upper } = forecast
  return [mean, sd, median, lower, upper, forecast.quantile?.(0.1), forecast.cdf?.(1), forecast.density?.(1)]
}

/** What `auto` forecasts of each row, every ninth outcome four rows late, with its state at the end. */
function lived(options: object, stream: Stream, rows: number): string {
  const rng = seededRng(11)
  const learner: Any = auto(options as never)
  const said: unknown[] = []
  const late: [number, unknown][] = []
  for (let t = 0; t < rows; t++) {
    const [row, y] = stream(t, rng)
    const isLate = t % 9 === 4
    said.push(shown(learner.predict(row, isLate ? { id: t } : {})))
    if (isLate) late.push([t, y])
    else learner.learn(row, y)
    if (t % 9 === 8) for (const [id, outcome] of late.splice(0)) learner.learn({ id, y: outcome })
  }
  const [row] = stream(rows, rng)
  said.push(
    attempt(() => learner.reasons(row)),
    attempt(() => learner.path(3).steps.map(shown)),
  )
  said.push(learner.columns, learner.range, learner.save())
  return digest(said)
}

function attempt(of: () => unknown): unknown {
  try {
    return of()
  } catch (error) {
    return codeOf(error)
  }
}

const hourly: Stream = (t, rng) => [
  {
    time: new Date(Date.UTC(2026, 2, 1, t)),
    weather: t % 5 === 0 ? 'wet' : 'dry',
    wind: t % 7 === 0 ? null : normal(rng),
  },
  50 + 10 * Math.sin((Math.PI * t) / 12) + (t % 5 === 0 ? 6 : 0) + normal(rng),
]
const product: Stream = (t, rng) => {
  const [a, b] = [normal(rng), normal(rng)]
  return [{ a, b, shop: `shop ${t % 3}` }, a * b + 3 * (t % 3) + 0.3 * normal(rng)]
}
const skewed: Stream = (_t, rng) => {
  const a = normal(rng)
  return [{ a }, uniform(rng) < 0.3 ? 0 : Math.exp(a + 0.7 * normal(rng))]
}
const shares: Stream = (_t, rng) => {
  const a = normal(rng)
  return [{ a }, 1 / (1 + Math.exp(-a - normal(rng)))]
}
const units: Stream = (t, rng) => {
  const a = normal(rng)
  return [{ a }, (t < 90 ? 1 : t < 180 ? 1e4 : 1e-2) * (a + normal(rng))]
}
const wide: Stream = (_t, rng) => {
  const cells = Array.from({ length: 48 }, () => normal(rng))
  const row = Object.fromEntries(cells.map((cell, j) => [`x${j}`, cell]))
  return [row, cells[3]! - 2 * cells[40]! + normal(rng)]
}
const classes =
  (count: number): Stream =>
  (t, rng) => {
    const a = normal(rng)
    return [{ a, last: t % 4 }, `class ${(Math.floor(Math.abs(2 * a)) + (t % 4)) % count}`]
  }

/** Intervals around forecasts that bring features and groups along; features are sometimes missing. */
function banded(options: object): string {
  const rng = seededRng(12)
  const learner: Any = conformal(options as never)
  const said: unknown[] = []
  for (let t = 0; t < 460; t++) {
    const x = [normal(rng), t % 24, t % 13 === 0 ? Number.NaN : uniform(rng)]
    const beside = 'features' in options ? { x } : {}
    const given = 'overlapping' in options ? { ...beside, groups: [`day ${t % 7}`, `shop ${t % 2}`] } : beside
    said.push(structuredClone(learner.predict(t / 100, given)))
    const size = (t < 250 ? 1 : 3) * Math.exp(x[0]!)
    said.push(structuredClone(learner.learn(t % 31 === 30 ? null : t / 100 + 0.5 + size * normal(rng))))
  }
  said.push(learner.coverage, learner.overlaps, learner.bias, learner.save())
  return digest(said)
}

/** A whole distribution around a forecast, with ties and a jump. */
function distributed(levels?: readonly number[]): string {
  const rng = seededRng(13)
  const learner = quantiles(levels ? { levels } : {})
  const said: unknown[] = []
  for (let t = 0; t < 300; t++) {
    const forecast = learner.predict(t % 5)
    said.push(structuredClone(forecast), quantileAt(forecast, 0.33), cdfAt(forecast, 2))
    const noise = normal(rng) * (t < 150 ? 1 : 20)
    learner.learn((t % 5) + (t % 3 === 0 ? Math.round(noise) : noise))
  }
  return digest([said, learner.certificates, learner.score, learner.save()])
}

const sales = (t: number, rng: Rng, level = 100): number =>
  level * (1 + 0.3 * Math.sin((2 * Math.PI * t) / 6)) + 0.4 * t + 4 * normal(rng)

/** Paths with gaps, a known column and another unit near the end. */
function pathed(options: object, known: boolean): string {
  const rng = seededRng(14)
  const learner: Any = paths(options as never)
  const said: unknown[] = []
  for (let t = 0; t < 130; t++) {
    const ahead = Array.from({ length: 8 }, (_, k) => [(t + k) % 5 === 0 ? 1 : 0])
    const given = { ...(known ? { known: ahead } : {}), ...(t % 29 === 28 ? { gap: 1 } : {}) }
    const path = learner.predict(given)
    said.push(path.steps.map(shown), shown(path.total), t % 40 === 39 ? path.sample(rng) : null)
    learner.learn(given, sales(t, rng) * (t < 110 ? 1 : 1000))
  }
  said.push(learner.save())
  return digest(said)
}

/** A crowd of keys that start at other times; one comes last. */
function crowded(): string {
  const rng = seededRng(15)
  const many = crowd({ steps: 4, seasons: [6] })
  const said: unknown[] = []
  for (let at = 0; at < 40; at++) {
    for (let key = 0; key < 4; key++) {
      if (at < 9 * key) continue
      said.push(many.predict(`shop ${key}`).steps.map(shown))
      many.learn(`shop ${key}`, { at }, sales(at, rng, 10 ** key))
    }
  }
  return digest([said, many.save()])
}

/** Fingerprints, as those of `traces.test.ts`. */
describe('no change moves a bit of rows, widths and paths unnoticed', () => {
  it.each<[string, object, Stream, number]>([
    ['hours with words and gaps', {}, hourly, 640],
    ['three rows ahead', { ahead: 3 }, hourly, 230],
    ['products, beside a word', { coverage: 0.8 }, product, 230],
    ['no memory', { memory: false }, product, 120],
    ['many zeros and a long tail', {}, skewed, 230],
    ['shares', {}, shares, 230],
    ['a range that is given', { range: [0, 50] }, skewed, 90],
    ['units that grow and shrink', {}, units, 280],
    ['48 columns', {}, wide, 210],
    ['two classes', {}, classes(2), 130],
    ['four classes', {}, classes(4), 130],
    ['twelve classes', {}, classes(12), 90],
  ])('of auto on %s', (_name, options, stream, rows) => {
    expect(lived(options, stream, rows)).toMatchSnapshot()
  })

  it('of widths by features, groups that overlap, bias and alerts', () => {
    const watched = { features: true, alerts: { rate: 0.01, features: true } }
    expect({
      features: banded({ features: true }),
      levels: banded({ features: true, coverage: [0.5, 0.9] }),
      watched: banded(watched),
      overlapping: banded({ overlapping: true }),
      both: banded({ overlapping: true, features: true }),
      unbiased: banded({ unbiased: true }),
    }).toMatchSnapshot()
  })

  it('of distributions by quantiles', () => {
    expect([distributed(), distributed([0.1, 0.5, 0.9])]).toMatchSnapshot()
  })

  it('of paths and crowds', () => {
    expect({
      season: pathed({ steps: 8, seasons: [6] }, false),
      seasons: pathed({ steps: 3, seasons: [6, 12], coverage: 0.8 }, false),
      known: pathed({ steps: 8, known: 1 }, true),
      crowd: crowded(),
    }).toMatchSnapshot()
  })
})
