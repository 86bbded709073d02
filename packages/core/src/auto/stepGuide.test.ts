import { expect, it } from 'vitest'
import { normal } from '../math/distributions.ts'
import { seededRng } from '../math/xoroshiro.ts'
import type { RawRow } from '../rows/rows.ts'
import { auto } from './auto.ts'

/** A monthly series with a trend and a season of its own for each month; some months are missing. */
function months(count: number, seed: number): { row: RawRow; y: number }[] {
  const rng = seededRng(seed)
  const season = Array.from({ length: 12 }, () => 10 * normal(rng))
  return Array.from({ length: count }, (_, t) => ({
    row: { month: new Date(Date.UTC(2000, t, 1)).toISOString().slice(0, 10) },
    y: 100 + 0.8 * t + season[t % 12] + normal(rng),
  })).filter((_, t) => t % 31 !== 30)
}

it('knows the season of months after three years', () => {
  const learner = auto({ task: 'regression' })
  let [squares, count] = [0, 0]
  months(96, 1).forEach(({ row, y }, t) => {
    const { mean } = learner.predict(row)
    learner.learn(row, y)
    if (t < 36) return
    squares += (mean - y) ** 2
    count++
  })
  // The noise is 1 and the season 10: without it the error is above 9.
  expect(Math.sqrt(squares / count)).toBeLessThan(2)
})

it('goes on from bytes bit for bit while a season is found', () => {
  const rows = months(60, 2)
  const whole = auto({ task: 'regression' })
  let resumed = auto({ task: 'regression' })
  rows.forEach(({ row, y }, t) => {
    expect(resumed.predict(row).mean, `row ${t}`).toBe(whole.predict(row).mean)
    whole.learn(row, y)
    resumed.learn(row, y)
    if (t % 7 === 3) resumed = auto({ task: 'regression' }).restore(resumed.save())
  })
})

it('says nothing where rows do not follow each other in time', () => {
  const learner = auto({ task: 'regression' })
  const rng = seededRng(3)
  const errors = { with: 0, without: 0 }
  const plain = auto({ task: 'regression', time: null })
  for (let t = 0; t < 120; t++) {
    const a = normal(rng)
    const y = a + 0.3 * normal(rng)
    // Four rows share a day.
    const row = { time: new Date(Date.UTC(2000, 0, 1 + (t >> 2))).toISOString(), a }
    if (t >= 60) {
      errors.with += (learner.predict(row).mean - y) ** 2
      errors.without += (plain.predict({ a }).mean - y) ** 2
    }
    learner.learn(row, y)
    plain.learn({ a }, y)
  }
  expect(Math.sqrt(errors.with / errors.without)).toBeLessThan(1.1)
})
