import { auto, conjugate, svb } from 'credence'
import type { RawRow } from 'credence/auto'
import { normal, type Rng, seededRng, uniform } from 'credence/random'
import { describe, expect, it } from 'vitest'
import { observeReasons, REASONS, type ReasonsSummary, summariseReasons } from './reasons.ts'

/** Streams of which it is known what outcomes come from: the truth is in the formula. */

const numbers = [conjugate({ noise: [0.3, 1], priorVariance: [1], forgetting: [0.98, 1] })]
const classes = [svb({ scale: [0.1, 1] })]

type Made = readonly [row: RawRow, y: number | string]

/** What the page of a run would show of this stream. */
function shownOf(make: (t: number, rng: Rng) => Made, rules: readonly unknown[], rows = 250): ReasonsSummary {
  const learner = auto({ experts: rules as never })
  const rng = seededRng(11)
  const state = REASONS()
  for (let t = 0; t < rows; t++) {
    const [row, y] = make(t, rng)
    if (t % 5 === 0) {
      const reasons = learner.reasons(row)
      if (reasons.columns.length > 0) observeReasons(state, reasons, { t: t + 1, time: Number.NaN })
    }
    learner.learn(row, y)
  }
  return summariseReasons(state) as ReasonsSummary
}

function sharesOf({ columns }: ReasonsSummary): Readonly<Record<string, number>> {
  return Object.fromEntries(columns.map(({ name, share }) => [name, share]))
}

const four = (rng: Rng): { a: number; b: number; c: number; d: number } => ({
  a: normal(rng),
  b: normal(rng),
  c: normal(rng),
  d: normal(rng),
})

describe('the columns that a page says mattered', () => {
  it('are those that outcomes come from, where outcomes are mostly noise', () => {
    const { a, b, c, d } = sharesOf(
      shownOf((_, rng) => {
        const row = four(rng)
        return [row, row.a + 2 * normal(rng)]
      }, numbers),
    )
    expect(a).toBeGreaterThan(0.85)
    expect(b + c + d).toBeLessThan(0.15)
  })

  it('of two classes give little to columns that do not matter', () => {
    const { a, b, c, d } = sharesOf(
      shownOf((_, rng) => {
        const row = four(rng)
        return [row, row.a + 0.5 * normal(rng) > 0 ? 'yes' : 'no']
      }, classes),
    )
    expect(a).toBeGreaterThan(0.9)
    expect(b + c + d).toBeLessThan(0.1)
  })

  it('of three classes are those that tell the classes apart', () => {
    const gumbel = (rng: Rng): number => -Math.log(-Math.log(uniform(rng)))
    const { a, b, c, d } = sharesOf(
      shownOf(
        (_, rng) => {
          const row = four(rng)
          const scores = [2 * row.a, 2 * row.b, 0].map((score) => score + gumbel(rng))
          return [row, 'ABC'[scores.indexOf(Math.max(...scores))] as string]
        },
        classes,
        300,
      ),
    )
    expect(Math.min(a, b)).toBeGreaterThan(0.25)
    expect(c + d).toBeLessThan(0.1)
  })

  it('share what two of them say alike', () => {
    const { a, copy, b } = sharesOf(
      shownOf((_, rng) => {
        const [x, y] = [normal(rng), normal(rng)]
        return [{ a: x, copy: x, b: y }, 2 * x + 2 * y + 0.3 * normal(rng)]
      }, numbers),
    )
    expect(Math.abs(a - copy)).toBeLessThan(0.02)
    expect(Math.abs(a + copy - b)).toBeLessThan(0.2)
  })

  it('change along the run where another column begins to matter', () => {
    const { columns } = shownOf(
      (t, rng) => {
        const row = { a: normal(rng), b: normal(rng) }
        return [row, 3 * (t < 200 ? row.a : row.b) + 0.3 * normal(rng)]
      },
      numbers,
      420,
    )
    const at = (name: string, part: number): number => {
      const shares = columns.find((column) => column.name === name)?.shares ?? []
      return shares[Math.floor(part * (shares.length - 1))] as number
    }
    expect(at('a', 0.4)).toBeGreaterThan(0.95)
    expect(at('b', 1)).toBeGreaterThan(0.8)
  })

  it('count a small series like a large one', () => {
    const state = REASONS()
    const one = (size: number, column: string): void =>
      observeReasons(
        state,
        { forecast: size, base: 0, columns: [{ column, effect: size }] },
        { t: 1, time: Number.NaN, unit: size },
      )
    one(1000, 'price')
    one(1, 'weather')
    const { price, weather } = sharesOf(summariseReasons(state) as ReasonsSummary)
    expect(weather / price).toBeGreaterThan(0.9)
  })
})
