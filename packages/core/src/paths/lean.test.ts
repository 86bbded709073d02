import { describe, expect, it } from 'vitest'
import { normal, seededRng, uniform } from '../math/rng.ts'
import { Cells } from './cells.ts'
import { Lean } from './lean.ts'
import { paths } from './paths.ts'

/** Sums of forecast totals and of what came, over origins of some series. */
function totals(draw: (rng: () => number) => number): { forecast: number; came: number } {
  const sums = { forecast: 0, came: 0 }
  for (const seed of [1, 2, 3]) {
    const rng = seededRng(seed)
    const y = Array.from({ length: 314 }, () => draw(() => uniform(rng)))
    const learner = paths({ steps: 14, seasons: [7] })
    y.slice(0, 300).forEach((outcome, t) => {
      if (t >= 100 && t % 10 === 0) {
        sums.forecast += learner.predict({}).total.mean
        sums.came += y.slice(t, t + 14).reduce((a, b) => a + b)
      }
      learner.learn({}, outcome)
    })
  }
  return sums
}

describe('the mean of outcomes that are mostly 0', () => {
  it.each([
    ['four of five days', (draw: () => number) => (draw() < 0.8 ? 0 : 1 + Math.floor(4 * draw()))],
    ['seven of ten days', (draw: () => number) => (draw() < 0.7 ? 0 : 10 + 90 * draw())],
  ])('is what will be asked for, not the median: %s', (_, draw) => {
    const { forecast, came } = totals(draw)
    expect(forecast / came).toBeGreaterThan(0.85)
    expect(forecast / came).toBeLessThan(1.15)
  })
})

it('leaves forecasts alone where errors have either sign alike, or the usual outcome is the worse forecast', () => {
  const lean = new Lean(2, new Cells(2))
  const rng = seededRng(4)
  const state = lean.init()
  let level = 0
  for (let t = 0; t < 300; t++) {
    lean.open(state, t)
    const before = level
    level += normal(rng)
    lean.learn(state, t, 0, before, level)
    lean.absorb(state, level)
  }
  const out = new Float64Array(2)
  lean.write(state, Float64Array.of(level, level), out)
  expect(out[0]).toBeCloseTo(level, 3)
})
