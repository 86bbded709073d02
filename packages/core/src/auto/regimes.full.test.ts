import { describe, expect, it } from 'vitest'
import { full, inFull } from '../../../../test/full.ts'
import { normal, type Rng, seededRng, uniform } from '../math/rng.ts'
import { auto } from './auto.ts'
import type { AutoForecast, RawRow } from './index.ts'

type Draw = (t: number, rng: Rng) => number

interface Followed {
  /** 1 where the interval held the outcome, else 0. */
  readonly hits: readonly number[]
  readonly infinite: readonly boolean[]
  readonly errors: readonly number[]
  readonly widths: readonly number[]
}

/** Two columns that repeat, and say nothing. */
const columns = (t: number) => ({
  hour: Math.round(100 * Math.sin((2 * Math.PI * t) / 24)) / 100,
  day: t % 7,
})

function follow(
  draw: Draw,
  rows: number,
  ahead = 1,
  seed = 77,
  rowOf: (t: number) => RawRow = columns,
): Followed {
  const rng = seededRng(seed)
  const learner = auto({ task: 'regression', ahead })
  const hits: number[] = []
  const infinite: boolean[] = []
  const errors: number[] = []
  const widths: number[] = []
  for (let t = 0; t < rows; t++) {
    const row = rowOf(t)
    const y = draw(t, rng)
    const { mean, lower, upper } = learner.predict(row) as AutoForecast
    hits.push(lower <= y && y <= upper ? 1 : 0)
    infinite.push(!Number.isFinite(upper - lower))
    errors.push(Math.abs(y - mean))
    widths.push(upper - lower)
    learner.learn(row, y)
  }
  return { hits, infinite, errors, widths }
}

const average = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** The longest run of infinite intervals. */
function longestRun(infinite: readonly boolean[]): number {
  let run = 0
  return infinite.reduce((longest, one) => {
    run = one ? run + 1 : 0
    return Math.max(longest, run)
  }, 0)
}

/** The least coverage of 200 rows within a regime, but for its first 50. */
function leastOf200(hits: readonly number[], starts: readonly number[]): number {
  let least = 1
  starts.forEach((start, i) => {
    const end = starts[i + 1] ?? hits.length
    for (let last = start + 250; last <= end; last++)
      least = Math.min(least, average(hits.slice(last - 200, last)))
  })
  return least
}

const CHANGES: Readonly<Record<string, readonly [Draw, readonly number[]]>> = {
  'a unit that shrinks': [(t, rng) => (10 + normal(rng)) * (t < 600 ? 1000 : 1), [0, 600]],
  'a unit that grows': [(t, rng) => (10 + normal(rng)) * (t < 600 ? 1 : 1000), [0, 600]],
  'exponential growth': [(t, rng) => Math.exp(t / 60) * (1 + 0.1 * normal(rng)), [0]],
  'exponential decay': [(t, rng) => Math.exp(-t / 60) * (1 + 0.1 * normal(rng)), [0]],
  'a scale ten times as large every 300 rows': [
    (t, rng) => normal(rng) * 10 ** Math.floor(t / 300),
    [0, 300, 600, 900],
  ],
  'a scale ten times as small every 300 rows': [
    (t, rng) => normal(rng) * 10 ** -Math.floor(t / 300),
    [0, 300, 600, 900],
  ],
  'a constant that turns noisy': [(t, rng) => (t < 400 ? 7 : 7 + normal(rng)), [400]],
  'a unit that grows and shrinks again': [
    (t, rng) => (10 + normal(rng)) * (t >= 400 && t < 800 ? 1000 : 1),
    [0, 400, 800],
  ],
  'a unit that shrinks a million times': [(t, rng) => (10 + normal(rng)) * (t < 400 ? 1e6 : 1), [0, 400]],
}

/** In `npm test` all changes come twice as soon. */
const PACE = inFull(1, 2)
const soonerAt = (t: number): number => t / PACE
const sooner =
  (draw: Draw): Draw =>
  (t, rng) =>
    draw(PACE * t, rng)

const RUNS = [1, 5].flatMap((ahead) => [77, 78, 79, 80, 81].map((seed) => ({ ahead, seed })))

describe.each(full(RUNS, 1))(
  'auto, $ahead rows ahead, seed $seed, covers as asked through',
  ({ ahead, seed }) => {
    it.each(full(Object.entries(CHANGES), 3))('%s', (_, [draw, starts]) => {
      const { hits, infinite } = follow(sooner(draw), 1200 / PACE, ahead, seed)
      const covered = average(hits.slice(50))
      expect(covered).toBeGreaterThanOrEqual(0.88)
      expect(covered).toBeLessThanOrEqual(0.92)
      expect(leastOf200(hits, starts.map(soonerAt))).toBeGreaterThanOrEqual(0.8)
      // At the start the first outcomes come `ahead` rows late.
      expect(longestRun(infinite.slice(10 + ahead))).toBeLessThanOrEqual(10)
    })
  },
)

const GROWING = [
  'a unit that grows',
  'a scale ten times as large every 300 rows',
  'exponential growth',
  'a constant that turns noisy',
] as const

// Such rows are answered by a path, which is not governed: its steps are those of every other way to ask.
it.each(full(GROWING, 1))('rows without columns are covered five rows ahead, through %s', (name) => {
  const [draw, starts] = CHANGES[name] as readonly [Draw, readonly number[]]
  const { hits, infinite } = follow(sooner(draw), 1200 / PACE, 5, 77, () => ({}))
  expect(average(hits.slice(50))).toBeGreaterThanOrEqual(0.86)
  expect(leastOf200(hits, starts.map(soonerAt))).toBeGreaterThanOrEqual(0.8)
  expect(infinite.slice(30)).not.toContain(true)
})

/** Rows of which nothing but the time is known: hours. */
const hours = (t: number): RawRow => ({ time: new Date(Date.UTC(2026, 0, 1, t)).toISOString() })

const GROWTHS: Readonly<Record<string, Draw>> = {
  'a twenty-fifth a row': (t, rng) => Math.exp(t / 25) * (1 + 0.2 * normal(rng)),
  'a fortieth a row, with noise that grows and noise that does not': (t, rng) =>
    Math.exp(t / 40) * (1 + 0.1 * normal(rng)) + normal(rng),
}

describe.each(full([901, 902, 903, 904], 1))(
  'rows with nothing but a time, five rows ahead, seed %d',
  (seed) => {
    it.each(full(Object.entries(GROWTHS), 1))('are covered through growth by %s', (_, draw) => {
      const { hits, infinite } = follow(draw, inFull(1000, 600), 5, seed, hours)
      const covered = average(hits.slice(50))
      expect(covered).toBeGreaterThanOrEqual(0.88)
      expect(covered).toBeLessThanOrEqual(0.92)
      expect(leastOf200(hits, [0])).toBeGreaterThanOrEqual(0.8)
      expect(infinite.slice(30)).not.toContain(true)
    })

    // Five rows of each jump were forecast before it.
    it('are covered through a scale ten times as large every 300 rows', () => {
      const draw: Draw = (t, rng) => normal(rng) * 10 ** Math.floor(t / 300)
      const { hits, infinite } = follow(draw, inFull(1200, 600), 5, seed, hours)
      expect(average(hits.slice(50))).toBeGreaterThanOrEqual(0.855)
      expect(
        leastOf200(
          hits,
          [0, 300, 600, 900].filter((start) => start < hits.length),
        ),
      ).toBeGreaterThanOrEqual(0.8)
      expect(infinite.slice(30)).not.toContain(true)
    })
  },
)

it.each(full([1, 5], 1))(
  'rows that turn noisy after 700 equal ones are covered, %d rows ahead: they do not pay for those',
  (ahead) => {
    const { hits } = follow((t, rng) => (t < 700 ? 7 : 7 + normal(rng)), 1250, ahead)
    expect(average(hits.slice(750))).toBeGreaterThanOrEqual(0.86)
    expect(leastOf200(hits, [700])).toBeGreaterThanOrEqual(0.8)
  },
)

it.each(full([1, 2, 4], 1))(
  'covers small noise at ten times the level of rows that never varied, while its size is found and after, seed %d',
  (seed) => {
    const draw: Draw = (t, rng) => (t < 300 ? 10 : 100 + 0.1 * normal(rng))
    expect(leastOf200(follow(draw, 670, 1, seed).hits, [300])).toBeGreaterThanOrEqual(0.8)
  },
)

it.each(full([7, 0], 1))(
  'finds the unit of small noise that follows rows of nothing but %d, five rows ahead',
  (level) => {
    const { hits, errors, widths } = follow((t, rng) => level + (t < 260 ? 0 : 1e-4 * normal(rng)), 500, 5)
    expect(average(errors.slice(310))).toBeLessThan(1.1e-4)
    expect(average(widths.slice(310))).toBeLessThan(6e-4)
    expect(average(hits.slice(310))).toBeGreaterThanOrEqual(0.86)
  },
)

it.each(full([-7.3, 0, 100], 1))(
  'covers all of a constant of %d, five rows ahead, and forecasts it',
  (level) => {
    const { hits, errors } = follow(() => level, 380, 5)
    expect(hits).not.toContain(0)
    expect(Math.max(...errors.slice(20))).toBeLessThan(1e-12)
  },
)

it.each(full([1, 5], 1))(
  'misses ten outcomes at most after a jump of twelve decades, and %d more',
  (ahead) => {
    const { hits } = follow((t, rng) => (t < 260 ? 1e-6 : 1e6) * (10 + normal(rng)), 420, ahead)
    expect(hits.slice(260, 275 + ahead).filter((hit) => hit === 0).length).toBeLessThanOrEqual(9 + ahead)
    expect(average(hits.slice(310))).toBeGreaterThanOrEqual(0.84)
  },
)

it('has intervals of the new size as soon as a regime has begun that is eight decades smaller', () => {
  const { hits, widths } = follow((t, rng) => (t < 300 ? 1e8 : 1) * (1 + 1e-4 * normal(rng)), 360, 5)
  expect(Math.max(...widths.slice(325))).toBeLessThan(0.1)
  expect(average(hits.slice(325))).toBeGreaterThanOrEqual(0.8)
})

it('forecasts as before the unit grew, 50 rows after it is as it was', () => {
  const { errors, widths } = follow((t, rng) => (10 + normal(rng)) * (t >= 300 && t < 500 ? 1000 : 1), 650, 5)
  expect(average(errors.slice(560))).toBeLessThan(1.2)
  expect(average(widths.slice(560))).toBeLessThan(6)
})

it('has intervals in the new unit, five rows ahead, 100 rows after it shrank a million times', () => {
  const { widths } = follow((t, rng) => (10 + normal(rng)) * (t < 250 ? 1e6 : 1), 420, 5)
  expect(Math.max(...widths.slice(350))).toBeLessThan(20)
})

it.each(full([1e12, 1e10, 1e8], 1))('has intervals as wide as the noise of 1 around %d', (level) => {
  const { hits, widths } = follow((_, rng) => level + normal(rng), 200)
  expect(average(widths.slice(60))).toBeLessThan(5)
  expect(average(hits.slice(60))).toBeGreaterThanOrEqual(0.84)
})

it('forecasts in the new unit 50 rows after it shrank a thousand times', () => {
  const { errors } = follow((t, rng) => (10 + normal(rng)) * (t < 300 ? 1000 : 1), 450)
  expect(average(errors.slice(350))).toBeLessThan(1.2)
})

it('keeps what it knows of the days through a quiet night that it has seen before', () => {
  const day: Draw = (t, rng) => (t % 80 < 40 ? 0.001 * normal(rng) : 10 + 5 * normal(rng))
  const { errors } = follow(day, 600)
  const days = errors.filter((_, t) => t >= 400 && t % 80 > 45)
  expect(average(days)).toBeLessThan(6)
})

it('follows a pump that was off for 250 rows and then runs, better than the last value does', () => {
  const pump: Draw = (t, rng) => (t < 250 ? 0.01 * normal(rng) : 20 + 5 * normal(rng))
  const { errors, infinite } = follow(pump, 600)
  expect(average(errors.slice(300))).toBeLessThan(4.5)
  expect(infinite.slice(300)).not.toContain(true)
})

it('does not start again for a few absurd outcomes', () => {
  const glitch: Draw = (t, rng) => (t > 300 && t < 304 ? 1e7 : normal(rng))
  const { errors } = follow(glitch, 400)
  expect(average(errors.slice(304))).toBeLessThan(1.2)
})

const SHORT: Readonly<Record<string, Draw>> = {
  normal: (_, rng) => normal(rng),
  'normal about 100': (_, rng) => 100 + normal(rng),
  uniform: (_, rng) => uniform(rng),
  lognormal: (_, rng) => Math.exp(normal(rng)),
  'a trend': (t, rng) => t + normal(rng),
  'mostly zero': (_, rng) => (uniform(rng) < 0.8 ? 0 : 10 * uniform(rng)),
}

it.each(full(Object.entries(SHORT), 1))(
  'rows 2 to 10 of short series cover at least 88 times of 100, each of them: %s',
  (_, draw) => {
    const series = Array.from({ length: 167 }, (_, seed) => follow(draw, 10, 1, seed).hits)
    for (let row = 1; row < 10; row++)
      expect(average(series.map((hits) => hits[row] as number))).toBeGreaterThanOrEqual(0.88)
  },
)
