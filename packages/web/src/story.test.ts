import { describe, expect, it } from 'vitest'
import { errorOf } from './story.ts'

/** Outcomes that go up and down by 4; forecasts are off by what `error` says. */
function columns(rounds: number, error: (i: number) => number) {
  const at = Array.from({ length: rounds }, (_, i) => i + 1)
  const y = at.map((i) => 10 + 2 * (-1) ** i)
  return { at, time: at.map(() => Number.NaN), y, mean: y.map((value, i) => value - error(i)) }
}

describe('what the page says of errors', () => {
  it('is beside those of repeating the last outcome, with the worst stretch', () => {
    const told = errorOf(columns(300, (i) => (i >= 100 && i < 150 ? 3 : 1)))
    expect(told).toBe(
      'Off by 1.00 over the last 50, 75\u202f% less than by repeating the last outcome; at worst by 3.00, over the 50 up to round 150.',
    )
  })

  it('is nothing where there are too few', () => {
    expect(errorOf(columns(8, () => 1))).toBe('')
  })
})
