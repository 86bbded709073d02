import { describe, expect, it } from 'vitest'
import { aggregate } from '../aggregate/aggregate.ts'
import { crowd } from '../crowd/crowd.ts'
import { squared } from '../losses/squared.ts'
import { normal, seededRng, uniform } from '../math/rng.ts'
import { svbFull } from '../panels/svbFull.ts'
import { pathsAround } from './around.ts'
import type { Path } from './path.ts'
import { paths } from './paths.ts'

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Parts of the outcomes from row `from` on that were covered, step by step; and the last path. */
function judged(outcomes: readonly number[], steps: number, from: number): { covered: number[]; last: Path } {
  const learner = paths({ steps })
  const told: Path[] = []
  const hits: number[][] = Array.from({ length: steps }, () => [])
  outcomes.forEach((y, t) => {
    told.push(learner.predict({}))
    for (let k = 0; k < steps && t - k >= from; k++) {
      const { lower, upper } = told[t - k].steps[k]
      hits[k].push(lower <= y && y <= upper ? 1 : 0)
    }
    learner.learn({}, y)
  })
  return { covered: hits.map(mean), last: learner.predict({}) }
}

describe('paths find the size of errors anew when it is another by far', () => {
  const cases: readonly (readonly [string, (t: number, noise: number) => number])[] = [
    ['after a constant that rounds', () => 7.3],
    ['after a constant with a short start', (t, noise) => (t < 5 ? noise : 7.3)],
    ['after zeros that follow a few outcomes', (t, noise) => (t < 5 ? noise : 0)],
    ['after an outcome that vanishes', (t) => Math.exp(-t)],
    ['after noise that was a million times smaller', (_, noise) => 1e-6 * noise],
  ]
  it.each(cases)('%s', (_, before) => {
    const rng = seededRng(5)
    const outcomes = Array.from({ length: 950 }, (_, t) => {
      const noise = normal(rng)
      return t < 400 ? before(t, noise) : 5 + noise
    })
    const { covered, last } = judged(outcomes, 6, 450)
    for (const part of covered) expect(part).toBeGreaterThan(0.87)
    // 90 % of normal noise are within 3.3.
    for (const { lower, upper } of last.steps) expect(upper - lower).toBeLessThan(5.5)
  })
})

const NEARLY_NOTHING = [-0, 1e-320, -1e-300, 5e-324, 1e-160, 1e-130, 0, 1e-30]
const ORDINARY = [-0.2, 0.09, 1.08, 0.28, 0.88, 2, 1e30]

function expectNumbers({ mean, median, sd, lower, upper }: Path['total']): void {
  expect([median, sd, lower, upper].some(Number.isNaN)).toBe(false)
  expect(Number.isFinite(mean)).toBe(true)
}

it.each([1, 2, 3, 4, 5, 6])('forecasts are numbers where outcomes are nearly nothing, draw %d', (draw) => {
  const rng = seededRng(draw)
  const pick = (values: readonly number[]): number => values[Math.floor(uniform(rng) * values.length)]
  const usual = pick(NEARLY_NOTHING)
  const cell = (): number =>
    uniform(rng) < 0.3 ? pick(uniform(rng) < 0.5 ? NEARLY_NOTHING : ORDINARY) : usual
  const seasons = draw % 2 === 0 ? [3] : []
  const alone = paths({ steps: 5, known: 1, seasons })
  const many = crowd({ steps: 4, seasons })
  for (let t = 0; t < 80; t++) {
    const known = [[cell()]]
    const { steps, total } = alone.predict({ known })
    const { steps: pooled } = many.predict(`${t % 2}`)
    for (const forecast of [...steps, ...pooled, total]) expectNumbers(forecast)
    alone.learn({ known }, cell())
    many.learn(`${t % 2}`, { at: t >> 1 }, cell())
  }
})

/** The mean error of rows 300 to 700 of y = 3x + noise, with x given in advance as `cellOf` says. */
function errorWith(cellOf: (t: number, x: number) => number): number {
  const rng = seededRng(7)
  const learner = paths({ steps: 3, known: 1 })
  const errors: number[] = []
  for (let t = 0; t < 700; t++) {
    const x = normal(rng)
    const y = 3 * x + 0.3 * normal(rng)
    const round = learner.learn({ known: [[cellOf(t, x)]] }, y)
    if (t >= 300) errors.push(Math.abs(round.mean - y))
  }
  return mean(errors)
}

it.each([1e6, 1e30, 1e160, 1.7e308])('a cell of %d in a known column does not spoil the column', (absurd) => {
  const spoilt = errorWith((t, x) => (t === 200 ? absurd : t === 215 ? -absurd : x))
  expect(spoilt).toBeLessThan(1.1 * errorWith((_, x) => x))
})

it('a known column that grew is believed in its new range', () => {
  // The mean size of 3x is 2.4.
  expect(errorWith((t, x) => (t < 100 ? x : 1000 * x))).toBeLessThan(1)
})

it('a row that the model inside refuses changes nothing in the paths around it', () => {
  const inside = aggregate({ experts: svbFull({ learningRate: 30 }), loss: squared })
  const learner = pathsAround(inside, { steps: 5 })
  learner.learn({ rows: [[0.06, -0.8]] }, 106)
  learner.learn({ rows: [[1.6, 0.8]] }, 148)
  const before = learner.save()
  expect(() => learner.learn({ rows: [[0.1, 1e150]] }, 207)).toThrow('is Infinity in round 3')
  expect(() => learner.learn({ rows: [[0.1, 0.2]] }, 1e31)).toThrow('y must be a number')
  expect(learner.save()).toEqual(before)
})

it('forecasts around the new level some hundred rows after the unit has become a thousand times larger', () => {
  const rng = seededRng(911)
  const outcomes = Array.from({ length: 800 }, (_, t) => (10 + normal(rng)) * (t < 437 ? 1000 : 1))
  const { last } = judged(outcomes, 5, 750)
  for (const step of last.steps) {
    expect(Math.abs(step.mean - 10)).toBeLessThan(1)
    expect(step.upper - step.lower).toBeLessThan(10)
  }
})
