import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forecastOf } from '../aggregate/forecast.ts'
import { hinge, logDensity, logistic, squared } from '../losses/index.ts'
import { createBeliefs } from '../panels/beliefs.ts'
import { integrate, normalCdf, normalPdf, normalQuantile, seededRng } from './index.ts'
import { Mixture } from './mixture.ts'

interface Part {
  readonly weight: number
  readonly mean: number
  readonly sd: number
}

function mix(parts: readonly Part[]): Mixture {
  const total = parts.reduce((sum, { weight }) => sum + weight, 0)
  return new Mixture(
    Float64Array.from(parts, ({ weight }) => weight / total),
    Float64Array.from(parts, ({ mean }) => mean),
    Float64Array.from(parts, ({ sd }) => sd),
  )
}

const weight = fc.oneof(fc.double({ min: 0.01, max: 1, noNaN: true }), fc.constantFrom(1e-12, 1e-300, 1))
const mean = fc.oneof(fc.double({ min: -50, max: 50, noNaN: true }), fc.constantFrom(0, 1, 1e-8))
const sd = fc.oneof(fc.double({ min: 0.05, max: 20, noNaN: true }), fc.constantFrom(1e-3, 1))
const smooth = fc.array(fc.record({ weight, mean, sd }), { minLength: 1, maxLength: 6 })
const lumpy = fc.array(fc.record({ weight, mean, sd: fc.oneof(sd, fc.constant(0)) }), {
  minLength: 1,
  maxLength: 6,
})
const level = fc.oneof(
  fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true }),
  fc.constantFrom(1e-300, 1e-15, 1e-9, 0.5, 1 - 1e-9, 1 - 1e-15),
)

/** ∫f over the whole line, split where components sit. */
function overLine(parts: readonly Part[], f: (z: number) => number): number {
  const cuts = parts
    .flatMap(({ mean, sd }) => [-40, -8, -4, -2, 0, 2, 4, 8, 40].map((c) => mean + c * sd))
    .sort((a, b) => a - b)
  return integrate(f, cuts)
}

/** By how much F differs between neighbouring doubles: there is no better answer. */
function grain(mixture: Mixture, q: number): number {
  return mixture.density(q) * Math.abs(q) * 2 ** -52
}

describe('a mixture of normals', () => {
  it('has cdf(quantile(p)) = p to 1e-12, and to 1e-12 of p in the lower tail', () => {
    fc.assert(
      fc.property(smooth, level, (parts, p) => {
        const mixture = mix(parts)
        const q = mixture.quantile(p)
        expect(Math.abs(mixture.cdf(q) - p)).toBeLessThanOrEqual(
          Math.max(1e-12 * p, 4e-16, grain(mixture, q)),
        )
      }),
      { numRuns: 1000 },
    )
  })

  it('with atoms has the smallest q with F(q) ≥ p as its quantile', () => {
    fc.assert(
      fc.property(lumpy, level, (parts, p) => {
        const mixture = mix(parts)
        const q = mixture.quantile(p)
        const atom = parts.some(({ mean, sd }) => sd === 0 && mean === q)
        const step = Math.abs(q) * 1e-9 + 1e-9
        if (p < 1 - 1e-12) expect(mixture.cdf(q)).toBeGreaterThanOrEqual(p * (1 - 1e-12) - 1e-300)
        if (atom) expect(mixture.cdf(q - step)).toBeLessThan(p + mixture.density(q - step) * step + 1e-15)
        else if (p < 1 - 1e-12) {
          expect(Math.abs(mixture.cdf(q) - p)).toBeLessThanOrEqual(Math.max(1e-12, grain(mixture, q)))
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('of two atoms jumps where their weights add up', () => {
    const mixture = mix([
      { weight: 1, mean: 3, sd: 0 },
      { weight: 3, mean: -1, sd: 0 },
    ])
    expect([0.01, 0.5, 0.75].map((p) => mixture.quantile(p))).toEqual([-1, -1, -1])
    expect([0.7500001, 0.9, 1 - 1e-15].map((p) => mixture.quantile(p))).toEqual([3, 3, 3])
    expect([-1.001, -1, 2.999, 3].map((z) => mixture.cdf(z))).toEqual([0, 0.75, 0.75, 1])
  })

  it('an atom within a bell takes the levels of its jump', () => {
    const mixture = mix([
      { weight: 1, mean: 0, sd: 1 },
      { weight: 1, mean: 0.5, sd: 0 },
    ])
    const below = 0.5 * normalCdf(0.5)
    expect(mixture.quantile(below - 1e-9)).toBeLessThan(0.5)
    expect(mixture.quantile(below + 1e-9)).toBe(0.5)
    expect(mixture.quantile(below + 0.5 - 1e-9)).toBe(0.5)
    expect(mixture.quantile(below + 0.5 + 1e-9)).toBeGreaterThan(0.5)
  })

  it('of one normal is that normal', () => {
    const one = mix([{ weight: 1, mean: 2, sd: 3 }])
    for (const p of [1e-300, 1e-15, 0.1, 0.5, 0.975, 1 - 1e-15]) {
      expect(one.quantile(p)).toBe(2 + 3 * normalQuantile(p))
    }
    expect([one.mean, one.variance, one.sd]).toEqual([2, 9, 3])
    expect(one.density(5)).toBe(normalPdf(1) / 3)
    expect(one.interval(0.9)).toEqual([one.quantile(0.05), one.quantile(0.95)])
  })

  it('quantiles do not fall as p rises, also over atoms', () => {
    fc.assert(
      fc.property(lumpy, level, level, (parts, a, b) => {
        const mixture = mix(parts)
        const [low, high] = [mixture.quantile(Math.min(a, b)), mixture.quantile(Math.max(a, b))]
        expect(low).toBeLessThanOrEqual(high + 1e-9 * (1 + Math.abs(high)))
      }),
    )
  })

  it('has an equal-tailed interval that holds its mass', () => {
    fc.assert(
      fc.property(smooth, fc.constantFrom(0.5, 0.9, 0.999, 1e-6), (parts, mass) => {
        const mixture = mix(parts)
        const [lower, upper] = mixture.interval(mass)
        expect(mixture.cdf(lower)).toBeCloseTo((1 - mass) / 2, 11)
        expect(1 - mixture.cdf(upper)).toBeCloseTo((1 - mass) / 2, 11)
      }),
    )
  })

  it('has a density that integrates to 1, with its mean and variance as moments', () => {
    fc.assert(
      fc.property(smooth, (parts) => {
        const mixture = mix(parts)
        const scale = mixture.sd
        expect(overLine(parts, (z) => mixture.density(z))).toBeCloseTo(1, 9)
        const first = overLine(parts, (z) => ((z - mixture.mean) / scale) * mixture.density(z))
        const second = overLine(parts, (z) => ((z - mixture.mean) / scale) ** 2 * mixture.density(z))
        expect(first).toBeCloseTo(0, 8)
        expect(second).toBeCloseTo(1, 8)
      }),
      { numRuns: 30 },
    )
  })

  it('keeps the variance of a narrow distribution far from 0', () => {
    const mixture = mix([
      { weight: 1, mean: 1e9, sd: 1e-3 },
      { weight: 1, mean: 1e9 + 1, sd: 1e-3 },
    ])
    expect(mixture.variance).toBeCloseTo(0.25 + 1e-6, 12)
  })

  it('has the log of its density as logDensity, also where the density underflows', () => {
    fc.assert(
      fc.property(smooth, mean, (parts, y) => {
        const mixture = mix(parts)
        const density = mixture.density(y)
        if (density > 1e-290) expect(mixture.logDensity(y)).toBeCloseTo(Math.log(density), 9)
      }),
    )
    const far = mix([
      { weight: 1, mean: 0, sd: 1 },
      { weight: 1e-12, mean: 5, sd: 2 },
    ])
    expect(far.density(1e4)).toBe(0)
    const tail = -0.5 * ((1e4 - 5) / 2) ** 2 - Math.log(2) - 0.5 * Math.log(2 * Math.PI) + Math.log(1e-12)
    expect(far.logDensity(1e4)).toBeCloseTo(tail, 6)
    expect(mix([{ weight: 1, mean: 0, sd: 0 }]).logDensity(1)).toBe(-Infinity)
    expect(mix([{ weight: 1, mean: 0, sd: 0 }]).logDensity(0)).toBe(Infinity)
  })

  it('has the integral of (F − 1{· ≥ y})² as its CRPS', () => {
    fc.assert(
      fc.property(smooth, mean, (parts, y) => {
        const mixture = mix(parts)
        const spots = [...parts, { weight: 0, mean: y, sd: 1 }]
        const expected = overLine(spots, (z) => (mixture.cdf(z) - (z >= y ? 1 : 0)) ** 2)
        expect(mixture.crps(y) / Math.max(1, expected)).toBeCloseTo(expected / Math.max(1, expected), 8)
      }),
      { numRuns: 40 },
    )
  })

  it('has |y − u| as the CRPS of an atom, and that of two atoms by hand', () => {
    expect(mix([{ weight: 1, mean: 2, sd: 0 }]).crps(5)).toBe(3)
    // F is ½ on [0, 1): (½)² on [0, 0.25) and (½ − 1)² on [0.25, 1).
    const pair = mix([
      { weight: 1, mean: 0, sd: 0 },
      { weight: 1, mean: 1, sd: 0 },
    ])
    expect(pair.crps(0.25)).toBeCloseTo(0.25, 12)
  })

  it('is sampled with its own frequencies', () => {
    const mixture = mix([
      { weight: 3, mean: -4, sd: 1 },
      { weight: 1, mean: 6, sd: 0.5 },
      { weight: 1, mean: 2, sd: 0 },
    ])
    const rng = seededRng(12)
    const draws = Array.from({ length: 40_000 }, () => mixture.sample(rng))
    for (const z of [-5, -4, -3, 0, 2, 5.5, 6, 7]) {
      const share = draws.filter((draw) => draw <= z).length / draws.length
      const F = mixture.cdf(z)
      expect(Math.abs(share - F)).toBeLessThan(5 * Math.sqrt((F * (1 - F) + 1e-9) / draws.length))
    }
  })

  it('ignores the beliefs of those without weight, also if they are no numbers', () => {
    const [u, s] = [1.5, 0.7]
    const with0 = new Mixture(
      Float64Array.of(0, 1, 0),
      Float64Array.of(Number.NaN, u, Infinity),
      Float64Array.of(1, s, Number.NaN),
    )
    const alone = mix([{ weight: 1, mean: u, sd: s }])
    for (const f of [
      (m: Mixture) => m.mean,
      (m: Mixture) => m.variance,
      (m: Mixture) => m.cdf(1),
      (m: Mixture) => m.density(1),
      (m: Mixture) => m.logDensity(1),
      (m: Mixture) => m.quantile(0.3),
      (m: Mixture) => m.crps(0),
      (m: Mixture) => m.sample(seededRng(1)),
    ]) {
      expect(f(with0)).toBe(f(alone))
    }
  })

  it('refuses levels outside (0, 1)', () => {
    const one = mix([{ weight: 1, mean: 0, sd: 1 }])
    for (const p of [0, 1, -1, 2, Number.NaN]) {
      expect(() => one.quantile(p)).toThrow(`p must be in (0, 1); received ${p}`)
      expect(() => one.interval(p)).toThrow(`mass must be in (0, 1); received ${p}`)
    }
  })

  it('spans scales: a needle beside a haystack', () => {
    const mixture = mix([
      { weight: 1, mean: 5, sd: 1e-9 },
      { weight: 1, mean: 0, sd: 1e9 },
    ])
    for (const p of [1e-12, 0.1, 0.2500001, 0.5, 0.7, 0.749999, 0.7500001, 1 - 1e-12]) {
      const q = mixture.quantile(p)
      expect(Math.abs(mixture.cdf(q) - p)).toBeLessThan(1e-6)
      expect(mixture.cdf(q)).toBeGreaterThanOrEqual(p - 1e-12)
    }
  })
})

describe('a negligible expert that has diverged', () => {
  const sound = [
    { weight: 0.3, mean: 0.2, sd: 1 },
    { weight: 0.7, mean: -0.1, sd: 0.8 },
  ]
  const plain = mix(sound)
  const levels = [1e-6, 0.05, 0.3, 0.5, 0.500001, 0.7, 0.95, 1 - 1e-6]
  const wild = [1e10, -1e40, 1e155, -1e300, 1e308].flatMap((mean) =>
    [0, 1, 1e30, 1e154].map((sd) => ({ weight: 1e-62, mean, sd })),
  )

  it.each(wild)('of weight 1e-62 at $mean ± $sd moves no quantile, no interval and no score', (part) => {
    const mixture = mix([...sound, part])
    const quantiles = levels.map((p) => mixture.quantile(p))
    levels.forEach((p, i) => {
      expect(quantiles[i]).toBeCloseTo(plain.quantile(p), 9)
    })
    expect(quantiles).toEqual([...quantiles].sort((a, b) => a - b))
    const [lower, upper] = mixture.interval(0.9)
    expect(lower).toBeLessThan(upper)
    const size = Math.abs(part.mean) + part.sd
    // What it adds is at most its weight squared times its distance.
    for (const y of [0, 0.5, -3]) {
      expect(Math.abs(mixture.crps(y) - plain.crps(y))).toBeLessThanOrEqual(1e-12 + 1e-123 * size)
    }
    expect(mixture.sd).toBeLessThan(Infinity)
    const spread = Math.hypot(part.sd, part.mean) * 1e-31
    expect(mixture.sd / Math.hypot(plain.sd, spread)).toBeCloseTo(1, 9)
  })

  it('leaves an interval upright at every mass and weight', () => {
    const bell = { weight: 1, mean: fc.sample(mean, 1)[0], sd: 1 }
    fc.assert(
      fc.property(
        fc.double({ min: 1e-320, max: 1, noNaN: true }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.double({ min: 0, max: 1e154, noNaN: true }),
        level,
        (weight, mean, sd, mass) => {
          const [lower, upper] = mix([bell, { weight, mean, sd }]).interval(mass)
          expect(lower).toBeLessThanOrEqual(upper)
        },
      ),
      { numRuns: 2000 },
    )
  })
})

describe('a forecast', () => {
  function believed(parts: readonly (Part & { noise?: number })[]) {
    const beliefs = createBeliefs(parts.length)
    const weights = { linear: new Float64Array(parts.length), log: new Float64Array(parts.length) }
    const total = parts.reduce((sum, { weight }) => sum + weight, 0)
    parts.forEach(({ weight, mean, sd, noise = 0 }, k) => {
      beliefs.mean[k] = mean
      beliefs.variance[k] = sd ** 2
      beliefs.noise[k] = noise
      weights.linear[k] = weight / total
      weights.log[k] = Math.log(weight / total)
    })
    return [beliefs, weights.linear, weights.log] as const
  }

  it('adds the noise of y where the loss is a log-density, and says what it is about', () => {
    const [beliefs, weights, logs] = believed([{ weight: 1, mean: 1, sd: 3, noise: 4 }])
    const ofY = forecastOf(logDensity, beliefs, weights, logs)
    expect([ofY.about, ofY.sd, ofY.latent.sd]).toEqual(['y', 5, 3])
    const ofZ = forecastOf(squared, beliefs, weights, logs)
    expect([ofZ.about, ofZ.sd, ofZ.probability]).toEqual(['z', 3, Number.NaN])
  })

  it('stays what it was when the beliefs move on', () => {
    const [beliefs, weights, logs] = believed([{ weight: 1, mean: 1, sd: 3 }])
    const forecast = forecastOf(squared, beliefs, weights, logs)
    beliefs.mean[0] = 7
    beliefs.variance[0] = 7
    weights[0] = logs[0] = 0
    expect([forecast.mean, forecast.sd, forecast.logDensity(1)]).toEqual([
      1,
      3,
      Math.log(normalPdf(0)) - Math.log(3),
    ])
  })

  it('has P(z > 0) as the probability of +1 for hinge loss, ties halved', () => {
    const parts = [
      { weight: 1, mean: 0.5, sd: 2 },
      { weight: 2, mean: -1, sd: 0 },
      { weight: 3, mean: 0, sd: 0 },
    ]
    const forecast = forecastOf(hinge, ...believed(parts))
    expect(forecast.probability).toBeCloseTo((normalCdf(0.25) + 1.5) / 6, 14)
  })

  it('has E 1/(1 + e^(−z)) as the probability of +1 for logistic loss', () => {
    const parts = [
      { weight: 1, mean: 0.5, sd: 2 },
      { weight: 2, mean: -1, sd: 0.5 },
      { weight: 1, mean: 2, sd: 0 },
    ]
    const forecast = forecastOf(logistic, ...believed(parts))
    const smooth = mix(parts.slice(0, 2))
    const expected = overLine(parts.slice(0, 2), (z) => smooth.density(z) / (1 + Math.exp(-z)))
    expect(forecast.probability).toBeCloseTo((3 * expected + 1 / (1 + Math.exp(-2))) / 4, 9)
  })

  it('of class labels sums to 1 over both classes', () => {
    fc.assert(
      fc.property(smooth, fc.constantFrom(hinge, logistic), (parts, loss) => {
        const mirrored = parts.map((part) => ({ ...part, mean: -part.mean }))
        const plus = forecastOf(loss, ...believed(parts)).probability
        const minus = forecastOf(loss, ...believed(mirrored)).probability
        expect(plus + minus).toBeCloseTo(1, 9)
      }),
    )
  })
})

it('refuses what is not a generator, instead of drawing for ever', () => {
  const point = new Mixture(Float64Array.of(1), Float64Array.of(0), Float64Array.of(1))
  expect(() => point.sample(Math.random as never)).toThrow('sample needs a generator: seededRng(1)')
})

it('weights that sum to a little less than 1 leave no quantile beyond the greatest atom', () => {
  const law = new Mixture(
    Float64Array.of(0.5 - 1e-13, 0.5 - 1e-13),
    Float64Array.of(-1, 0),
    Float64Array.of(0, 0),
  )
  expect(law.quantile(1 - 5e-14)).toBe(0)
})

it('near the end of all doubles quantiles do not fall, and the CRPS is a number', () => {
  for (const mean of [1.7e308, -1.7e308]) {
    const law = new Mixture(Float64Array.of(1), Float64Array.of(mean), Float64Array.of(1.7e308))
    const quantiles = [0.01, 0.1, 0.5, 0.9, 0.99].map((p) => law.quantile(p))
    expect(quantiles).toEqual([...quantiles].sort((a, b) => a - b))
    for (const quantile of quantiles) expect(quantile).toSatisfy(Number.isFinite)
    for (const y of [0, 1, 1.7e308, -1.7e308]) expect(law.crps(y)).toBeGreaterThan(0)
    const small = new Mixture(Float64Array.of(1), Float64Array.of(mean / 1e300), Float64Array.of(1.7e8))
    expect(law.crps(0) / 1e300).toBeCloseTo(small.crps(0), -3)
  }
})

it('quantiles do not fall where a component is so narrow that its density overflows', () => {
  // Spikes of hardly any weight, and one of nearly all.
  const spikes = [
    { weights: [4e-131, 1], means: [0, -0.957], deviations: [5e-324, 0.8], median: -0.957 },
    { weights: [1e-100, 1], means: [0.25, -0.957], deviations: [1e-250, 0.8], median: -0.957 },
    { weights: [0.0316, 0.9684], means: [0.029, 0], deviations: [4.8e12, 5e-324], median: 0 },
  ]
  for (const { weights, means, deviations, median } of spikes) {
    const parts = [weights, means, deviations].map((row) => Float64Array.from(row))
    const mixture = new Mixture(parts[0], parts[1], parts[2])
    const quantiles = [0.001, 0.05, 0.5, 0.95, 0.999].map((p) => mixture.quantile(p))
    expect(quantiles).toEqual([...quantiles].sort((a, b) => a - b))
    expect(quantiles[2]).toBeCloseTo(median, 12)
  }
})
