import { describe, expect, it } from 'vitest'
import { kinds } from '../../src/kinds/kinds.ts'
import * as credence from '../all.ts'
import { codeOf } from '../codeOf.ts'
import { digest } from '../fuzz/digest.ts'

const { bayesDtaci, conformal, fleet, horizons, normal, quantiles, seededRng } = credence

// biome-ignore lint/suspicious/noExplicitAny: learners of every kind
type Any = any

type World = (t: number, given: Any, noise: number) => number

/** Whole numbers, and outcomes that lie on an end of their own interval: what is decided at equality shows. */
const ties: World = (t, { lower, upper, forecast }, noise) => {
  if (t % 5 === 0 && Number.isFinite(upper)) return upper
  if (t % 5 === 1 && Number.isFinite(lower)) return lower
  return t % 7 === 0 ? forecast : forecast + Math.round(2 * noise)
}
/** Nothing but zeros at first, then noise, then numbers that are as large or as small as they can be. */
const extremes: World = (t, { forecast }, noise) => {
  if (t < 30) return forecast
  if (t < 60) return forecast + noise
  return t % 9 === 0 ? 1e308 * Math.sign(noise) : t % 9 === 1 ? 1e-320 : forecast + 1e-150 * noise
}

/** What a learner says of a world, with the options that its forecasts take; refusals are part of it. */
function told(
  make: () => Any,
  world: World,
  beside: (t: number) => object = () => ({}),
  rounds = 130,
): string {
  const rng = seededRng(31)
  const said: unknown[] = []
  const hear = (step: () => unknown): Any => {
    try {
      const own = step()
      said.push(structuredClone(own))
      return own
    } catch (error) {
      said.push(codeOf(error))
      return {}
    }
  }
  const learner = make()
  for (let t = 0; t < rounds; t++) {
    const noise = normal(rng)
    const forecast = t % 3
    const given = hear(() => learner.predict(forecast, t % 8 === 3 ? { ...beside(t), id: t } : beside(t)))
    const y = t % 23 === 22 ? null : world(t, { ...given, forecast }, noise)
    if (t % 8 !== 3) hear(() => learner.learn(y))
    if (t % 8 === 6) hear(() => learner.learn({ id: t - 3, y }))
  }
  for (const name of ['coverages', 'groups', 'overlaps', 'certificates', 'score', 'missing', 'evidence'])
    hear(() => learner[name])
  hear(() => learner.confidence?.(0.1))
  hear(() => learner.save())
  return digest(said)
}

/** Both worlds. */
function both(make: () => Any, beside?: (t: number) => object): string[] {
  return [told(make, ties, beside), told(make, extremes, beside)]
}

const OPTIONS: Readonly<Record<string, object>> = {
  'as it is': { alerts: { rate: 0.05 } },
  levels: { coverage: [0.3, 0.5, 0.99], window: 10 },
  seasons: { period: [3, 5] },
  sizes: { conformity: credence.absoluteResidual, alerts: { rate: 0.05 } },
  bare: { diagnostics: false },
  unbiased: { unbiased: true },
  warm: { warmStart: [0, 0, 1, -2, 2] },
  half: { coverage: 0.5 },
  'bare method': { method: bayesDtaci(), diagnostics: false },
  units: { method: bayesDtaci(), scale: 'running' },
  drawn: { method: bayesDtaci(), threshold: 'randomised', seed: 4 },
}

/** Fingerprints, as those of `traces.test.ts`. */
describe('no change moves a bit unnoticed where numbers are equal or extreme', () => {
  it.each(kinds.method.map((kind) => [kind.kind, kind] as const))('of the method %s', (_name, kind) => {
    expect(both(() => conformal({ method: kind.make({} as never) as never }))).toMatchSnapshot()
  })

  it.each(Object.entries(OPTIONS))('of intervals: %s', (_name, options) => {
    expect(both(() => conformal(options as never))).toMatchSnapshot()
  })

  it('of intervals by groups and features', () => {
    const x = (t: number): object => ({ x: [t % 4, t % 13 === 0 ? Number.NaN : t % 2] })
    expect({
      groups: both(
        () => conformal({ groups: true }),
        (t) => ({ group: t % 4 ? 'a' : 'b' }),
      ),
      overlapping: both(
        () => conformal({ overlapping: true, coverage: [0.9, 0.5] }),
        (t) => ({ groups: t % 6 ? [`day ${t % 3}`, 'all'] : [] }),
      ),
      features: both(() => conformal({ features: true }), x),
      sizes: both(() => conformal({ features: true, conformity: credence.absoluteResidual }), x),
      watched: both(() => conformal({ features: true, alerts: { rate: 0.2, features: true } }), x),
      times: both(
        () => conformal({ period: 4 }),
        (t) => ({ time: 2 * t }),
      ),
    }).toMatchSnapshot()
  })

  it('of quantiles', () => {
    expect({
      usual: both(() => quantiles()),
      few: both(() => quantiles({ levels: [0.2, 0.5, 0.8] })),
      near: both(() => quantiles({ levels: [0.45, 0.5, 0.51, 0.52] })),
    }).toMatchSnapshot()
  })

  it('of fleets and steps ahead', () => {
    const fleets = (options: object): string => {
      const own = fleet(options)
      const names = Array.from({ length: 33 }, (_, i) => `series ${i}`)
      own.add(...names)
      const [lower, upper] = [new Float64Array(33), new Float64Array(33)]
      const said: unknown[] = []
      for (let t = 0; t < 70; t++) {
        own.predictAll(
          names.map((_, i) => i % 3),
          lower,
          upper,
        )
        const world = (i: number): World => (i % 2 ? ties : extremes)
        const given = (i: number): object => ({ lower: lower[i], upper: upper[i], forecast: i % 3 })
        own.learnAll(names.map((_, i) => world(i)(t + i, given(i), Math.sin(t * (i + 1)))))
        said.push(lower.slice(), upper.slice())
      }
      return digest([said, own.save()])
    }
    const steps = (world: World): string => {
      const own = horizons({ steps: 3, period: 2 })
      const said: unknown[] = []
      for (let t = 0; t < 60; t++) {
        const given = own.predict([0, 1, 2], { id: t })
        said.push(given.map(({ lower, upper }) => [lower, upper]))
        for (const step of [2, 1, 3]) {
          if (t < step) continue
          const about = { ...given[step - 1], forecast: step - 1 }
          said.push(own.learn({ id: t - step, step, y: world(t, about, Math.sin(t * step)) }).covered)
        }
      }
      return digest([said, own.stepCoverages, own.coverage, own.save()])
    }
    expect({
      apart: fleets({}),
      together: fleets({ ends: 'together', coverage: 0.5 }),
      seasons: fleets({ period: 3 }),
      ahead: [steps(ties), steps(extremes)],
    }).toMatchSnapshot()
  })
})
