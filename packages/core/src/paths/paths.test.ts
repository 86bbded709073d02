import { describe, expect, it } from 'vitest'
import { normal, poisson, type Rng, seededRng } from '../math/rng.ts'
import { modelContract } from '../testing/index.ts'
import { type Path, type PathInput, type PathLearner, paths } from './index.ts'

/** Learns a series row by row. */
function learnt(learner: PathLearner, series: readonly number[]): PathLearner {
  for (const y of series) learner.learn({}, y)
  return learner
}

const walk = (rng: Rng, rows: number): number[] => {
  let y = 0
  return Array.from({ length: rows }, () => (y += normal(rng)))
}

const seasonal = (rng: Rng, rows: number): number[] =>
  Array.from({ length: rows }, (_, t) => 50 + 10 * Math.sin((2 * Math.PI * t) / 12) + normal(rng))

/** How often each step, and the total at the end, covers from the origins on. */
function coverages(series: readonly number[], learner: PathLearner, from: number): number[] {
  const { steps } = learner.predict({})
  const hits = new Array<number>(steps.length + 1).fill(0)
  const origins = series.length - steps.length
  for (let t = 0; t < origins; t++) {
    if (t >= from) {
      const path = learner.predict({})
      const next = series.slice(t, t + steps.length)
      next.forEach((y, k) => {
        hits[k] += path.steps[k].lower <= y && y <= path.steps[k].upper ? 1 : 0
      })
      const sum = next.reduce((a, b) => a + b, 0)
      hits[steps.length] += path.total.lower <= sum && sum <= path.total.upper ? 1 : 0
    }
    learner.learn({}, series[t])
  }
  return hits.map((hit) => hit / (origins - from))
}

it('the total of one step is that step', () => {
  const { steps, total } = learnt(paths({ steps: 1 }), walk(seededRng(7), 60)).predict({})
  const [step] = steps
  for (const p of [0.05, 0.3, 0.5, 0.95]) expect(total.quantile(p)).toBe(step.quantile(p))
  expect([total.mean, total.sd, total.lower, total.upper]).toEqual([
    step.mean,
    step.sd,
    step.lower,
    step.upper,
  ])
})

describe('paths is a model', () => {
  const plain = { rounds: 30, input: (): PathInput => ({}), outcome: (rng: Rng) => 5 + normal(rng) }
  it.each(modelContract(() => paths({ steps: 4, seasons: [4] }), plain))('$promise', ({ check }) => check())

  const rich = {
    rounds: 30,
    input: (rng: Rng, t: number): PathInput => ({
      known: [[normal(rng)], [normal(rng)]],
      gap: t % 7 === 3 ? 2 : 0,
    }),
    outcome: (rng: Rng, { known }: PathInput) => 3 * (known?.[0][0] ?? 0) + normal(rng),
  }
  it.each(modelContract(() => paths({ steps: 3, seasons: [3, 6], known: 1, year: 50 }), rich))(
    'with known columns and gaps: $promise',
    ({ check }) => check(),
  )

  it('continues from bytes in another learner, bit for bit', () => {
    const rng = seededRng(4)
    const series = seasonal(rng, 90)
    const one = learnt(paths({ steps: 12, seasons: [12] }), series.slice(0, 50))
    const other = paths({ steps: 12, seasons: [12] }).restore(one.save())
    expect(learnt(other, series.slice(50)).predict({})).toEqual(learnt(one, series.slice(50)).predict({}))
    expect(other.save()).toEqual(one.save())
  })

  it('needs at most 800 kB for a day of hours with two seasons, and 150 kB for a year of months', () => {
    expect(paths({ steps: 24, seasons: [24, 168] }).save().length).toBeLessThan(800_000)
    expect(paths({ steps: 12, seasons: [12] }).save().length).toBeLessThan(150_000)
  })

  it('names what it cannot use', () => {
    const learner = paths({ steps: 3, known: 1 })
    expect(() => learner.learn({}, Number.NaN)).toThrow('y must be a number from')
    expect(() => learner.learn({}, 1e40)).toThrow('y must be a number from')
    expect(() => learner.predict({ known: [[1, 2]] })).toThrow('known[0] must have 1 numbers')
    expect(() => learner.predict({ known: [[Number.NaN]] })).toThrow('known[0][0] must be a finite number')
    expect(() => learner.learn({ gap: -1 }, 3)).toThrow('gap must be a whole number')
    expect(() => paths({ steps: 0 })).toThrow('steps must be a positive whole number')
  })
})

describe('what a path looks at', () => {
  it('no outcome after the origin changes a bit of the path', () => {
    const rng = seededRng(8)
    const series = seasonal(rng, 120)
    const changed = series.map((y, t) => (t < 80 ? y : 1e6 * y))
    const paths1 = learnt(paths({ steps: 8, seasons: [12] }), series.slice(0, 80))
    const paths2 = paths({ steps: 8, seasons: [12] })
    const before = changed.map((y) => {
      const path = paths2.predict({})
      paths2.learn({}, y)
      return path
    })
    expect(before[80]).toEqual(paths1.predict({}))
  })

  it('known columns beyond the last step change no bit; those of step k change only what may know them', () => {
    const rng = seededRng(9)
    const learner = paths({ steps: 4, known: 1 })
    const promo = Array.from({ length: 200 }, (_, t) => [t % 5 === 2 ? 1 : 0])
    for (let t = 0; t < 150; t++) {
      learner.learn({ known: promo.slice(t, t + 4) }, 20 + 9 * promo[t][0] + normal(rng))
    }
    const rows = promo.slice(150, 154)
    const path = learner.predict({ known: rows })
    expect(learner.predict({ known: [...rows, [77]] })).toEqual(path)
    const other = learner.predict({ known: [...rows.slice(0, 3), [1 - rows[3][0]]] })
    expect(other.steps.slice(0, 3)).toEqual(path.steps.slice(0, 3))
    expect(other.steps[3].mean).not.toBe(path.steps[3].mean)
    for (const { step, mean } of path.steps) {
      expect(Math.abs(mean - 20 - 9 * rows[step - 1][0])).toBeLessThan(2.5)
    }
  })

  it('a step is forecast alike, to the last bit, in paths of any length', () => {
    const pathOf = (steps: number): Path => {
      const rng = seededRng(3)
      const learner = paths({ steps, seasons: [7], known: 1, year: 365.25 })
      const known = (t: number): number[][] => Array.from({ length: 28 }, (_, k) => [(t + k) % 5 ? 0 : 1])
      for (let t = 0; t < 60; t++) {
        const y = 20 + 5 * Math.sin((2 * Math.PI * t) / 7) + normal(rng)
        learner.learn({ known: known(t), gap: t % 37 === 5 ? 9 : 0 }, y)
      }
      return learner.predict({ known: known(60) })
    }
    const long = pathOf(28)
    for (const steps of [1, 4, 14]) expect(pathOf(steps).steps).toEqual(long.steps.slice(0, steps))
  })

  it('1000 times the series has 1000 times the path', () => {
    const series = seasonal(seededRng(5), 100)
    const one = learnt(paths({ steps: 6, seasons: [12] }), series).predict({})
    const other = learnt(
      paths({ steps: 6, seasons: [12] }),
      series.map((y) => 1000 * y),
    ).predict({})
    one.steps.forEach((step, k) => {
      for (const name of ['mean', 'median', 'lower', 'upper'] as const) {
        expect(other.steps[k][name] / step[name]).toBeCloseTo(1000, 4)
      }
    })
  })
})

describe('intervals', () => {
  it('of a random walk hold 86 to 95 of 100 outcomes at every step, and of the total', () => {
    const sums = new Array<number>(9).fill(0)
    const seeds = 6
    for (let seed = 1; seed <= seeds; seed++) {
      coverages(walk(seededRng(seed), 268), paths({ steps: 8 }), 120).forEach((value, k) => {
        sums[k] += value / seeds
      })
    }
    for (const coverage of sums) {
      expect(coverage).toBeGreaterThan(0.86)
      expect(coverage).toBeLessThan(0.95)
    }
  })

  it('widen as a random walk does', () => {
    const { steps } = learnt(paths({ steps: 16 }), walk(seededRng(3), 400)).predict({})
    const widths = steps.map(({ lower, upper }) => upper - lower)
    expect(widths[15] / widths[0]).toBeGreaterThan(3)
    expect(widths[15] / widths[0]).toBeLessThan(7)
  })

  it('find a new scale after the unit of the series has changed', () => {
    const series = seasonal(seededRng(6), 320).map((y, t) => (t < 160 ? y : 0.001 * y))
    const [first, ...rest] = coverages(series, paths({ steps: 6, seasons: [12] }), 230)
    for (const coverage of [first, ...rest]) expect(coverage).toBeGreaterThan(0.8)
  })

  it('of counts have whole ends, none below zero', () => {
    const rng = seededRng(7)
    const learner = paths({ steps: 7, seasons: [7] })
    for (let t = 0; t < 150; t++) {
      const { steps, total } = learner.predict({})
      for (const { lower, upper, mean, median } of t > 30 ? steps : []) {
        expect(Number.isInteger(lower) && Number.isInteger(upper)).toBe(true)
        expect(Math.min(lower, mean, median)).toBeGreaterThanOrEqual(0)
      }
      if (t > 30) expect(total.lower).toBeGreaterThanOrEqual(0)
      learner.learn({}, poisson(rng, t % 7 < 2 ? 0.2 : 2))
    }
  })

  it('have no infinite end after 30 outcomes', () => {
    const { steps, total } = learnt(paths({ steps: 40, seasons: [52] }), walk(seededRng(2), 30)).predict({})
    for (const { lower, upper, sd } of [...steps, total]) {
      expect([lower, upper, sd].every(Number.isFinite)).toBe(true)
    }
  })

  it('of a constant series are that constant', () => {
    const { steps, total } = learnt(paths({ steps: 3, seasons: [4] }), new Array(40).fill(7.5)).predict({})
    for (const { mean, lower, upper, sd } of steps) {
      expect(mean).toBeCloseTo(7.5, 9)
      expect(upper - lower).toBeLessThan(1e-6)
      expect(sd).toBeLessThan(1e-6)
    }
    expect(total.mean).toBeCloseTo(22.5, 9)
  })

  it.each([7, 100, -3])('of a whole number that never changes have it as both ends: %d', (y) => {
    const { steps, total } = learnt(paths({ steps: 9, seasons: [7] }), new Array(60).fill(y)).predict({})
    for (const { lower, upper, sd } of steps) expect([lower, upper, sd]).toEqual([y, y, 0])
    expect([total.lower, total.upper]).toEqual([9 * y, 9 * y])
  })

  it('stay finite for outcomes of 1e30 and of 1e-30', () => {
    const rng = seededRng(1)
    for (const size of [1e30, 1e-30]) {
      const series = walk(rng, 60).map((y) => size * Math.sin(y))
      const { steps } = learnt(paths({ steps: 4, seasons: [3] }), series).predict({})
      for (const { mean, sd } of steps) expect(Number.isFinite(mean) && Number.isFinite(sd)).toBe(true)
    }
  })
})

describe('gaps', () => {
  it('an outcome after a gap is scored as that step of the path', () => {
    const learner = learnt(paths({ steps: 6, seasons: [12] }), seasonal(seededRng(11), 60))
    const { steps } = learner.predict({})
    const { step, mean, lower, upper } = learner.learn({ gap: 3 }, 50)
    expect({ step, mean, lower, upper }).toEqual({
      step: 4,
      mean: steps[3].mean,
      lower: steps[3].lower,
      upper: steps[3].upper,
    })
  })

  it('leave the season in its phase', () => {
    const rng = seededRng(12)
    const series = seasonal(rng, 160)
    const learner = paths({ steps: 6, seasons: [12] })
    let gap = 0
    series.slice(0, 150).forEach((y, t) => {
      if (t % 11 === 5 || (t > 100 && t < 120)) gap++
      else {
        learner.learn({ gap }, y)
        gap = 0
      }
    })
    learner.predict({}).steps.forEach(({ mean }, k) => {
      expect(Math.abs(mean - 50 - 10 * Math.sin((2 * Math.PI * (150 + k)) / 12))).toBeLessThan(3)
    })
  })

  it('longer than the path are passed as well', () => {
    const learner = learnt(paths({ steps: 3, seasons: [4] }), seasonal(seededRng(13), 50))
    expect(learner.learn({ gap: 500 }, 50)).toMatchObject({ step: 501, mean: Number.NaN })
    expect(learner.predict({}).steps.every(({ mean }) => Math.abs(mean - 50) < 30)).toBe(true)
  })
})

describe('distributions', () => {
  const learner = learnt(paths({ steps: 8, coverage: 0.8 }), walk(seededRng(21), 500))
  const path = learner.predict({})

  it('have the interval of the coverage, and quantiles in order', () => {
    for (const step of [...path.steps, path.total]) {
      const [lower, upper] = step.interval(0.8)
      expect(lower).toBeCloseTo(step.lower, 9)
      expect(upper).toBeCloseTo(step.upper, 9)
      expect(step.quantile(0.5)).toBeCloseTo(step.median, 9)
      const levels = [0.001, 0.05, 0.2, 0.4, 0.6, 0.9, 0.99, 0.999].map((p) => step.quantile(p))
      expect(levels).toEqual([...levels].sort((a, b) => a - b))
    }
  })

  it('samples have the spread of each step, of the total, and the dependence of a walk', () => {
    const rng = seededRng(3)
    const draws = Array.from({ length: 3000 }, () => path.sample(rng))
    const column = (k: number): number[] => draws.map((draw) => draw[k])
    const sums = draws.map((draw) => draw.reduce((a, b) => a + b, 0))
    expect(spread(column(7)) / path.steps[7].sd).toBeCloseTo(1, 1)
    expect(spread(sums) / path.total.sd).toBeGreaterThan(0.75)
    expect(spread(sums) / path.total.sd).toBeLessThan(1.3)
    expect(correlation(column(3), column(7))).toBeGreaterThan(0.5)
    expect(correlation(column(0), column(1))).toBeGreaterThan(0.5)
  })
})

function mean(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length
}

function spread(values: readonly number[]): number {
  const centre = mean(values)
  return Math.sqrt(mean(values.map((value) => (value - centre) ** 2)))
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const [one, two] = [mean(a), mean(b)]
  return mean(a.map((value, i) => (value - one) * (b[i] - two))) / (spread(a) * spread(b))
}
