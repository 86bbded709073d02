import fc from 'fast-check'
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus'
import { describe, expect, it } from 'vitest'
import { erfc, normalCdf } from './normal.ts'
import { integrate } from './quadrature.ts'
import * as rngs from './rng.ts'

const seed = fc.maxSafeInteger()

function draws(n: number, draw: () => number): Float64Array {
  return Float64Array.from({ length: n }, draw)
}

/** √n times the Kolmogorov–Smirnov distance; above 2.3 once in 20 000 samples. */
function kolmogorov(sample: Float64Array, cdf: (x: number) => number): number {
  const n = sample.length
  let distance = 0
  sample.sort().forEach((x, i) => {
    const p = cdf(x)
    distance = Math.max(distance, p - i / n, (i + 1) / n - p)
  })
  return Math.sqrt(n) * distance
}

/** z-score of Pearson's χ² for counts of 0 … size − 1, sparse cells pooled. */
function pearson(sample: Float64Array, probability: (k: number) => number): number {
  const size = Math.max(...sample) + 1
  const counts = new Float64Array(size)
  for (const k of sample) counts[k]++
  let [statistic, cells, observed, expected] = [0, 0, 0, 0]
  for (let k = 0; k < size; k++) {
    observed += counts[k]
    expected += sample.length * probability(k)
    if (expected >= 10) {
      statistic += (observed - expected) ** 2 / expected
      cells++
      observed = 0
      expected = 0
    }
  }
  const freedom = cells - 1
  return (statistic - freedom) / Math.sqrt(2 * freedom)
}

function moments(sample: Float64Array): { mean: number; variance: number } {
  const mean = sample.reduce((a, b) => a + b, 0) / sample.length
  return { mean, variance: sample.reduce((a, b) => a + (b - mean) ** 2, 0) / sample.length }
}

describe('the generator', () => {
  it('is xoroshiro128+, bit for bit as pure-rand has it', () => {
    fc.assert(
      fc.property(seed, (seed) => {
        const rng = rngs.seededRng(seed)
        const oracle = xoroshiro128plusFromState([...rng].map((word) => word | 0))
        for (let i = 0; i < 50; i++) expect(rngs.nextUint32(rng)).toBe(oracle.next() >>> 0)
        expect([...rng]).toEqual(oracle.getState().map((word) => word >>> 0))
      }),
    )
  })

  it('is seeded by SplitMix64, whose outputs for 1234567 are published', () => {
    const [s0, s1] = new BigUint64Array(
      Uint32Array.from([1, 0, 3, 2], (i) => rngs.seededRng(1234567)[i]).buffer,
    )
    expect([s0, s1]).toEqual([6457827717110365317n, 3203168211198807973n])
  })

  it('draws uniforms from the top 53 bits of the 64-bit sum', () => {
    fc.assert(
      fc.property(seed, (seed) => {
        const rng = rngs.seededRng(seed)
        const [h0, l0, h1, l1] = [...rng].map(BigInt)
        const sum = BigInt.asUintN(64, ((h0 + h1) << 32n) + l0 + l1)
        expect(rngs.uniform(rng)).toBe(Number(sum >> 11n) * 2 ** -53)
      }),
    )
  })

  it('stays in [0, 1) at both extremes of its state', () => {
    expect(rngs.uniform(Uint32Array.of(0, 0, 0, 1))).toBe(0)
    expect(rngs.uniform(Uint32Array.of(0xffffffff, 0xffffffff, 0, 0))).toBe(1 - 2 ** -53)
  })

  it('gives neighbouring seeds unrelated first draws', () => {
    const first = Array.from({ length: 20_000 }, (_, i) => rngs.uniform(rngs.seededRng(i - 10_000)))
    expect(kolmogorov(Float64Array.from(first), (x) => x)).toBeLessThan(2.3)
    const lagged = first.slice(1).reduce((sum, u, i) => sum + (u - 0.5) * (first[i] - 0.5), 0)
    expect(Math.abs((12 * lagged) / Math.sqrt(first.length))).toBeLessThan(4)
  })

  it('tells apart seeds that agree in their low 32 bits', () => {
    expect(rngs.seededRng(7)).not.toEqual(rngs.seededRng(7 + 2 ** 32))
    expect(rngs.seededRng(0)).not.toEqual(rngs.seededRng(Number.MIN_SAFE_INTEGER + 2 ** 53 - 2))
  })

  it.each([0.5, NaN, Infinity, 2 ** 53])('refuses %d as a seed', (seed) => {
    expect(() => rngs.seededRng(seed)).toThrow(`seed must be a safe integer; received ${seed}`)
  })

  it('is plain data: a clone continues the stream', () => {
    const rng = rngs.seededRng(5)
    rngs.normal(rng)
    const clone = structuredClone(rng)
    const revived = Uint32Array.from(JSON.parse(JSON.stringify([...rng])))
    const expected = [rngs.normal(rng), rngs.poisson(rng, 30), rngs.uniform(rng)]
    for (const copy of [clone, revived]) {
      expect([rngs.normal(copy), rngs.poisson(copy, 30), rngs.uniform(copy)]).toEqual(expected)
    }
  })

  it('pins its first draws across releases', () => {
    const rng = rngs.seededRng(2026)
    expect([
      rngs.nextUint32(rng),
      rngs.nextUint32(rng),
      rngs.uniform(rng),
      rngs.integerBelow(rng, 1000),
    ]).toMatchInlineSnapshot(`
      [
        2127155840,
        4213002458,
        0.8964371612510469,
        160,
      ]
    `)
  })
})

describe('splitRng', () => {
  it('gives every child and grandchild a state of its own', () => {
    const states = new Set<string>()
    let generation: rngs.Rng[] = [rngs.seededRng(1)]
    for (let depth = 0; depth < 8; depth++)
      generation = generation.flatMap((rng) => [rng, rngs.splitRng(rng)])
    for (const rng of generation) for (let i = 0; i < 100; i++, rngs.nextUint32(rng)) states.add(rng.join())
    expect(states.size).toBe(256 * 100)
  })

  it('leaves parent and child uncorrelated', () => {
    const parent = rngs.seededRng(9)
    const child = rngs.splitRng(parent)
    let sum = 0
    for (let i = 0; i < 50_000; i++) sum += rngs.normal(parent) * rngs.normal(child)
    expect(Math.abs(sum) / Math.sqrt(50_000)).toBeLessThan(4)
  })

  it('gives the same children to the same parent', () => {
    expect(rngs.splitRng(rngs.seededRng(3))).toEqual(rngs.splitRng(rngs.seededRng(3)))
  })
})

describe('continuous distributions, 40 000 draws each', () => {
  const n = 40_000
  const gammaCdf = (shape: number, total: number) => (x: number) =>
    integrate((t) => Math.exp((shape - 1) * Math.log(t) - t), [0, x], { nodes: 24 }) / total

  it.each<[string, (rng: rngs.Rng) => number, (x: number) => number]>([
    ['uniform', rngs.uniform, (x) => x],
    ['normal', rngs.normal, normalCdf],
    ['exponential', rngs.exponential, (x) => -Math.expm1(-x)],
    ['studentT(1), which is Cauchy', (rng) => rngs.studentT(rng, 1), (x) => 0.5 + Math.atan(x) / Math.PI],
    ['studentT(2)', (rng) => rngs.studentT(rng, 2), (x) => 0.5 + x / (2 * Math.sqrt(2 + x * x))],
    ['studentT(1e9), which is normal', (rng) => rngs.studentT(rng, 1e9), normalCdf],
    ['studentT(∞), which is normal', (rng) => rngs.studentT(rng, Infinity), normalCdf],
    ['gamma(1), which is exponential', (rng) => rngs.gamma(rng, 1), (x) => -Math.expm1(-x)],
    [
      'gamma(½), which is half a square of a normal',
      (rng) => rngs.gamma(rng, 0.5),
      (x) => 1 - erfc(Math.sqrt(x)),
    ],
    ['gamma(3.5)', (rng) => rngs.gamma(rng, 3.5), gammaCdf(3.5, (15 / 8) * Math.sqrt(Math.PI))],
  ])('%s follows its distribution function', (name, draw, cdf) => {
    const rng = rngs.seededRng(name.length)
    expect(
      kolmogorov(
        draws(n, () => draw(rng)),
        cdf,
      ),
    ).toBeLessThan(2.3)
  })

  it.each<[string, (rng: rngs.Rng) => number, number, number, number]>([
    ['normal', rngs.normal, 0, 1, 3],
    ['exponential', rngs.exponential, 1, 1, 9],
    ['studentT(12)', (rng) => rngs.studentT(rng, 12), 0, 1.2, 3.75],
    ['gamma(0.2)', (rng) => rngs.gamma(rng, 0.2), 0.2, 0.2, 33],
    ['gamma(50)', (rng) => rngs.gamma(rng, 50), 50, 50, 3.12],
    ['poisson(0.3)', (rng) => rngs.poisson(rng, 0.3), 0.3, 0.3, 6.4],
    ['poisson(1e6)', (rng) => rngs.poisson(rng, 1e6), 1e6, 1e6, 3],
    ['poisson(1e13)', (rng) => rngs.poisson(rng, 1e13), 1e13, 1e13, 3],
  ])('%s has its mean and variance, to four standard errors', (_name, draw, mean, variance, kurtosis) => {
    const rng = rngs.seededRng(77)
    const sample = moments(draws(n, () => draw(rng)))
    expect(Math.abs(sample.mean - mean)).toBeLessThan(4 * Math.sqrt(variance / n))
    expect(Math.abs(sample.variance / variance - 1)).toBeLessThan(4 * Math.sqrt((kurtosis - 1) / n))
  })

  it('studentT stays finite with few degrees, where a χ² would underflow', () => {
    const rng = rngs.seededRng(4)
    const sample = draws(2_000, () => rngs.studentT(rng, 0.05))
    expect(sample.every(Number.isFinite)).toBe(true)
    expect(Math.max(...sample.map(Math.abs))).toBeGreaterThan(1e40)
  })
})

describe('counts, 40 000 draws each', () => {
  const n = 40_000

  it.each([0.3, 4, 9.99, 10, 10.5, 35, 300])('poisson(%d) follows its probabilities', (mean) => {
    const rng = rngs.seededRng(21)
    const logFactorial = (k: number) =>
      Array.from({ length: k }, (_, i) => Math.log(i + 1)).reduce((a, b) => a + b, 0)
    const score = pearson(
      draws(n, () => rngs.poisson(rng, mean)),
      (k) => Math.exp(k * Math.log(mean) - mean - logFactorial(k)),
    )
    expect(Math.abs(score)).toBeLessThan(4)
  })

  it.each([2, 3, 7, 52])('integerBelow(%i) is even', (size) => {
    const rng = rngs.seededRng(size)
    const score = pearson(
      draws(n, () => rngs.integerBelow(rng, size)),
      () => 1 / size,
    )
    expect(Math.abs(score)).toBeLessThan(4)
  })

  it('integerBelow stays below n, for any n up to 2⁵³', () => {
    fc.assert(
      fc.property(seed, fc.integer({ min: 1, max: 2 ** 53 - 1 }), (seed, size) => {
        const k = rngs.integerBelow(rngs.seededRng(seed), size)
        expect(Number.isInteger(k) && k >= 0 && k < size).toBe(true)
      }),
    )
    expect(rngs.integerBelow(rngs.seededRng(1), 2 ** 53)).toBe(rngs.uniform(rngs.seededRng(1)) * 2 ** 53)
    expect(rngs.integerBelow(rngs.seededRng(1), 1)).toBe(0)
  })

  it('integerBelow is unbiased where a rounded product would not be', () => {
    // With n = ¾ 2⁵³, ⌊u n⌋ is a multiple of 3 half the time.
    const rng = rngs.seededRng(6)
    const size = 3 * 2 ** 51
    const multiples = draws(n, () => (rngs.integerBelow(rng, size) % 3 === 0 ? 1 : 0))
    expect(Math.abs(moments(multiples).mean - 1 / 3)).toBeLessThan(0.01)
  })
})

it('parameters without a distribution give NaN, not an endless loop', () => {
  const rng = rngs.seededRng(1)
  for (const bad of [NaN, -1, Infinity]) {
    expect(rngs.gamma(rng, bad)).toBeNaN()
    expect(rngs.poisson(rng, bad)).toBeNaN()
    expect(rngs.integerBelow(rng, bad)).toBeNaN()
    if (bad !== Infinity) expect(rngs.studentT(rng, bad)).toBeNaN()
  }
  expect(rngs.integerBelow(rng, 0)).toBeNaN()
  expect(rngs.integerBelow(rng, 2.5)).toBeNaN()
  expect(rngs.poisson(rng, 0)).toBe(0)
})
