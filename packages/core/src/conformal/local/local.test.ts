import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aggregate } from '../../aggregate/aggregate.ts'
import { squared } from '../../losses/index.ts'
import { normal, seededRng, uniform } from '../../math/rng.ts'
import { withIntervals } from '../../models/layers/withIntervals.ts'
import { svb } from '../../panels/index.ts'
import { absoluteResidual, conformal, conformalModel, normalisedResidual } from '../index.ts'

/** Noise that grows with the first of three features. */
function* rows(seed: number, count: number, scale = (x: readonly number[]) => Math.exp(0.8 * x[0])) {
  const rng = seededRng(seed)
  for (let t = 0; t < count; t++) {
    const x = [normal(rng), normal(rng), normal(rng)]
    const forecast = 10 + 2 * x[1]
    yield { x, forecast, y: forecast + scale(x) * normal(rng) }
  }
}

/** Mean interval score from round 200 on, and coverage where the noise is least and most. */
function play(options: object, stream: Iterable<{ x: number[]; forecast: number; y: number }>) {
  const learner = conformal(options)
  const withX = 'features' in options
  const quiet = [0, 0]
  const loud = [0, 0]
  let [score, rounds] = [0, 0]
  for (const { x, forecast, y } of stream) {
    const { lower, upper } = learner.predict(forecast, withX ? { x } : {})
    const { covered } = learner.learn(y)
    if (++rounds <= 200) continue
    score += upper - lower + 20 * Math.max(0, lower - y, y - upper)
    const side = x[0] < -0.67 ? quiet : x[0] > 0.67 ? loud : [0, 0]
    side[0]++
    if (covered) side[1]++
  }
  return { score, quiet: quiet[1] / quiet[0], loud: loud[1] / loud[0], learner }
}

describe('conformal({ features: true })', () => {
  it('is far sharper where the noise depends on x, and covers there as often as elsewhere', () => {
    const plain = play({}, rows(1, 2000))
    const local = play({ features: true }, rows(1, 2000))
    expect(local.score / plain.score).toBeLessThan(0.75)
    expect(plain.loud).toBeLessThan(0.78)
    expect(local.loud).toBeGreaterThan(0.84)
    expect(local.quiet).toBeLessThan(0.96)
  })

  it('costs at most 1 % where x is irrelevant', () => {
    const plain = play(
      {},
      rows(2, 2500, () => 1),
    )
    const local = play(
      { features: true },
      rows(2, 2500, () => 1),
    )
    expect(local.score / plain.score).toBeLessThan(1.01)
  })

  it('misses at most αT + G/κ + 1 outcomes, whatever features and outcomes do', () => {
    const worlds = fc.record({
      seed: fc.nat(1000),
      coverage: fc.constantFrom(0.5, 0.8, 0.9, 0.99),
      outcome: fc.constantFrom(
        (lower: number, upper: number) =>
          Number.isFinite(upper) ? upper + 1e-6 * (1 + Math.abs(upper)) : lower * 0,
        (_lower: number, upper: number) => (Number.isFinite(upper) ? 10 * Math.max(1, Math.abs(upper)) : 1),
        (lower: number, upper: number, u: number) =>
          Number.isFinite(upper) ? (u < 0.5 ? lower - 1 : upper + 1) : 0,
      ),
    })
    fc.assert(
      fc.property(worlds, ({ seed, coverage, outcome }) => {
        const rng = seededRng(seed)
        const learner = conformal({ coverage, features: true })
        for (let t = 0; t < 250; t++) {
          const { lower, upper } = learner.predict(0, { x: [normal(rng), 1e9 * uniform(rng)] })
          expect(lower).toBeLessThanOrEqual(upper)
          const y = outcome(lower, upper, uniform(rng))
          learner.learn(Math.abs(y) < 1e250 ? y : 1e250)
          const { misses, mostMisses } = learner.coverage.certificate
          expect(misses).toBeLessThanOrEqual(mostMisses as number)
        }
      }),
      { numRuns: 10 },
    )
  })

  it('has Σ(miss − α) = g/κ exactly where no score repeats itself', () => {
    const { learner } = play({ features: true }, rows(3, 800))
    const { excess, governed } = learner.coverage.certificate
    expect(Math.abs((excess as number) - (governed as number))).toBeLessThan(1e-9)
  })

  it('does not depend on the units of y or of x', () => {
    const widths = (c: number, k: number) => {
      const learner = conformal({ features: true, diagnostics: false })
      return [...rows(3, 500)].map(({ x, forecast, y }) => {
        const { lower, upper } = learner.predict(c * forecast, { x: x.map((v) => k * v + (k === 1 ? 0 : 5)) })
        learner.learn(c * y)
        return (upper - lower) / c
      })
    }
    const plain = widths(1, 1)
    for (const [c, k] of [
      [1e6, 1],
      [1e-6, 1],
      [1e100, 1],
      [1, 1000],
    ]) {
      widths(c, k).forEach((width, t) => {
        if (t > 20) expect(Math.abs(width / plain[t] - 1)).toBeLessThan(1e-9)
      })
    }
  })

  it('goes on bit for bit after a save in any round', () => {
    const learner = conformal({ features: true, coverage: [0.9, 0.5] })
    let other = learner
    let t = 0
    for (const { x, forecast, y } of rows(4, 700)) {
      if ([0, 1, 5, 300, 650].includes(t++))
        other = conformal({ features: true, coverage: [0.9, 0.5] }).restore(learner.save())
      expect(other.predict(forecast, { x })).toEqual(learner.predict(forecast, { x }))
      if (other !== learner) other.learn(y)
      learner.learn(y)
    }
  })

  it('takes outcomes late and in any order, and features that are missing', () => {
    const learner = conformal({ features: true })
    const open: { id: number; y: number }[] = []
    let t = 0
    for (const { x, forecast, y } of rows(5, 600)) {
      learner.predict(forecast, { x: t % 7 === 0 ? [Number.NaN, x[1], x[2]] : x, id: t })
      open.push({ id: t, y })
      if (t++ > 5) learner.learn(open.splice(t % 5, 1)[0])
    }
    expect(learner.coverage.given.cumulative).toBeGreaterThan(0.86)
    expect(learner.coverage.given.cumulative).toBeLessThan(0.94)
  })

  it.each([
    ['absolute residuals', absoluteResidual, (forecast: number) => forecast],
    ['normalised residuals', normalisedResidual, (forecast: number) => ({ mean: forecast, scale: 2 })],
  ])('covers with %s', (_name, conformity, as) => {
    const learner = conformal({ features: true, conformity: conformity as never })
    for (const { x, forecast, y } of rows(6, 800)) {
      learner.predict(as(forecast) as never, { x })
      learner.learn(y)
    }
    expect(Math.abs(learner.coverage.given.cumulative - 0.9)).toBeLessThan(0.02)
  })

  it('starts from past rows, and is finite at once', () => {
    const past = [...rows(7, 100)]
    const learner = conformal({ features: true, warmStart: past })
    expect(learner.predict(10, { x: [0, 0, 0] }).extent).toBe('finite')
    learner.learn(10)
    expect(() => conformal({ features: true, warmStart: [1, 2] })).toThrow('warmStart[0] must have an x')
  })

  it('refuses features that are absent, of another number, or infinite, and loses nothing', () => {
    const learner = conformal({ features: true })
    expect(() => learner.predict(1)).toThrow('x must be numbers')
    learner.predict(1, { x: [1, 2] })
    learner.learn(2)
    expect(() => learner.predict(1, { x: [1] })).toThrow(
      'x must have 2 entries, as in the rounds before; received 1',
    )
    expect(() => learner.predict(1, { x: [1, Infinity] })).toThrow('x[1] must be a finite number')
    expect(() => conformal().predict(1, { x: [1] })).toThrow('x needs conformal({ features: true })')
    expect(() => conformal({ features: true, groups: true })).toThrow('make the group a feature')
    learner.predict(1, { x: [3, 4] })
    expect(learner.learn(2).round).toBe(2)
  })

  it('survives zeros, constants and numbers at the end of the doubles', () => {
    for (const outcome of [
      () => 0,
      () => 3,
      (t: number) => (t % 9 ? 0 : 1e300),
      (t: number) => (-1) ** t * 1e-300,
    ]) {
      const learner = conformal({ features: true })
      for (let t = 0; t < 600; t++) {
        const { lower, upper } = learner.predict(0, { x: [t % 2, 1e308] })
        expect(lower).toBeLessThanOrEqual(upper)
        learner.learn(outcome(t))
      }
    }
  })

  it('refuses a state whose rows are out of order', () => {
    const model = conformalModel({ features: true, diagnostics: false })
    const state = model.init()
    for (const { x, forecast, y } of rows(8, 30))
      model.settle(state, model.issue(state, { forecast, x }).issued, y)
    model.init.check(structuredClone(state), 'state')
    const broken = structuredClone(state) as unknown as { bands: { errors: { byValue: Uint16Array } }[] }
    broken.bands[0].errors.byValue[3] = 399
    expect(() => model.init.check(broken, 'state')).toThrow('does not fit')
  })
})

describe('withIntervals(…, { features: true })', () => {
  it('follows the input of the model', () => {
    const make = (features: boolean) =>
      withIntervals(aggregate({ experts: svb({ scale: [0.1, 1] }), loss: squared }), { features })
    const [plain, local] = [make(false), make(true)]
    const scores = [0, 0]
    let t = 0
    for (const { x, y } of rows(9, 1200)) {
      ;[plain, local].forEach((learner, i) => {
        const { lower, upper } = learner.predict([1, ...x])
        learner.learn([1, ...x], y)
        if (t > 200) scores[i] += upper - lower + 20 * Math.max(0, lower - y, y - upper)
      })
      t++
    }
    expect(scores[1] / scores[0]).toBeLessThan(0.85)
    expect(Math.abs(local.coverage.given.cumulative - 0.9)).toBeLessThan(0.02)
  })

  it('takes a function that reads features from a row, and the numbers of a row by name', () => {
    const echo = {
      description: { model: 'echo' },
      init: () => null,
      predict: (_state: null, row: { a: number }) => ({ mean: row.a }),
      issue: (_state: null, row: { a: number }) => ({ answer: { mean: row.a }, issued: null }),
      settle: () => null,
    }
    const read = withIntervals(echo, { features: (row) => [row.a] })
    const named = withIntervals(echo, { features: true })
    for (let t = 0; t < 30; t++) {
      read.learn({ a: t }, t + (t % 3))
      named.learn({ a: t, word: 'x' } as never, t + (t % 3))
    }
    expect(read.predict({ a: 30 }).extent).toBe('finite')
    expect(named.predict({ a: 30, word: 'y' } as never).extent).toBe('finite')
  })
})
