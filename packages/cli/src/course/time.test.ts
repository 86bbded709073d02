import { describe, expect, it } from 'vitest'
import { seasonOf } from './time.ts'

const DAY = 86_400_000
const every = (step: number, rows = 20): number[] => Array.from({ length: rows }, (_, t) => t * step)

describe('a season', () => {
  it.each([
    ['a quarter of an hour', DAY / 96, 96],
    ['an hour', DAY / 24, 24],
    ['half a day', DAY / 2, 2],
    ['a day', DAY, 7],
    ['a week', 7 * DAY, 52],
    ['a quarter', 91 * DAY, 4],
    ['a year', 365 * DAY, 0],
    ['a second', 1000, 0],
    ['seven hours', (7 * DAY) / 24, 24],
    ['five days', 5 * DAY, 73],
  ])('of rows apart by %s', (_, step, season) => {
    expect(seasonOf(every(step))).toBe(season)
  })

  it('of months is a year, whichever month comes first', () => {
    for (const first of [0, 1, 3])
      expect(seasonOf(Array.from({ length: 9 }, (_, m) => Date.UTC(2026, first + m)))).toBe(12)
  })

  it('is not that of a gap or a slip at the beginning', () => {
    expect(seasonOf([0, 3 * DAY, 4 * DAY, 5 * DAY, 6 * DAY])).toBe(7)
    expect(seasonOf([DAY, 0, 2 * DAY, 3 * DAY, 4 * DAY])).toBe(7)
  })

  it('is none without times', () => {
    expect(seasonOf([])).toBe(0)
    expect(seasonOf([Number.NaN, Number.NaN])).toBe(0)
  })
})
