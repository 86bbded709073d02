import { expect, test } from 'vitest'
import { auto } from '../../auto/auto.ts'
import { seededRng, uniform } from '../../math/index.ts'
import { Mixture } from '../../math/mixture.ts'
import { integrate } from '../../math/quadrature.ts'
import { createLine, learnLine, learnLogit, lineAt } from './line.ts'
import { outcomeScales } from './outcomeScale.ts'
import { createShape, observeShape, type ShapeState, shaped } from './shape.ts'
import { BentLaw, CutLaw, type Laws, ShapedLaw } from './shapedLaw.ts'
import { createExtent, observeExtent, type Support, supportOf } from './support.ts'

const law = (mean: number, sd: number): Mixture =>
  new Mixture(Float64Array.of(0.5, 0.5), Float64Array.of(mean, 1.1 * mean), Float64Array.of(sd, 2 * sd))

/** What a model does with an outcome. */
function observe(state: ShapeState, said: { mean: number; sd: number }, y: number, asked?: Support): void {
  observeExtent(state.extent, y)
  observeShape(state, said, y, asked)
}

function learnt(draw: (mean: number) => number, asked?: Support, rounds = 400): ShapeState {
  const state = createShape()
  for (let t = 0; t < rounds; t++) {
    const mean = 2 + (t % 7)
    observe(state, { mean, sd: mean }, draw(mean), asked)
  }
  return state
}

const rng = seededRng(3)
/** Exponential, and 0 one time in three. */
const claim = (mean: number): number => (uniform(rng) < 1 / 3 ? 0 : -1.5 * mean * Math.log(1 - uniform(rng)))

function supportAfter(outcomes: readonly number[]): Support {
  const extent = createExtent()
  for (const y of outcomes) observeExtent(extent, y)
  return supportOf(extent)
}

test('outcomes that never were below 0 end there, shares at 1 too, and one below 0 ends that', () => {
  const amounts = Array.from({ length: 30 }, (_, t) => t)
  expect(supportAfter(amounts)).toEqual({ lower: 0, upper: Infinity })
  expect(supportAfter(amounts.slice(0, 9))).toEqual({ lower: -Infinity, upper: Infinity })
  expect(supportAfter(amounts.map((y) => y / 29))).toEqual({ lower: 0, upper: 1 })
  expect(supportAfter(amounts.map((y) => y % 2))).toEqual({ lower: 0, upper: Infinity })
  expect(supportAfter([...amounts, -1])).toEqual({ lower: -Infinity, upper: Infinity })
})

const below10 = { lower: -Infinity, upper: 10 }
const shapes: [string, ShapedLaw | null][] = [
  ['claims', shaped(learnt(claim), law(4, 4))],
  [
    'positive',
    shaped(
      learnt((mean) => 0.1 + claim(mean)),
      law(4, 4),
    ),
  ],
  [
    'shares',
    shaped(
      learnt((mean) => uniform(rng) * (mean / 9)),
      law(0.3, 0.2),
    ),
  ],
  [
    'up to an end',
    shaped(
      learnt((mean) => 10 - claim(mean), below10),
      law(4, 4),
      below10,
    ),
  ],
]

test.each(shapes)('%s: cdf, quantiles and density are those of one law', (_, shape) => {
  if (!shape) throw new Error('no shape')
  for (const p of [0.02, 0.2, 0.5, 0.8, 0.98]) {
    const q = shape.quantile(p)
    expect(shape.cdf(q)).toBeGreaterThanOrEqual(p - 1e-9)
    expect(shape.cdf(q - 1e-6)).toBeLessThanOrEqual(p + 1e-6)
  }
  const [low, high] = [shape.quantile(0.4), shape.quantile(0.9)]
  if (low > shape.support.lower && high < shape.support.upper) {
    const cuts = Array.from({ length: 65 }, (_, i) => low + ((high - low) * i) / 64)
    const mass = integrate((y) => shape.density(y), cuts, { nodes: 8 })
    expect(mass).toBeCloseTo(shape.cdf(high) - shape.cdf(low), 3)
  }
})

test.each(shapes)('%s: no interval and no draw leaves the support', (_, shape) => {
  if (!shape) throw new Error('no shape')
  const { lower, upper } = shape.support
  const ends = [0.5, 0.9, 0.999].flatMap((mass) => shape.interval(mass))
  const draws = Array.from({ length: 200 }, () => shape.sample(rng))
  for (const y of [...ends, ...draws]) {
    expect(y).toBeGreaterThanOrEqual(lower)
    expect(y).toBeLessThanOrEqual(upper)
  }
})

test('quantiles do not fall where nearly all that is bent lies nearer to the end than numbers can tell', () => {
  const support: Support = { lower: 0, upper: Infinity }
  const unit = 1e147
  const [logs] = outcomeScales(support, unit)
  if (!logs) throw new Error('no scale')
  const cut = new CutLaw(
    support,
    new Mixture(Float64Array.of(1), Float64Array.of(unit), Float64Array.of(unit / 4)),
  )
  for (const sd of [1e3, 3e3]) {
    const bent = new BentLaw(support, logs, -3000, sd, [0, 0])
    const shape = new ShapedLaw(
      support,
      [cut, bent, null],
      Float64Array.of(0.5, 0.5, 0),
      Float64Array.of(1, 0, 0),
    )
    const quantiles = Array.from({ length: 60 }, (_, i) => shape.quantile((i + 1) / 100))
    expect(quantiles).toEqual([...quantiles].sort((a, b) => a - b))
    expect(quantiles[20]).toBeLessThan(1e-50 * unit)
  }
})

test.each([1e-3, 1e-11, 1e-14, 0])('quantiles do not fall beside a jump of width %d', (narrow) => {
  const support: Support = { lower: 0, upper: Infinity }
  for (const [unit, wide] of [1, 5].flatMap((unit) => [0.01, 1, 1000].map((wide) => [unit, wide]))) {
    const [logs] = outcomeScales(support, unit)
    if (!logs) throw new Error('no scale')
    const cut = new CutLaw(
      support,
      new Mixture(Float64Array.of(0.5, 0.5), Float64Array.of(3, 3 + wide), Float64Array.of(narrow, wide)),
    )
    const bent = new BentLaw(support, logs, logs.to(3), Math.max(narrow, 1e-15), [0, 0])
    const weights = Float64Array.of(0.5, 0.5, 0)
    const shape = new ShapedLaw(support, [cut, bent, null], weights, weights)
    const quantiles = Array.from({ length: 99 }, (_, i) => shape.quantile((i + 1) / 100))
    quantiles.forEach((quantile, i) => {
      if (i > 0) expect(quantile).toBeGreaterThanOrEqual(quantiles[i - 1] * (1 - 1e-13))
    })
  }
})

test('an end that outcomes often lie on has their share of the probability', () => {
  const shape = shaped(learnt(claim), law(4, 4)) as ShapedLaw
  expect(shape.cdf(0)).toBeGreaterThan(0.25)
  expect(shape.cdf(0)).toBeLessThan(0.42)
})

/** How much of its probability the interval of a law holds. */
function held(shape: ShapedLaw, mass: number): number {
  const [lower, upper] = shape.interval(mass)
  return shape.cdf(upper) - (lower > shape.support.lower ? shape.cdf(lower) : 0)
}

test('an interval that reaches an end of the support holds no more than it was asked for', () => {
  const claims = shaped(learnt(claim, undefined, 2000), law(4, 4)) as ShapedLaw
  expect(claims.interval(0.8)[0]).toBe(0)
  expect(held(claims, 0.8)).toBeGreaterThan(0.76)
  expect(held(claims, 0.8)).toBeLessThan(0.84)
  const state = learnt((mean) => 10 - claim(10 - mean), below10, 2000)
  const turned = shaped(state, law(6, 4), below10) as ShapedLaw
  expect(turned.interval(0.8)[1]).toBe(10)
  expect(held(turned, 0.8)).toBeGreaterThan(0.76)
  expect(held(turned, 0.8)).toBeLessThan(0.84)
})

test('both ends that outcomes lie on have their share of the probability, and intervals reach them', () => {
  const share = (mean: number): number => {
    const drawn = uniform(rng)
    return drawn < 0.1 ? 0 : drawn < 0.6 ? 1 : 0.5 * mean + 0.4 * uniform(rng)
  }
  const unit: Support = { lower: 0, upper: 1 }
  const state = createShape()
  for (let t = 0; t < 400; t++) {
    const mean = 0.5 + 0.3 * uniform(rng)
    observe(state, { mean, sd: 0.3 }, share(mean), unit)
  }
  const shape = shaped(state, law(0.65, 0.3), unit) as ShapedLaw
  expect(shape.cdf(0)).toBeGreaterThan(0.05)
  expect(shape.cdf(0)).toBeLessThan(0.2)
  expect(1 - shape.cdf(1 - 1e-9)).toBeGreaterThan(0.4)
  expect(1 - shape.cdf(1 - 1e-9)).toBeLessThan(0.6)
  expect(shape.interval(0.99)).toEqual([0, 1])
  expect(shape.interval(0.8)[0]).toBeGreaterThan(0)
  expect(shape.interval(0.8)[1]).toBe(1)
})

test('which law is right is still believed when outcomes become so large that they are measured anew', () => {
  const even = (mean: number): number => mean * Math.exp(0.3 * (uniform(rng) - 0.5))
  const state = learnt(even)
  const { unit } = state
  const [cut, logs] = state.weights
  expect(logs).toBeGreaterThan(cut)
  for (let t = 0; state.unit === unit && t < 1000; t++) {
    observe(state, { mean: 100, sd: 100 }, even(100))
  }
  expect(state.unit).toBeGreaterThan(4 * unit)
  expect(state.weights[1]).toBeGreaterThan(state.weights[0])
  for (const weights of state.intervals) expect(weights[0]).toBeLessThan(0.8)
})

test('the median is found as the quantile of a half is, also on an end, between jumps and in a gap', () => {
  const draw = seededRng(11)
  const states = [
    learnt((mean) => claim(mean)),
    learnt((mean) => -mean * Math.log(1 - uniform(rng))),
    learnt((mean) => Math.round(2 * mean * uniform(rng))),
    learnt((mean) => Math.min(1, Math.round(mean * uniform(rng)) / 5), { lower: 0, upper: 1 }),
    learnt((mean) => (mean < 4 ? 0 : mean), { lower: 0, upper: 1e300 }),
  ]
  for (const state of states) {
    for (let k = 0; k < 400; k++) {
      const size = 10 ** (6 * uniform(draw) - 4)
      const means = Float64Array.from({ length: 4 }, () => size * (3 * uniform(draw) - 1))
      const deviations = means.map(() => size * (uniform(draw) < 0.2 ? 0 : 10 ** (-8 * uniform(draw))))
      const said = new Mixture(new Float64Array(4).fill(0.25), means, deviations)
      const law = shaped(state, said, { lower: 0, upper: state.upper }) as ShapedLaw
      const { median } = law
      const close = 1e-9 * said.sd
      expect(law.cdf(median + close)).toBeGreaterThanOrEqual(0.5 - 1e-6)
      if (median > 0) expect(law.cdf(median - close)).toBeLessThanOrEqual(0.5 + 1e-6)
    }
  }
})

test('auto answers counts with a median and with intervals that never end below 0', () => {
  const learner = auto({ task: 'regression', time: null })
  for (let t = 0; t < 40; t++) {
    const row = [t % 4]
    const { lower, median, mean } = learner.predict(row)
    if (t >= 13) expect(lower).toBeGreaterThanOrEqual(0)
    if (t >= 13) expect(Math.min(median, mean)).toBeGreaterThanOrEqual(0)
    learner.learn(row, (t % 4) + (t % 3 === 0 ? 1 : 0))
  }
  expect(learner.range).toEqual([0, Infinity])
})

test('intervals do not end below 0 from the first finite one, where no outcome ever was', () => {
  const learner = auto({ task: 'regression', time: null })
  for (let t = 0; t < 40; t++) {
    const { lower } = learner.predict([])
    if (lower > -Infinity && t >= 10) expect(lower, `row ${t}`).toBeGreaterThanOrEqual(0)
    learner.learn([], [0, 3, 0, 0, 1, 0, 0, 5, 0, 0][t % 10])
  }
})

test('the first intervals of shares hold what they promise, where none lies on an end', () => {
  let held = 0
  for (let seed = 0; seed < 16; seed++) {
    const rng = seededRng(seed)
    const learner = auto({ task: 'regression', time: null })
    for (let t = 0; t < 45; t++) {
      const y = uniform(rng)
      const { lower, upper } = learner.predict([])
      if (t >= 20) held += lower <= y && y <= upper ? 1 : 0
      learner.learn([], y)
    }
  }
  // 400 outcomes; where an interval that reached an end had nothing beyond it they were 0.83.
  expect(held / 400).toBeGreaterThan(0.87)
})

test('an outcome beyond an end ends it, however far it lies and however early it came', () => {
  const rng = seededRng(5)
  const far = auto({ task: 'regression', time: null })
  for (let t = 0; t < 200; t++) far.learn([], t === 120 ? -1000 : 1 + uniform(rng))
  expect(far.range).toEqual([-Infinity, Infinity])
  const early = auto({ task: 'regression', time: null })
  for (let t = 0; t < 60; t++) early.learn([], t < 3 ? -5 + t : 1 + uniform(rng))
  expect(early.range).toEqual([-Infinity, Infinity])
})

test('a range that is told holds from the first row, and an outcome outside it is refused', () => {
  const learner = auto({ task: 'regression', range: [0, 100] })
  for (const y of [40, 60, 55]) learner.learn([1], y)
  expect(learner.predict([1]).upper).toBe(100)
  expect(() => learner.learn([1], 101)).toThrow('range from 0 to 100; received 101')
  expect(learner.restore(learner.save())).toBeDefined()
})

test('a line that sees one place alone for 400,000 rounds still learns the others', () => {
  const [line, never] = [createLine(0, 1, 1, 0.1), createLine(-2, -1, 4, 1)]
  for (let t = 0; t < 400_000; t++) {
    learnLine(line, -1.3, -1.3 + 0.1 * (uniform(rng) - 0.5))
    learnLogit(never, -1.3, false)
    expect(Math.abs(lineAt(line, -1.3) + 1.3)).toBeLessThan(0.1)
  }
  learnLogit(never, -1.3, true)
  expect(Math.abs(lineAt(never, -1.3))).toBeLessThan(20)
  for (let t = 0; t < 50; t++) learnLine(line, t % 5, t % 5)
  expect(lineAt(line, 2)).toBeCloseTo(2, 1)
})

test('laws keep weights of at least 0 where the forecast is certain, and wrong', () => {
  const state = createShape()
  const unit = { lower: 0, upper: 1 }
  for (let t = 0; t < 300; t++) {
    const mean = 10 ** (-4 * uniform(rng))
    observe(state, { mean, sd: t % 9 ? mean : 1e-10 * mean }, t % 3 ? mean : 0, unit)
    for (const weight of state.weights) expect(weight).toBeGreaterThanOrEqual(0)
  }
})

test('a probability is at most 1, also where weights sum to a little more', () => {
  const support = { lower: 0, upper: 1 }
  const cut = [new CutLaw(support, law(0.5, 0.1)), new CutLaw(support, law(0.4, 0.2))]
  const laws = cut as unknown as Laws
  const weights = Float64Array.of(0.3 + 2 ** -52, 0.7)
  expect(weights[0] + weights[1]).toBeGreaterThan(1)
  expect(new ShapedLaw(support, laws, weights, weights).cdf(1)).toBe(1)
})
